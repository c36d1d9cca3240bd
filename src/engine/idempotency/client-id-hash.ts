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
