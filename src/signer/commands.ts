/** What `npm run signer` does besides starting the signer. */

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backUp, restore } from './backup.ts'
import { jettonExample, policyExample } from './policy-example.ts'
import { readFolderSettings } from './settings.ts'

const USAGE = `npm run signer                               starts the signer
npm run --silent signer -- policy example ethereum ton   prints a policy for SIGNER_DIR/policy.json
npm run --silent signer -- policy jetton WALLET          prints the entry of USDT on TON for it
npm run signer -- backup FILE                sealed to the passphrase of the signer; also writes FILE.manifest
npm run signer -- backup FILE --to KEY.pem   sealed to an X25519 public key
npm run signer -- restore FILE               into an empty SIGNER_DIR
npm run signer -- restore FILE --key KEY.pem with the private key that it was sealed to`

/** Throws with the reason, or with the usage. */
export function runCommand(args: readonly string[]): void {
  const { values, positionals } = parse(args)
  const [command, name, ...others] = positionals
  const { to, key, help } = values
  const is = (wanted: string, ...options: readonly (string | undefined)[]): boolean =>
    command === wanted && name !== undefined && options.every((option) => option === undefined)
  if (help === true) process.stdout.write(`${USAGE}\n`)
  else if (is('policy', to, key) && name === 'example') printPolicy(others)
  else if (is('policy', to, key) && name === 'jetton' && others.length === 1) printJetton(String(others[0]))
  else if (is('backup', key, others[0])) {
    const source = { ...readFolderSettings(), now: Date.now }
    const target =
      to === undefined ? passphraseOf(source) : ({ type: 'key', publicKey: readFileSync(to, 'utf8') } as const)
    process.stdout.write(`${backUp(source, resolve(String(name)), target)}\n`)
  } else if (is('restore', to, others[0])) {
    const source = { ...readFolderSettings(), now: Date.now }
    const opener =
      key === undefined ? passphraseOf(source) : ({ type: 'key', privateKey: readFileSync(key, 'utf8') } as const)
    process.stdout.write(`${restore(source, resolve(String(name)), opener)}\n`)
  } else throw new Error(USAGE)
}

function parse(args: readonly string[]) {
  const options = { to: { type: 'string' }, key: { type: 'string' }, help: { type: 'boolean' } } as const
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch {
    throw new Error(USAGE)
  }
}

const passphraseOf = ({ passphrase }: { readonly passphrase: string }) => ({ type: 'passphrase', passphrase }) as const

function printPolicy(names: readonly string[]): void {
  const example = policyExample(names)
  if (example === undefined) throw new Error(USAGE)
  process.stdout.write(example.policy)
  process.stderr.write(`${example.notes.join('\n')}\n`)
}

function printJetton(wallet: string): void {
  const example = jettonExample(wallet)
  if (example === undefined) throw new Error(`${wallet} is no address on TON`)
  process.stdout.write(example)
  process.stderr.write('Add this to the "assets" of chain -239 in policy.json, and restart the signer.\n')
}
