import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

/** What precedes the 32 bytes of a private Ed25519 key in PKCS #8, and those of a public one in SPKI. */
const PKCS8_START = Buffer.from('302e020100300506032b657004220420', 'hex')
const SPKI_START = Buffer.from('302a300506032b6570032100', 'hex')

/** From 32 bytes. */
export function ed25519Key(secret: Uint8Array): { readonly key: KeyObject; readonly publicKey: Buffer } {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_START, secret]), format: 'der', type: 'pkcs8' })
  return { key, publicKey: Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url') }
}

/** From 32 bytes. */
export const ed25519PublicKey = (bytes: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([SPKI_START, bytes]), format: 'der', type: 'spki' })
