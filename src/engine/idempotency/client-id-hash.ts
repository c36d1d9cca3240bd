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

/** 32 bits of an owner and the hash of a client id, for tables in memory: they differ from process to process. */
export function tagOf(id: number, owner: number): number {
  let tag = Math.imul(id ^ FIRST, 0x85ebca6b)
  tag = Math.imul(tag ^ (tag >>> 15) ^ Math.floor(id / 2 ** 32) ^ SECOND, 0xc2b2ae35)
  tag = Math.imul(tag ^ (tag >>> 13) ^ owner, 0x9e3779b1)
  return tag ^ (tag >>> 16)
}
