import type { Ticks } from '../../contract/money.ts'

/** Undefined for a stored price that no market has: who owns the database can write 0, which nothing can be divided by. */
export function storedPrice(price: bigint | null): Ticks | undefined {
  const ticks = Number(price)
  return ticks > 0 && Number.isSafeInteger(ticks) ? (ticks as Ticks) : undefined
}
