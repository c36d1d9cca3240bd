/** The signature of a webhook: an HMAC over the received bytes, in hexadecimal. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Headers } from './provider.ts'

const DIGEST_HEADER = 'x-payload-digest'
const ALGORITHM_HEADER = 'x-payload-digest-alg'

/** Sumsub also offers SHA-1, which is refused. */
const ALGORITHMS: ReadonlyMap<string, { readonly hash: string; readonly hexDigits: number }> = new Map([
  ['HMAC_SHA256_HEX', { hash: 'sha256', hexDigits: 64 }],
  ['HMAC_SHA512_HEX', { hash: 'sha512', hexDigits: 128 }],
])
const DEFAULT_ALGORITHM = 'HMAC_SHA256_HEX'

/** Compares in constant time. Without the header of the algorithm it is SHA-256. */
export function isSigned(secret: string, rawBody: Buffer, headers: Headers): boolean {
  const { [DIGEST_HEADER]: digest, [ALGORITHM_HEADER]: name = DEFAULT_ALGORITHM } = headers
  const algorithm = typeof name === 'string' ? ALGORITHMS.get(name) : undefined
  if (algorithm === undefined || typeof digest !== 'string') return false
  const { hash, hexDigits } = algorithm
  if (digest.length !== hexDigits || !/^[0-9a-f]+$/i.test(digest)) return false
  return timingSafeEqual(Buffer.from(digest, 'hex'), createHmac(hash, secret).update(rawBody).digest())
}

export const signatureHeaders = (secret: string, rawBody: string): Record<string, string> => ({
  [ALGORITHM_HEADER]: DEFAULT_ALGORITHM,
  [DIGEST_HEADER]: createHmac('sha256', secret).update(rawBody).digest('hex'),
})
