/**
 * Money is integers: a price is in ticks and a quantity in lots of its pair, an amount in units of its currency.
 * Decimal strings exist only on the wire.
 */

declare const kind: unique symbol

/** A price in ticks of its pair: a safe integer. */
export type Ticks = number & { readonly [kind]: 'ticks' }
/** A quantity in lots of its pair: a safe integer. */
export type Lots = number & { readonly [kind]: 'lots' }
/** An amount in 10⁻⁸ of its currency. */
export type Units = bigint & { readonly [kind]: 'units' }
/** Parts per million: fee rates and slippage. */
export type Ppm = number

/** The most decimals that a currency and an amount on the wire have. */
export const UNIT_DECIMALS = 8
/** Maximum decimals of prices and tick sizes. */
export const PRICE_DECIMALS = 10
/** Maximum decimals of a percentage on the wire, so that it is a whole number of ppm. */
export const PERCENT_DECIMALS = 4

const MILLION = 1_000_000n
const PLAIN_DECIMAL = /^(0|[1-9]\d{0,19})(?:\.(\d{1,10}))?$/

/**
 * Parses a plain decimal into an integer scaled by 10^decimals. Returns undefined for a sign, exponent, space, leading
 * zero, more than 20 integer digits, or more than `decimals` decimals.
 */
export function parseDecimal(text: string, decimals: number): bigint | undefined {
  const match = PLAIN_DECIMAL.exec(text)
  if (!match) return undefined
  const fraction = match[2] ?? ''
  if (fraction.length > decimals) return undefined
  return BigInt(match[1] + fraction.padEnd(decimals, '0'))
}

/** Formats an integer scaled by 10^decimals as an exact plain decimal without trailing zeros. */
export function formatDecimal(value: bigint, decimals: number): string {
  const sign = value < 0n ? '-' : ''
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`
}

export const ZERO = 0n as Units

export const parseUnits = (text: string): Units | undefined => parseDecimal(text, UNIT_DECIMALS) as Units | undefined
export const formatUnits = (units: Units): string => formatDecimal(units, UNIT_DECIMALS)

export const plus = (a: Units, b: Units): Units => (a + b) as Units
export const minus = (a: Units, b: Units): Units => (a - b) as Units
export const negated = (amount: Units): Units => -amount as Units
export const sumOf = (amounts: readonly Units[]): Units => amounts.reduce(plus, ZERO)

/** `amount × rate`, rounded up to a multiple of `smallest`, so that a fee is never below its rate. */
export function shareRoundedUp(amount: Units, rate: Ppm, smallest: Units): Units {
  const divisor = MILLION * smallest
  return (((amount * BigInt(rate) + divisor - 1n) / divisor) * smallest) as Units
}
