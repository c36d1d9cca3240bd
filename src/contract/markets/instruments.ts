import type { CurrencyId, PairId } from './ids.ts'
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
} from './money.ts'

export type Currency = { readonly id: CurrencyId; readonly symbol: string; readonly name: string }

/** `cancel_only`: open orders may be cancelled, nothing new is taken. `halted`: nothing at all. */
export type PairStatus = 'trading' | 'cancel_only' | 'halted'

/** What of a pair may change while it is open. */
export type PairRules = {
  readonly status: PairStatus
  readonly minQuantity: Lots
  readonly maxQuantity: Lots
  readonly minNotional: Units
  readonly maxNotional: Units
  /** A limit buy may not be above, a limit sell not below the last trade by more than this. */
  readonly band: Ppm
  readonly makerFee: Ppm
  readonly takerFee: Ppm
}

/** A spot pair. Its tick and lot never change: every price and quantity in the journal is counted in them. */
export type Pair = {
  readonly id: PairId
  readonly symbol: string
  readonly base: Currency
  readonly quote: Currency
  /** One tick in 10⁻¹⁰ of the quote currency. */
  readonly tick: bigint
  /** One lot in units of the base currency. */
  readonly lot: Units
  /** What one lot costs at a price of one tick, in units of the quote currency: whole, so matching cannot round. */
  readonly tickLot: Units
  /** Stands for the last trade until there is one. */
  readonly referencePrice: Ticks
  readonly rules: PairRules
}

const SCALE = 10n ** BigInt(PRICE_DECIMALS)

/** What a lot costs at a price of one tick, or undefined when that is no whole number of quote units. */
export function tickLotOf(tick: bigint, lot: Units): Units | undefined {
  const product = tick * lot
  return product > 0n && product % SCALE === 0n ? product / SCALE : undefined
}

/** What `quantity` costs at `price`, exactly. */
export const cost = (pair: Pair, price: Ticks, quantity: Lots): Units => BigInt(price) * BigInt(quantity) * pair.tickLot

/** A quantity in units of the base currency, exactly. */
export const quantityUnits = (pair: Pair, quantity: Lots): Units => BigInt(quantity) * pair.lot

export const priceText = (pair: Pair, price: Ticks): string => formatDecimal(BigInt(price) * pair.tick, PRICE_DECIMALS)
export const quantityText = (pair: Pair, quantity: Lots): string =>
  formatDecimal(BigInt(quantity) * pair.lot, UNIT_DECIMALS)
export const tickText = (pair: Pair): string => formatDecimal(pair.tick, PRICE_DECIMALS)
export const lotText = (pair: Pair): string => formatDecimal(pair.lot, UNIT_DECIMALS)
export const percentText = (rate: Ppm): string => formatDecimal(BigInt(rate), PERCENT_DECIMALS)

/** A decimal price as ticks: undefined when it is no number, `'off-tick'` when it lies between two ticks. */
export function parsePrice(pair: Pair, text: string): Ticks | 'off-tick' | undefined {
  const value = parseDecimal(text, PRICE_DECIMALS)
  if (value === undefined) return undefined
  const ticks = value / pair.tick
  return value % pair.tick === 0n && ticks <= BigInt(Number.MAX_SAFE_INTEGER) ? (Number(ticks) as Ticks) : 'off-tick'
}

/** A decimal quantity as lots: undefined when it is no number, `'off-lot'` when it lies between two lots. */
export function parseQuantity(pair: Pair, text: string): Lots | 'off-lot' | undefined {
  const value = parseDecimal(text, UNIT_DECIMALS)
  if (value === undefined) return undefined
  const lots = value / pair.lot
  return value % pair.lot === 0n && lots <= BigInt(Number.MAX_SAFE_INTEGER) ? (Number(lots) as Lots) : 'off-lot'
}
