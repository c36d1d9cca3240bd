/**
 * What one order, fill, fee, hold or posting moves is a whole number of its currency's smallest amount, below 2^52: sums of
 * two are exact. A product of three factors is exact up to 2^53, and above it otherwise: what `refuse` compares with the
 * range is never rounded down into it.
 */

/** The first amount that is too large. */
export const RANGE = 2 ** 52
const RANGE_BITS = 52n
const MILLION = 1_000_000

/** `amount × rate`, rounded up, the rate in millionths: in two parts, of which each is below 2^53. */
export function shareUp(amount: number, rate: number): number {
  const millions = Math.floor(amount / MILLION)
  return millions * rate + Math.ceil(((amount - millions * MILLION) * rate) / MILLION)
}

/** As `shareUp`, rounded down. */
export function shareDown(amount: number, rate: number): number {
  const millions = Math.floor(amount / MILLION)
  return millions * rate + Math.floor(((amount - millions * MILLION) * rate) / MILLION)
}

/** A balance or a sum is two numbers: how many ranges, rounded down, and what is left. */
export const joined = (high: number, low: number): bigint => (BigInt(high) << RANGE_BITS) + BigInt(low)
export const highOf = (amount: bigint): number => Number(amount >> RANGE_BITS)
export const lowOf = (amount: bigint): number => Number(BigInt.asUintN(52, amount))

const words = new Int32Array(2)
const whole = new BigInt64Array(words.buffer)
/** As `BigInt`, in less than half of its time together with a product: of whole numbers below 2^53 in each direction. */
export function wholeOf(amount: number): bigint {
  const high = Math.floor(amount / 2 ** 32)
  words[0] = amount - high * 2 ** 32
  words[1] = high
  return whole[0]!
}
