/**
 * Which leaf is where. Places, salts and padding are derived from the secret key of the report, so nothing in the tree tells
 * which leaf belongs to which user, which leaves belong together, or which are padding.
 */

import { MIN_HEIGHT, PARTS, SALT_BYTES, USER_BYTES } from '../../contract/liabilities/encoding.ts'
import { assert } from '../../engine/assert.ts'
import { type KeyStream, keyStream, type PreparedHmac, preparedHmac } from './prepared-hmac.ts'

/** The user, or the random id of a padding leaf. */
export type Id = Buffer

/** What a report derives from its key, each with a key of its own. */
export type ReportSecrets = {
  readonly places: PreparedHmac
  /** By number of the piece. */
  readonly salts: KeyStream
  /** By number of the user. */
  readonly cuts: KeyStream
}

export function reportSecrets(key: Buffer): ReportSecrets {
  const secret = preparedHmac(key)
  const of = (name: string): Buffer => secret(Buffer.from(name))
  return { places: preparedHmac(of('places')), salts: keyStream(of('salts')), cuts: keyStream(of('cuts')) }
}

/** Leaves of padding for each leaf of a user, at least. */
const PADDING = 3
const PLACE_BITS = 32
/** Their number is a byte. At most a quarter of the places is taken, so no part needs as many in a tree of ours. */
const ATTEMPTS = 256

/** The tree has 2^height leaves: those of the users, at least three times as many others, and at least 1,024. */
export const heightOf = (users: number): number =>
  Math.max(MIN_HEIGHT, Math.ceil(Math.log2((1 + PADDING) * PARTS * Math.max(1, users))))

/**
 * The places that the parts of a user try, one list after the other: a part is at its first place that is not taken. The owner
 * learns only the place that it has.
 */
export function* placesOf({ places }: ReportSecrets, id: Id, height: number): Generator<readonly number[]> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const bytes = places(Buffer.concat([id, Buffer.of(attempt)]))
    yield Array.from({ length: PARTS }, (_, part) => bytes.readUInt32BE(4 * part) >>> (PLACE_BITS - height))
  }
}

/** Salts and, for padding, ids of the leaves of a piece. */
export function blindsOf({ salts }: ReportSecrets, piece: number, leaves: number) {
  const bytes = salts(piece, leaves * (SALT_BYTES + USER_BYTES))
  const ids = leaves * SALT_BYTES
  return (index: number) => ({
    salt: bytes.subarray(index * SALT_BYTES, (index + 1) * SALT_BYTES),
    paddingId: bytes.subarray(ids + index * USER_BYTES, ids + (index + 1) * USER_BYTES),
  })
}

/** Users whose leaves are placed before the event loop runs: about a millisecond. */
const USERS_PER_SLICE = 64

/** By place: 0 for padding, else 1 + user × parts + part. */
export async function placeAll(
  secrets: ReportSecrets,
  ids: readonly Id[],
  pause: () => Promise<void>,
): Promise<Uint32Array> {
  const height = heightOf(ids.length)
  assert(height <= PLACE_BITS, 'a place has 32 bits')
  const taken = new Uint32Array(2 ** height)
  for (const [user, id] of ids.entries()) {
    const missing = new Set(Array.from({ length: PARTS }, (_, part) => part))
    for (const places of placesOf(secrets, id, height)) {
      for (const part of missing) {
        const place = places[part] ?? 0
        if (taken[place] !== 0) continue
        taken[place] = 1 + user * PARTS + part
        missing.delete(part)
      }
      if (missing.size === 0) break
    }
    if (user % USERS_PER_SLICE === 0) await pause()
  }
  return taken
}
