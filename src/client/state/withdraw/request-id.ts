/**
 * The id of a withdrawal request, which the server executes once. The same content keeps its id until the withdrawal is
 * known to exist, also after the page was loaded again, so that a repeat after a lost reply does not withdraw twice.
 */

import type { KeyValueStorage } from '../../platform/platform.ts'

export type WithdrawContent = {
  readonly user: string
  readonly currency_id: number
  readonly network_id: number
  readonly address: string
  readonly memo: string | null
  readonly amount: string
}

const KEY = 'withdrawalRequests'
const MAX_REQUESTS = 20

export function requestIdOf(storage: KeyValueStorage, content: WithdrawContent): string {
  const requests = stored(storage)
  const known = requests.find(([key]) => key === keyOf(content))
  if (known) return known[1]
  const id = randomUuid()
  storage.set(KEY, JSON.stringify([...requests.slice(-MAX_REQUESTS + 1), [keyOf(content), id]]))
  return id
}

export const forgetRequestId = (storage: KeyValueStorage, content: WithdrawContent): void =>
  storage.set(KEY, JSON.stringify(stored(storage).filter(([key]) => key !== keyOf(content))))

const keyOf = ({ user, currency_id, network_id, address, memo, amount }: WithdrawContent): string => {
  const isHex = address.startsWith('0x')
  const to = isHex ? address.toLowerCase() : address
  return [user, currency_id, network_id, to, amount, ...(memo === null ? [] : [memo])].join(' ')
}

/** Contents with their ids. */
function stored(storage: KeyValueStorage): readonly (readonly [string, string])[] {
  try {
    const value: unknown = JSON.parse(storage.get(KEY) ?? '[]')
    return Array.isArray(value) ? value.filter(isRequest) : []
  } catch {
    return []
  }
}

const isRequest = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string')

/** A UUIDv4. `crypto.randomUUID` exists on secure pages only. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}
