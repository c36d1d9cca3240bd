import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { readSecretFile } from '../runtime/secret-file.ts'

const FORM = { format: /^.{12,}$/, description: 'a passphrase of at least 12 characters' }

/** From the file, or else from a person at the terminal, without showing it. Throws if there is neither, or it is too short. */
export async function askPassphrase(file: string | undefined): Promise<string> {
  if (file !== undefined) return readSecretFile('--passphrase-file', resolve(file), FORM)
  if (!process.stdin.isTTY)
    throw new Error('add --passphrase-file FILE: there is no terminal to ask for the passphrase')
  process.stderr.write('Passphrase: ')
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: hidden, terminal: true })
  const passphrase = await terminal.question('')
  terminal.close()
  process.stderr.write('\n')
  if (!FORM.format.test(passphrase)) throw new Error('the passphrase must have at least 12 characters')
  return passphrase
}
