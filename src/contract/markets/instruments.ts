/** Currencies and spot pairs: ticks, lots, trading rules. */

import type { CurrencyId, PairId } from '../ids.ts'
import {
  formatDecimal,
  type Lots,
  PERCENT_DECIMALS,
  type Ppm,
  PRICE_DECIMALS,
  parseDecimal,
  type Ticks,
  UNIT_DECIMALS,
  type Units,
} from '../money.ts'

/** `kind` is absent for a coin. Points cannot be traded, converted or withdrawn, and have no value in money. */
export type Currency = {
  readonly id: CurrencyId
  readonly symbol: string
  readonly name: string
  /** Of its smallest amount: from 0 to 8, and never changed. */
  readonly decimals: number
  readonly kind?: 'points'
}

export const isCoin = ({ kind }: Currency): boolean => kind === undefined

const SMALLEST = Array.from({ length: UNIT_DECIMALS + 1 }, (_, decimals) => 10n ** BigInt(UNIT_DECIMALS - decimals))

/** The smallest amount of a currency: all its amounts are multiples of it. */
export const smallestOf = ({ decimals }: Pick<Currency, 'decimals'>): Units => (SMALLEST[decimals] ?? 1n) as Units

/** The part of an amount that the currency can express. */
export const roundedDown = (currency: Pick<Currency, 'decimals'>, amount: Units): Units =>
  (amount - (amount % smallestOf(currency))) as Units

/** `cancel_only`: orders can be cancelled, not placed. `halted`: neither. */
type PairStatus = 'trading' | 'cancel_only' | 'halted'

/** The settings of a pair that can change after listing. */
export type PairRules = {
  readonly status: PairStatus
  readonly minQuantity: Lots
  readonly maxQuantity: Lots
  readonly minNotional: Units
  readonly maxNotional: Units
  /** Price band: how far a limit buy may be above, or a limit sell below, the last trade. */
  readonly band: Ppm
  readonly makerFee: Ppm
  readonly takerFee: Ppm
}

/** A spot pair. Tick and lot size never change: the journal stores prices and quantities in them. */
export type Pair = {
  readonly id: PairId
  readonly symbol: string
  readonly base: Currency
  readonly quote: Currency
  /** One tick in 10⁻¹⁰ of the quote currency. */
  readonly tick: bigint
  /** One lot in units of the base currency, of which it is an amount. */
  readonly lot: Units
  /** Cost of one lot at a price of one tick, in units of the quote currency, of which it is an amount: matching never rounds. */
  readonly tickLot: Units
  /** Replaces the last trade price before the first trade. */
  readonly referencePrice: Ticks
  readonly rules: PairRules
}

const SCALE = 10n ** BigInt(PRICE_DECIMALS)

/** Cost of one lot at a price of one tick; undefined if it is not a whole number of quote units. */
export function tickLotOf(tick: bigint, lot: Units): Units | undefined {
  const product = tick * lot
  return product > 0n && product % SCALE === 0n ? ((product / SCALE) as Units) : undefined
}

/** Exact cost in units of the quote currency. */
export const cost = (pair: Pair, price: Ticks, quantity: Lots): Units =>
  (BigInt(price) * BigInt(quantity) * pair.tickLot) as Units

/** Exact quantity in units of the base currency. */
export const quantityUnits = (pair: Pair, quantity: Lots): Units => (BigInt(quantity) * pair.lot) as Units

export const priceText = (pair: Pair, price: Ticks): string => formatDecimal(BigInt(price) * pair.tick, PRICE_DECIMALS)

export const quantityText = (pair: Pair, quantity: Lots): string =>
  formatDecimal(BigInt(quantity) * pair.lot, UNIT_DECIMALS)

export const tickText = (pair: Pair): string => formatDecimal(pair.tick, PRICE_DECIMALS)

export const lotText = (pair: Pair): string => formatDecimal(pair.lot, UNIT_DECIMALS)

export const percentText = (rate: Ppm): string => formatDecimal(BigInt(rate), PERCENT_DECIMALS)

/** A decimal price as ticks: undefined if malformed, `'off-tick'` if not a multiple of the tick size. */
export function parsePrice(pair: Pair, text: string): Ticks | 'off-tick' | undefined {
  const value = parseDecimal(text, PRICE_DECIMALS)
  if (value === undefined) return undefined
  const ticks = value / pair.tick
  return value % pair.tick === 0n && ticks <= BigInt(Number.MAX_SAFE_INTEGER) ? (Number(ticks) as Ticks) : 'off-tick'
}

/**
 * A decimal quantity as lots: undefined if malformed, `'off-lot'` if not a multiple of the lot size. More than the largest
 * safe integer is that integer, which is above the maximum of every pair.
 */
export function parseQuantity(pair: Pair, text: string): Lots | 'off-lot' | undefined {
  const value = parseDecimal(text, UNIT_DECIMALS)
  if (value === undefined) return undefined
  const lots = value / pair.lot
  return value % pair.lot === 0n ? (Math.min(Number(lots), Number.MAX_SAFE_INTEGER) as Lots) : 'off-lot'
}
