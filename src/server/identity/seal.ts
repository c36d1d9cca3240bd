/** Closes a secret with a key, so that a table may hold it. It opens only for whom it was closed. */

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export function seal(key: Buffer, plain: Uint8Array, whose: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(whose))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Throws unless it was sealed with this key, for this one. */
export function open(key: Buffer, sealed: Buffer, whose: string): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const opener = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  opener.setAAD(Buffer.from(whose)).setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([opener.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), opener.final()])
}
