/** The settings of the signer process. */

import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

type SignerSettings = {
  readonly folder: string
  readonly socket: string
  readonly token: string
  readonly passphrase: string
}

/** A setting is missing or not valid. */
class BadSignerSetting extends Error {
  override readonly name = 'BadSignerSetting'
}

export function readSignerSettings(environment: Readonly<Record<string, string | undefined>> = process.env) {
  const text = (name: string): string | undefined => environment[name]?.trim() || undefined
  const folder = resolve(text('SIGNER_DIR') ?? '.signer')
  const token = text('SIGNER_TOKEN')
  if (token === undefined || token.length < 32)
    throw new BadSignerSetting('SIGNER_TOKEN must have at least 32 characters, the same as for the server')
  const file = text('SIGNER_PASSPHRASE_FILE')
  const passphrase = text('SIGNER_PASSPHRASE') ?? (file === undefined ? undefined : readFileSync(file, 'utf8').trim())
  if (passphrase === undefined || passphrase.length < 12)
    throw new BadSignerSetting(
      'SIGNER_PASSPHRASE, or the file that SIGNER_PASSPHRASE_FILE names, must have at least 12 characters',
    )
  const socket = resolve(text('SIGNER_SOCKET') ?? join(folder, 'signer.sock'))
  return { folder, socket, token, passphrase } satisfies SignerSettings
}
