/**
 * The id of a withdrawal request, which the server executes once. The same content keeps its id until the withdrawal is
 * known to exist, also after the page was loaded again, so that a repeat after a lost reply does not withdraw twice.
 */

import type { KeyValueStorage } from '../../platform/platform.ts'

type Content = {
  readonly user: string
  readonly currency_id: number
  readonly network_id: number
  readonly address: string
  readonly amount: string
}

const KEY = 'withdrawalRequest'

export function requestIdOf(storage: KeyValueStorage, content: Content): string {
  const { user, currency_id, network_id, address, amount } = content
  const key = [user, currency_id, network_id, address, amount].join(' ')
  const [storedId, storedKey] = (storage.get(KEY) ?? '').split('|')
  if (storedId && storedKey === key) return storedId
  const id = randomUuid()
  storage.set(KEY, `${id}|${key}`)
  return id
}

export const forgetRequestId = (storage: KeyValueStorage): void => storage.remove(KEY)

/** A UUIDv4. `crypto.randomUUID` exists on secure pages only. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}
