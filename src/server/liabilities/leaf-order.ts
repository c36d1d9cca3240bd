/**
 * The leaves of a report in the order of their places. Places, salts and padding are derived from the secret key of the report,
 * so nothing in the tree tells which leaf belongs to which user, or which leaves are padding.
 */

import { MIN_HEIGHT, USER_BYTES } from '../../contract/liabilities/encoding.ts'
import type { KeyedHash } from './keyed-hash.ts'

/** The user, or the random id of a padding leaf. */
export type Id = Buffer

const PLACE_BYTES = 16
/** How many entries are placed or sorted before the event loop runs: about a millisecond. */
const ENTRIES_PER_SLICE = 256
/** On average, the entries of a bucket. */
const BUCKET_BITS = 6

const eightBytes = (value: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

const PLACE = Buffer.from('place')
const PADDING = Buffer.from('padding')

/** Blinds the leaf: without it, its hash tells nothing about user and amounts. */
export const saltOf = (secret: KeyedHash, seq: number, id: Id): Buffer => secret(Buffer.concat([eightBytes(seq), id]))
/** Leaves are sorted by it. The owner of the leaf must not learn it: it would tell how many leaves there are. */
export const placeOf = (secret: KeyedHash, id: Id): Buffer =>
  secret(Buffer.concat([PLACE, id])).subarray(0, PLACE_BYTES)
const paddingId = (secret: KeyedHash, number: number): Id =>
  secret(Buffer.concat([PADDING, eightBytes(number)])).subarray(0, USER_BYTES)

/** The tree has 2^height leaves: at least as many as users, and at least 1,024. */
export const heightOf = (users: number): number => Math.max(MIN_HEIGHT, Math.ceil(Math.log2(Math.max(1, users))))

/** A leaf that waits for its place. Without `owner`: padding. */
export type Placed<Owner> = { readonly id: Id; readonly place: Buffer; readonly owner: Owner | undefined }

/** All leaves, padding between the users, sorted by place; a bucket at a time. */
export async function* inPlaceOrder<Owner>(
  secret: KeyedHash,
  users: readonly Owner[],
  idOf: (user: Owner) => Id,
  pause: () => Promise<void>,
): AsyncGenerator<readonly Placed<Owner>[]> {
  const height = heightOf(users.length)
  const shift = 32 - Math.max(0, height - BUCKET_BITS)
  const buckets: Placed<Owner>[][] = Array.from({ length: 2 ** (32 - shift) }, () => [])
  for (let index = 0; index < 2 ** height; index++) {
    const user = users[index]
    const id = user === undefined ? paddingId(secret, index) : idOf(user)
    const place = placeOf(secret, id)
    buckets[place.readUInt32BE() >>> shift]?.push({ id, place, owner: user })
    if (index % ENTRIES_PER_SLICE === 0) await pause()
  }
  for (const bucket of buckets) yield bucket.sort((a, b) => Buffer.compare(a.place, b.place))
}
