/** The settings of the signer process. */

import { join, resolve } from 'node:path'
import { readPrivateFile } from '../files/private-file.ts'

/** `group`: whose members may use the socket, a name or a number; undefined: only the user that runs the signer. */
type SocketSettings = { readonly socket: string; readonly token: string; readonly group: string | undefined }

type FolderSettings = { readonly folder: string; readonly passphrase: string }

/** A setting is missing or not valid. */
export class BadSignerSetting extends Error {
  override readonly name = 'BadSignerSetting'
}

type Environment = Readonly<Record<string, string | undefined>>

const MIN_PASSPHRASE = 12
const MIN_TOKEN = 32

/** What every command of the signer needs. */
export function readFolderSettings(environment: Environment = process.env): FolderSettings {
  const passphrase = secret(environment, 'SIGNER_PASSPHRASE')
  if (passphrase === undefined || passphrase.length < MIN_PASSPHRASE)
    throw new BadSignerSetting(
      'SIGNER_PASSPHRASE, or the file that SIGNER_PASSPHRASE_FILE names, must have at least 12 characters',
    )
  return { folder: resolve(text(environment, 'SIGNER_DIR') ?? '.signer'), passphrase }
}

export function readSocketSettings(folder: string, environment: Environment = process.env): SocketSettings {
  const token = secret(environment, 'SIGNER_TOKEN')
  if (token === undefined || token.length < MIN_TOKEN || /\s/.test(token))
    throw new BadSignerSetting(
      'SIGNER_TOKEN, or the file that SIGNER_TOKEN_FILE names, must have at least 32 characters without a space, the same as for the server',
    )
  const [socket, group] = [text(environment, 'SIGNER_SOCKET'), text(environment, 'SIGNER_GROUP')]
  if (group !== undefined && socket === undefined)
    throw new BadSignerSetting('SIGNER_GROUP needs SIGNER_SOCKET: a path outside SIGNER_DIR')
  return { socket: resolve(socket ?? join(folder, 'signer.sock')), token, group }
}

const text = (environment: Environment, name: string): string | undefined => environment[name]?.trim() || undefined

/** The value of the setting, or the content of the file that the setting with `_FILE` names. */
function secret(environment: Environment, name: string): string | undefined {
  const file = text(environment, `${name}_FILE`)
  const value = text(environment, name)
  if (value !== undefined || file === undefined) return value
  try {
    return readPrivateFile(file)
  } catch (error) {
    throw new BadSignerSetting(`${name}_FILE: ${error instanceof Error ? error.message : error}`)
  }
}
