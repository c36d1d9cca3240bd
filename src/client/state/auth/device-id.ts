import type { KeyValueStorage } from '../../platform/platform.ts'

const KEY = 'deviceId'
const BYTES = 16
/** Where storage is not available, the id lives as long as the page. */
let created: string | undefined

/** A random id of this device. Telegram's init data can be used again only with the same one. */
export function deviceIdIn(storage: KeyValueStorage): string {
  const stored = storage.get(KEY)
  if (stored !== null && /^[\da-f]{32}$/.test(stored)) return stored
  created ??= Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  storage.set(KEY, created)
  return created
}
