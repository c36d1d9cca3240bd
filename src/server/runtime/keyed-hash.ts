import { createHmac, timingSafeEqual } from 'node:crypto'

type KeyedValue = string | number | boolean | null

/** HMAC-SHA256 of values in a fixed order: other values, or in other places, never have the same text. */
export const keyedHash = (key: Uint8Array, purpose: string, values: readonly KeyedValue[]): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([purpose, ...values]))
    .digest()

export const isSameHash = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && timingSafeEqual(left, right)
