/**
 * Money is whole numbers. A price is whole ticks and a quantity whole lots of its pair, an amount is
 * whole units of its currency; decimal strings exist on the wire only.
 */

declare const kind: unique symbol

/** A price in ticks of its pair: a safe integer. */
export type Ticks = number & { readonly [kind]: 'ticks' }
/** A quantity in lots of its pair: a safe integer. */
export type Lots = number & { readonly [kind]: 'lots' }
/** An amount in a currency's smallest unit, 10⁻⁸ of it. */
export type Units = bigint
/** Millionths: fee rates and slippage. */
export type Ppm = number

/** Every currency keeps this many decimals in the ledger, and amounts carry at most as many on the wire. */
export const UNIT_DECIMALS = 8
/** Prices and tick sizes carry at most this many decimals. */
export const PRICE_DECIMALS = 10
/** A percentage on the wire carries at most this many decimals, so that it is a whole number of ppm. */
export const PERCENT_DECIMALS = 4

const MILLION = 1_000_000n
const PLAIN_DECIMAL = /^(0|[1-9]\d{0,19})(?:\.(\d{1,10}))?$/

/**
 * Reads a plain decimal as a whole number of 10^-decimals. No sign, exponent, space or leading zero, at most
 * 20 digits before the point; undefined for anything else, also for more decimals than asked for.
 */
export function parseDecimal(text: string, decimals: number): bigint | undefined {
  const match = PLAIN_DECIMAL.exec(text)
  if (!match) return undefined
  const fraction = match[2] ?? ''
  if (fraction.length > decimals) return undefined
  return BigInt(match[1] + fraction.padEnd(decimals, '0'))
}

/** Writes a whole number of 10^-decimals as a plain decimal, exactly, without trailing zeros. */
export function formatDecimal(value: bigint, decimals: number): string {
  const sign = value < 0n ? '-' : ''
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`
}

export const parseUnits = (text: string): Units | undefined => parseDecimal(text, UNIT_DECIMALS)
export const formatUnits = (units: Units): string => formatDecimal(units, UNIT_DECIMALS)

export const sumOf = (amounts: readonly Units[]): Units => amounts.reduce((all, each) => all + each, 0n)

/** `amount × rate`, rounded up: what a fee takes is never less than its rate. */
export const shareRoundedUp = (amount: Units, rate: Ppm): Units => (amount * BigInt(rate) + MILLION - 1n) / MILLION
