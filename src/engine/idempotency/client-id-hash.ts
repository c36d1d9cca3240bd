import { textHash } from './text-hash.ts'

/** 84 bits of a client id: 53 and 31. */
type ClientIdHash = { readonly id: number; readonly more: number }

const hashOf = (clientId: string): ClientIdHash => ({
  id: textHash(clientId),
  more: textHash(clientId, 1) & 0x7fffffff,
})

let last = ''
let hash = hashOf(last)

/** A command asks for that of its client id several times. */
export function clientIdHash(clientId: string): ClientIdHash {
  if (clientId === last) return hash
  hash = hashOf(clientId)
  last = clientId
  return hash
}

/** Of this process: nobody outside can choose client ids that are looked for at the same place. */
const [FIRST, SECOND] = crypto.getRandomValues(new Int32Array(2)) as unknown as [number, number]
const WORDS = 4
const ROUNDS = 8
const words = new Int32Array(WORDS)
const known = { id: Number.NaN, more: 0, owner: 0, tag: 0 }

/**
 * 32 bits of an owner and the hash of a client id, for tables in memory: they differ from process to process. HalfSipHash-1-3 of
 * all 84 bits, because client ids with the same 53 are easily made.
 */
export function tagOf(id: number, more: number, owner: number): number {
  if (id !== known.id || more !== known.more || owner !== known.owner)
    Object.assign(known, { id, more, owner, tag: keyed(id, more, owner) })
  return known.tag
}

function keyed(id: number, more: number, owner: number): number {
  words[0] = id
  words[1] = Math.floor(id / 2 ** 32)
  words[2] = more
  words[3] = owner
  let [a, b, c, d] = [FIRST, SECOND, FIRST ^ 0x6c796765, SECOND ^ 0x74656462]
  for (let round = 0; round < ROUNDS; round++) {
    // The length in bytes is the last word; three rounds without one follow.
    const word = round < WORDS ? words[round]! : round === WORDS ? (WORDS * 4) << 24 : 0
    if (round === WORDS + 1) c ^= 0xff
    d ^= word
    a = (a + b) | 0
    b = ((b << 5) | (b >>> 27)) ^ a
    a = (a << 16) | (a >>> 16)
    c = (c + d) | 0
    d = ((d << 8) | (d >>> 24)) ^ c
    a = (a + d) | 0
    d = ((d << 7) | (d >>> 25)) ^ a
    c = (c + b) | 0
    b = ((b << 13) | (b >>> 19)) ^ c
    c = (c << 16) | (c >>> 16)
    a ^= word
  }
  return b ^ d
}
