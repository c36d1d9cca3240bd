/** Parses the decimal strings of an order body into ticks, lots and units. */

import { assertNever } from '../assert-never.ts'
import { lotText, type Pair, parsePrice, parseQuantity, tickText } from '../markets/instruments.ts'
import { type Lots, PERCENT_DECIMALS, type Ppm, parseDecimal, parseUnits } from '../money.ts'
import { isRefused, type Refusal, refuse } from '../refusals.ts'
import type { PlaceOrderBody } from './calls.ts'
import type { OrderTerms } from './order-terms.ts'

export const DEFAULT_SLIPPAGE: Ppm = 50_000

const MAX_SLIPPAGE: Ppm = 500_000

/** Returns the terms in whole ticks, lots and units, or a refusal for a malformed or missing number. */
export function parseOrder(pair: Pair, body: PlaceOrderBody): OrderTerms | Refusal {
  switch (body.type) {
    case 'limit':
      return parseLimit(pair, body)
    case 'market':
      return parseMarket(pair, body)
    default:
      return assertNever(body.type)
  }
}

function parseLimit(pair: Pair, body: PlaceOrderBody): OrderTerms | Refusal {
  if (body.total !== undefined || body.max_slippage !== undefined)
    return refuse('INVALID_REQUEST', { reason: 'A limit order takes a price and a volume only.' })
  if (body.price === undefined) return refuse('REQUIRED_PRICE')
  const price = parsePrice(pair, body.price)
  if (price === undefined) return refuse('INVALID_NUMBER', { field: 'price' })
  if (price === 'off-tick') return refuse('PRICE_TICK', { tick: tickText(pair) })
  const quantity = parseQuantityText(pair, body.volume)
  if (isRefused(quantity)) return quantity
  const timeInForce = body.time_in_force ?? 'GTC'
  const postOnly = body.post_only ?? false
  if (postOnly && timeInForce !== 'GTC') return refuse('INVALID_REQUEST', { reason: 'A post-only order must be GTC.' })
  return { type: 'limit', price, quantity, timeInForce, postOnly }
}

function parseMarket(pair: Pair, body: PlaceOrderBody): OrderTerms | Refusal {
  if (body.price !== undefined || body.post_only === true || (body.time_in_force ?? 'IOC') !== 'IOC')
    return refuse('INVALID_REQUEST', { reason: 'A market order takes no price and must be IOC.' })
  if (body.total !== undefined && body.volume !== undefined)
    return refuse('INVALID_REQUEST', { reason: 'A market order takes either a total or a volume.' })
  const slippage = body.max_slippage === undefined ? DEFAULT_SLIPPAGE : parsePercent(body.max_slippage)
  if (slippage === undefined) return refuse('INVALID_NUMBER', { field: 'max_slippage' })
  if (body.total !== undefined) {
    const total = parseUnits(body.total)
    if (total === undefined) return refuse('INVALID_NUMBER', { field: 'total' })
    return total === 0n ? refuse('REQUIRED_AMOUNT') : { type: 'market', by: 'total', total, slippage }
  }
  const quantity = parseQuantityText(pair, body.volume)
  if (isRefused(quantity)) return quantity
  return { type: 'market', by: 'quantity', quantity, slippage }
}

function parseQuantityText(pair: Pair, text: string | undefined): Lots | Refusal {
  if (text === undefined) return refuse('REQUIRED_AMOUNT')
  const quantity = parseQuantity(pair, text)
  if (quantity === undefined) return refuse('INVALID_NUMBER', { field: 'volume' })
  if (quantity === 'off-lot') return refuse('LOT_STEP', { step: lotText(pair) })
  return quantity
}

function parsePercent(text: string): Ppm | undefined {
  const ppm = parseDecimal(text, PERCENT_DECIMALS)
  return ppm !== undefined && ppm > 0n && ppm <= BigInt(MAX_SLIPPAGE) ? Number(ppm) : undefined
}
