/** The numbers of a market as the engine counts them. The engine checks what they mean together. */

import {
  lotText,
  type Pair,
  type PairRules,
  percentText,
  priceText,
  quantityText,
  tickLotOf,
  tickText,
} from '../../contract/markets/instruments.ts'
import { formatDecimal, formatUnits, type Lots, PRICE_DECIMALS, type Ticks, type Units } from '../../contract/money.ts'
import type { MarketDefinition } from './listing-definitions.ts'
import type { Table } from './protocol.ts'

type Problem = { readonly problem: string }

/** `price` in 10⁻¹⁰ of the quote currency. */
export function ticksOf(tick: bigint, price: bigint): Ticks | Problem {
  const ticks = price / tick
  if (price % tick === 0n && ticks <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(ticks) as Ticks
  const [value, size] = [price, tick].map((each) => formatDecimal(each, PRICE_DECIMALS))
  return { problem: `the price ${value} is not a multiple of the tick size ${size}` }
}

function lotsOf(lot: Units, amount: Units): Lots | Problem {
  const lots = amount / lot
  if (amount % lot === 0n && lots <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(lots) as Lots
  return { problem: `the amount ${formatUnits(amount)} is not a multiple of the lot size ${formatUnits(lot)}` }
}

type Terms = {
  readonly tick: bigint
  readonly lot: Units
  readonly referencePrice: Ticks
  readonly rules: PairRules
}

export function termsOf(definition: MarketDefinition): Terms | Problem {
  const { tickSize: tick, lotSize: lot, status, band, makerFee, takerFee } = definition
  if (tickLotOf(tick, lot) === undefined)
    return { problem: 'tickSize × lotSize must be a multiple of 0.00000001, so that every total is exact' }
  const referencePrice = ticksOf(tick, definition.referencePrice)
  if (typeof referencePrice !== 'number') return referencePrice
  const limits = limitsOf(lot, definition)
  if ('problem' in limits) return limits
  return { tick, lot, referencePrice, rules: { status, ...limits, band, makerFee, takerFee } }
}

type Limits = Pick<MarketDefinition, 'minAmount' | 'maxAmount' | 'minTotal' | 'maxTotal'>
type LimitRules = Pick<PairRules, 'minQuantity' | 'maxQuantity' | 'minNotional' | 'maxNotional'>

export function limitsOf(lot: Units, { minAmount, maxAmount, minTotal, maxTotal }: Limits): LimitRules | Problem {
  const [minQuantity, maxQuantity] = [lotsOf(lot, minAmount), lotsOf(lot, maxAmount)]
  if (typeof minQuantity !== 'number') return minQuantity
  if (typeof maxQuantity !== 'number') return maxQuantity
  return { minQuantity, maxQuantity, minNotional: minTotal, maxNotional: maxTotal }
}

/** With `lastPrice` and whether that is the reference price. */
export const marketRow = (pair: Pair, lastPrice: Ticks, hasTraded: boolean): readonly string[] => {
  const { rules } = pair
  return [
    pair.symbol,
    rules.status,
    `${priceText(pair, lastPrice)}${hasTraded ? '' : ' (reference)'}`,
    tickText(pair),
    lotText(pair),
    `${quantityText(pair, rules.minQuantity)} to ${quantityText(pair, rules.maxQuantity)}`,
    `${formatUnits(rules.minNotional)} to ${formatUnits(rules.maxNotional)}`,
    `${percentText(rules.band)} %`,
    `${percentText(rules.makerFee)} %`,
    `${percentText(rules.takerFee)} %`,
  ]
}

export const MARKET_HEADING: Table[number] = [
  ...['market', 'status', 'price', 'tick', 'lot', 'amount', 'total', 'band', 'maker fee', 'taker fee'],
]
