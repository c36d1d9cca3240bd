/**
 * Encrypts a backup for a passphrase (scrypt) or for a public key (X25519 with HKDF), then AES-256-GCM. The parameters are
 * those of the version, never those of the file.
 */

import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  scryptSync,
} from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../contract/parse-json.ts'

/** 128 MB and about half a second for each guess. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1_024 * 1_024 }
const TAG_BYTES = 16

/** What seals; `publicKey` is a PEM. */
export type SealTo =
  | { readonly type: 'passphrase'; readonly passphrase: string }
  | { readonly type: 'key'; readonly publicKey: string }
/** What opens; `privateKey` is a PEM. */
export type OpenWith =
  | { readonly type: 'passphrase'; readonly passphrase: string }
  | { readonly type: 'key'; readonly privateKey: string }

/** The file cannot be opened with this passphrase or key. */
class Sealed extends Error {
  override readonly name = 'Sealed'
}

const base64 = z.base64()
const parts = { version: z.literal(1), iv: base64, tag: base64, data: base64 }
const sealedFile = z.discriminatedUnion('for', [
  z.strictObject({ for: z.literal('passphrase'), salt: base64, ...parts }),
  z.strictObject({ for: z.literal('key'), ephemeral: base64, ...parts }),
])

const bytes = (text: string): Buffer => Buffer.from(text, 'base64')

/** Different in each call. Throws `Sealed` if the public key is none. */
export function seal(content: Uint8Array, to: SealTo): string {
  const { key, head } = to.type === 'passphrase' ? forPassphrase(to.passphrase) : forKey(x25519Public(to.publicKey))
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(JSON.stringify(head)))
  const data = Buffer.concat([cipher.update(content), cipher.final()])
  const [ivText, tag] = [iv, cipher.getAuthTag()].map((each) => each.toString('base64'))
  return `${JSON.stringify({ ...head, version: 1, iv: ivText, tag, data: data.toString('base64') })}\n`
}

/** Throws `Sealed`. */
export function unseal(text: string, opener: OpenWith): Buffer {
  const file = sealedFile.safeParse(parseJson(text)).data
  if (file === undefined || bytes(file.tag).length !== TAG_BYTES) throw new Sealed('the file is not sealed')
  const { key, head } = keyOf(file, opener)
  const aad = Buffer.from(JSON.stringify(head))
  const decipher = createDecipheriv('aes-256-gcm', key, bytes(file.iv)).setAAD(aad).setAuthTag(bytes(file.tag))
  try {
    return Buffer.concat([decipher.update(bytes(file.data)), decipher.final()])
  } catch {
    throw new Sealed(`the ${opener.type} is wrong, or the file was changed`)
  }
}

function keyOf(file: z.infer<typeof sealedFile>, opener: OpenWith) {
  if (file.for === 'passphrase') {
    if (opener.type !== 'passphrase') throw new Sealed('the backup is sealed to a passphrase: leave --key out')
    return forPassphrase(opener.passphrase, bytes(file.salt))
  }
  if (opener.type !== 'key') throw new Sealed('the backup is sealed to a public key: add --key with its private key')
  const own = x25519Private(opener.privateKey)
  return withPeer(own, x25519Raw(bytes(file.ephemeral)), bytes(file.ephemeral), rawOf(createPublicKey(own)))
}

const forPassphrase = (passphrase: string, salt: Buffer = randomBytes(16)) => ({
  key: scryptSync(passphrase, salt, 32, SCRYPT),
  head: { for: 'passphrase', salt: salt.toString('base64') },
})

function forKey(recipient: KeyObject) {
  const { publicKey, privateKey } = generateKeyPairSync('x25519')
  return withPeer(privateKey, recipient, rawOf(publicKey), rawOf(recipient))
}

function withPeer(privateKey: KeyObject, publicKey: KeyObject, ephemeral: Buffer, recipient: Buffer) {
  const shared = diffieHellman({ privateKey, publicKey })
  const salt = Buffer.concat([ephemeral, recipient])
  const key = Buffer.from(hkdfSync('sha256', shared, salt, 'tern signer backup 1', 32))
  return { key, head: { for: 'key', ephemeral: ephemeral.toString('base64') } }
}

const rawOf = (key: KeyObject): Buffer => Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url')

const x25519Raw = (raw: Buffer): KeyObject =>
  x25519(() => createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: raw.toString('base64url') }, format: 'jwk' }))
const x25519Public = (pem: string): KeyObject => x25519(() => createPublicKey(pem))
const x25519Private = (pem: string): KeyObject => x25519(() => createPrivateKey(pem))

function x25519(read: () => KeyObject): KeyObject {
  try {
    const key = read()
    if (key.asymmetricKeyType === 'x25519') return key
  } catch {
    // The same sentence as for a key of another kind.
  }
  throw new Sealed('the key is no X25519 key in PEM')
}
