/** Is this order well formed? The form and the engine ask the same functions. */

import { cost, lotText, type Pair, parsePrice, parseQuantity, priceText, quantityText, tickText } from './catalogue.ts'
import {
  formatUnits,
  type Lots,
  PERCENT_DECIMALS,
  type Ppm,
  parseDecimal,
  parseUnits,
  type Ticks,
  type Units,
} from './money.ts'
import { type Refusal, refuse } from './refusals.ts'
import type { PlaceOrderBody } from './views.ts'

export type Side = 'buy' | 'sell'
export type TimeInForce = 'GTC' | 'IOC' | 'FOK'

/** What is asked of the book. A market order names either a quantity or a total of the quote currency. */
export type OrderTerms =
  | {
      readonly type: 'limit'
      readonly price: Ticks
      readonly quantity: Lots
      readonly timeInForce: TimeInForce
      readonly postOnly: boolean
    }
  | { readonly type: 'market'; readonly by: 'quantity'; readonly quantity: Lots; readonly slippage: Ppm }
  | { readonly type: 'market'; readonly by: 'total'; readonly total: Units; readonly slippage: Ppm }

export const DEFAULT_SLIPPAGE: Ppm = 50_000
const MAX_SLIPPAGE: Ppm = 500_000

/** Turns the wire's decimal strings into whole ticks, lots and units. Refuses what is no such number. */
export function readTerms(pair: Pair, body: PlaceOrderBody): OrderTerms | Refusal {
  return body.type === 'limit' ? readLimit(pair, body) : readMarket(pair, body)
}

export const isRefusal = (value: OrderTerms | Refusal): value is Refusal => 'code' in value

function readLimit(pair: Pair, body: PlaceOrderBody): OrderTerms | Refusal {
  if (body.total !== undefined || body.max_slippage !== undefined)
    return refuse('INVALID_REQUEST', { reason: 'A limit order has a price and a volume only.' })
  if (body.price === undefined) return refuse('REQUIRED_PRICE')
  const price = parsePrice(pair, body.price)
  if (price === undefined) return refuse('INVALID_NUMBER', { field: 'price' })
  if (price === 'off-tick') return refuse('PRICE_TICK', { tick: tickText(pair) })
  const quantity = readQuantity(pair, body.volume)
  if (typeof quantity !== 'number') return quantity
  const timeInForce = body.time_in_force ?? 'GTC'
  const postOnly = body.post_only ?? false
  if (postOnly && timeInForce !== 'GTC')
    return refuse('INVALID_REQUEST', { reason: 'A post-only order is good till cancelled.' })
  return { type: 'limit', price, quantity, timeInForce, postOnly }
}

function readMarket(pair: Pair, body: PlaceOrderBody): OrderTerms | Refusal {
  if (body.price !== undefined || body.post_only === true || (body.time_in_force ?? 'IOC') !== 'IOC')
    return refuse('INVALID_REQUEST', { reason: 'A market order has no price and is immediate or cancelled.' })
  if (body.total !== undefined && body.volume !== undefined)
    return refuse('INVALID_REQUEST', { reason: 'A market order has either a total or a volume.' })
  const slippage = body.max_slippage === undefined ? DEFAULT_SLIPPAGE : readPercent(body.max_slippage)
  if (slippage === undefined) return refuse('INVALID_NUMBER', { field: 'max_slippage' })
  if (body.total !== undefined) {
    const total = parseUnits(body.total)
    if (total === undefined) return refuse('INVALID_NUMBER', { field: 'total' })
    return total === 0n ? refuse('REQUIRED_AMOUNT') : { type: 'market', by: 'total', total, slippage }
  }
  const quantity = readQuantity(pair, body.volume)
  if (typeof quantity !== 'number') return quantity
  return { type: 'market', by: 'quantity', quantity, slippage }
}

function readQuantity(pair: Pair, text: string | undefined): Lots | Refusal {
  if (text === undefined) return refuse('REQUIRED_AMOUNT')
  const quantity = parseQuantity(pair, text)
  if (quantity === undefined) return refuse('INVALID_NUMBER', { field: 'volume' })
  if (quantity === 'off-lot') return refuse('LOT_STEP', { step: lotText(pair) })
  return quantity
}

function readPercent(text: string): Ppm | undefined {
  const ppm = parseDecimal(text, PERCENT_DECIMALS)
  return ppm !== undefined && ppm > 0n && ppm <= BigInt(MAX_SLIPPAGE) ? Number(ppm) : undefined
}

/**
 * Does the pair take such an order? `last` is the last trade's price, or the listed reference before the first;
 * a market order is measured at `best`, the best price it would meet.
 */
export function checkTerms(pair: Pair, side: Side, terms: OrderTerms, last: Ticks, best: Ticks): Refusal | undefined {
  if (terms.type === 'limit') {
    if (terms.price <= 0) return refuse('REQUIRED_PRICE')
    if (terms.quantity <= 0) return refuse('REQUIRED_AMOUNT')
    if (isOutsideBand(pair, side, terms.price, last)) return refuse('PRICE_BAND', { last: priceText(pair, last) })
    return checkQuantity(pair, terms.quantity) ?? checkNotional(pair, cost(pair, terms.price, terms.quantity))
  }
  if (terms.by === 'total') return terms.total <= 0n ? refuse('REQUIRED_AMOUNT') : checkNotional(pair, terms.total)
  if (terms.quantity <= 0) return refuse('REQUIRED_AMOUNT')
  return checkQuantity(pair, terms.quantity) ?? checkNotional(pair, cost(pair, best, terms.quantity))
}

/** Only the harmful side is bounded: a buy far above, a sell far below the market. */
function isOutsideBand(pair: Pair, side: Side, price: Ticks, last: Ticks): boolean {
  const million = 1_000_000n
  const band = BigInt(pair.rules.band)
  const [scaled, reference] = [BigInt(price) * million, BigInt(last)]
  return side === 'buy' ? scaled > reference * (million + band) : scaled < reference * (million - band)
}

function checkQuantity(pair: Pair, quantity: Lots): Refusal | undefined {
  const { minQuantity, maxQuantity } = pair.rules
  const currency = pair.base.symbol
  if (quantity < minQuantity) return refuse('MIN_AMOUNT', { min: quantityText(pair, minQuantity), currency })
  if (quantity > maxQuantity) return refuse('MAX_AMOUNT', { max: quantityText(pair, maxQuantity), currency })
  return undefined
}

function checkNotional(pair: Pair, total: Units): Refusal | undefined {
  const { minNotional, maxNotional } = pair.rules
  const currency = pair.quote.symbol
  if (total < minNotional) return refuse('MIN_NOTIONAL', { min: formatUnits(minNotional), currency })
  if (total > maxNotional) return refuse('MAX_NOTIONAL', { max: formatUnits(maxNotional), currency })
  return undefined
}

/** The worst price a market order may meet: `slippage` away from the best, rounded toward the best. */
export function worstPrice(side: Side, best: Ticks, slippage: Ppm): Ticks {
  const million = 1_000_000n
  const scaled = BigInt(best) * (side === 'buy' ? million + BigInt(slippage) : million - BigInt(slippage))
  return Number(side === 'buy' ? scaled / million : (scaled + million - 1n) / million) as Ticks
}
