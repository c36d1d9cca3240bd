/**
 * HMAC-SHA-256 and AES-256 in counter mode for hundreds of thousands of short messages: `createHmac` and `createCipheriv` prepare
 * their key again each time, which takes ten times longer.
 */

import { createCipheriv, hash } from 'node:crypto'

export type PreparedHmac = (message: Buffer) => Buffer
/** Pseudorandom bytes, those of each number independent of all others. */
export type KeyStream = (number: number, bytes: number) => Buffer

const BLOCK_BYTES = 64
const INNER = 0x36
const OUTER = 0x5c
const CIPHER_BLOCK_BYTES = 16

/** `key` has at most 64 bytes. */
export function preparedHmac(key: Buffer): PreparedHmac {
  const padded = (byte: number): Buffer => {
    const block = Buffer.alloc(BLOCK_BYTES, byte)
    for (const [index, each] of key.entries()) block[index] = each ^ byte
    return block
  }
  const [inner, outer] = [padded(INNER), padded(OUTER)]
  return (message) => sha256(Buffer.concat([outer, sha256(Buffer.concat([inner, message]))]))
}

/** `key` has 32 bytes. Each block of the cipher is a number and a counter, so that none occurs twice. */
export function keyStream(key: Buffer): KeyStream {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  return (number, bytes) => {
    const blocks = Buffer.alloc(Math.ceil(bytes / CIPHER_BLOCK_BYTES) * CIPHER_BLOCK_BYTES)
    for (let at = 0; at < blocks.length; at += CIPHER_BLOCK_BYTES) {
      blocks.writeUIntBE(number, at + 2, 6)
      blocks.writeUInt32BE(at / CIPHER_BLOCK_BYTES, at + CIPHER_BLOCK_BYTES - 4)
    }
    return cipher.update(blocks).subarray(0, bytes)
  }
}

const sha256 = (bytes: Buffer): Buffer => hash('sha256', bytes, 'buffer')
