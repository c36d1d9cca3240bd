/** The file `key`: a random seed, encrypted with a key derived from a passphrase. It never leaves this process. */

import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { parseJson } from '../contract/parse-json.ts'
import { writeFileDurably } from '../files/durable-file.ts'

const SCRYPT = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1_024 * 1_024 }
const ADDITIONAL_DATA = Buffer.from('tern-signer/1')

const base64 = z.base64().transform((text) => Buffer.from(text, 'base64'))
const file = z.strictObject({ version: z.literal(1), salt: base64, iv: base64, tag: base64, seed: base64 })

/** The passphrase is wrong, or the file was changed. */
export class KeyUnreadable extends Error {
  override readonly name = 'KeyUnreadable'
}

const keyOf = (passphrase: string, salt: Buffer): Buffer => scryptSync(passphrase, salt, 32, SCRYPT)

export const newSeed = (): Buffer => randomBytes(32)

export function writeSeed(path: string, passphrase: string, seed: Buffer): void {
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt), iv).setAAD(ADDITIONAL_DATA)
  const encrypted = Buffer.concat([cipher.update(seed), cipher.final()])
  const values = { salt, iv, tag: cipher.getAuthTag(), seed: encrypted }
  const text = Object.entries(values).map(([name, value]) => [name, value.toString('base64')])
  writeFileDurably(path, `${JSON.stringify({ version: 1, ...Object.fromEntries(text) })}\n`)
}

export const readSeed = (path: string, passphrase: string): Buffer =>
  parseSeed(readFileSync(path, 'utf8'), passphrase, path)

/** The seed in the content of a key file; `path` is for the error. Throws `KeyUnreadable`. */
export function parseSeed(text: string, passphrase: string, path: string): Buffer {
  const { data } = file.safeParse(parseJson(text))
  if (data === undefined || data.tag.length !== 16) throw new KeyUnreadable(`${path} is not a key file`)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(passphrase, data.salt), data.iv).setAAD(ADDITIONAL_DATA)
  try {
    return Buffer.concat([decipher.setAuthTag(data.tag).update(data.seed), decipher.final()])
  } catch {
    throw new KeyUnreadable(`${path} cannot be decrypted: the passphrase is wrong, or the file was changed`)
  }
}
