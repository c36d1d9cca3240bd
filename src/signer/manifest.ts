/**
 * What a backup of the signer contains, for everyone to read: when it was made, and how far the signer had signed. It is
 * signed with a key that is derived from the seed of the signer and signs nothing else. The server asks the signer for it.
 */

import { hkdfSync, type KeyObject, sign, verify } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../contract/parse-json.ts'
import { ed25519Key, ed25519PublicKey } from './ed25519.ts'
import { nonces } from './protocol.ts'

const hex = z.string().regex(/^[0-9a-f]{64}$/)

const manifest = z.strictObject({
  version: z.literal(1),
  /** Milliseconds since 1970, by the clock of the signer. */
  time: z.int().min(0),
  /** The public key that has signed this. */
  key: hex,
  /** The next nonces of all wallets that have signed. */
  nonces,
  /** SHA-256 of the files of the backup. */
  files: hex,
})

export type Manifest = z.infer<typeof manifest>

/** The text is no manifest, was changed, or is of another signer. */
export class BadManifest extends Error {
  override readonly name = 'BadManifest'
}

type ManifestKey = {
  /** 64 hex digits. */
  readonly publicKey: string
  sign(facts: Omit<Manifest, 'version' | 'key'>): string
}

export function openManifestKey(seed: Uint8Array): ManifestKey {
  const { key, publicKey } = ed25519Key(Buffer.from(hkdfSync('sha256', seed, '', 'tern signer manifest 1', 32)))
  const own = publicKey.toString('hex')
  return {
    publicKey: own,
    sign(facts) {
      const body = JSON.stringify(manifest.parse({ version: 1, key: own, ...facts }))
      return `${JSON.stringify({ body, signature: sign(null, signedBytes(body), key).toString('base64') })}\n`
    },
  }
}

const signedBytes = (body: string): Buffer => Buffer.from(`tern signer manifest 1\n${body}`)

const envelope = z.strictObject({ body: z.string(), signature: z.base64() })

/** Throws `BadManifest` unless `publicKey` has signed the text. */
export function readManifest(text: string, publicKey: string): Manifest {
  const { body, signature } = envelope.safeParse(parseJson(text)).data ?? { body: '', signature: '' }
  const { data } = manifest.safeParse(parseJson(body))
  if (data === undefined) throw new BadManifest('it is no manifest of a backup of the signer')
  if (data.key !== publicKey) throw new BadManifest('it is the manifest of another signer')
  if (!isSigned(body, signature, ed25519PublicKey(Buffer.from(publicKey, 'hex'))))
    throw new BadManifest('its signature is wrong')
  return data
}

const isSigned = (body: string, signature: string, key: KeyObject): boolean =>
  verify(null, signedBytes(body), key, Buffer.from(signature, 'base64'))
