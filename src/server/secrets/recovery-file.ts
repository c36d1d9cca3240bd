/** The record key in a file that a passphrase opens, for a restore without `SECRET_KEY`. */

import { generateKeyPairSync } from 'node:crypto'
import { seal, unseal } from '../../signer/seal.ts'

/** `key`: the record key in hexadecimal. */
type Content = { readonly journal: string; readonly key: string }

/** What the server answers: only the holder of the private key can read it. `publicKey`: X25519 as PEM. */
export const sealForTool = (recordKey: Buffer, journal: string, publicKey: string): string => {
  const content: Content = { journal, key: recordKey.toString('hex') }
  return seal(Buffer.from(JSON.stringify(content)), { type: 'key', publicKey })
}

/**
 * The text of a recovery file. `ask` returns what `sealForTool` made for the given public key. The tool stretches the
 * passphrase (scrypt, half a second), so that the server does not stand still, and never learns it.
 */
export async function makeRecoveryText(
  passphrase: string,
  ask: (publicKey: string) => Promise<string>,
): Promise<string> {
  const { publicKey, privateKey } = generateKeyPairSync('x25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return seal(unseal(await ask(publicKey), { type: 'key', privateKey }), { type: 'passphrase', passphrase })
}

export const isRecoveryText = (text: string): boolean => text.startsWith('{')

/** The record key. Throws if the passphrase is wrong, the text was changed, or it belongs to another journal. */
export function openRecoveryText(text: string, journal: string, passphrase: string): Buffer {
  const content = JSON.parse(unseal(text, { type: 'passphrase', passphrase }).toString('utf8')) as Content
  if (content.journal !== journal) throw new Error('the recovery file belongs to another exchange')
  return Buffer.from(content.key, 'hex')
}
