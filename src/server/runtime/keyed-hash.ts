import { createHmac, timingSafeEqual } from 'node:crypto'

type KeyedValue = string | number | boolean | null

/** HMAC-SHA256 of values in a fixed order: other values, or in other places, never have the same text. */
export const keyedHash = (key: Uint8Array, purpose: string, values: readonly KeyedValue[]): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([purpose, ...values]))
    .digest()

/** HMAC-SHA256 of a text. No other text that is made with the same key may begin in the same way. */
export const hmacOf = (key: Uint8Array, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** `stored` is null in a row of another program. */
export const isSameHash = (stored: Uint8Array | null, right: Uint8Array): boolean =>
  stored?.length === right.length && timingSafeEqual(stored, right)
