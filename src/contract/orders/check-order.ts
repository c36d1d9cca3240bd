/** The trading rules of a pair that an order must meet. The order form and the engine call the same functions. */

import { assertNever } from '../assert-never.ts'
import { cost, type Pair, priceText, quantityText } from '../markets/instruments.ts'
import { refuseFiner } from '../markets/precision.ts'
import type { Side } from '../markets/side.ts'
import { formatUnits, type Lots, type Ppm, type Ticks, type Units } from '../money.ts'
import { type Refusal, refuse } from '../refusals.ts'
import type { OrderTerms } from './order-terms.ts'

/**
 * Checks price band, quantity and notional limits. `last` is the last trade price, or the reference price before the
 * first trade; a market order is valued at `best`, the best opposite price.
 */
export function checkOrder(pair: Pair, side: Side, terms: OrderTerms, last: Ticks, best: Ticks): Refusal | undefined {
  switch (terms.type) {
    case 'limit':
      if (terms.price <= 0) return refuse('REQUIRED_PRICE')
      if (terms.quantity <= 0) return refuse('REQUIRED_AMOUNT')
      if (isOutsideBand(pair, side, terms.price, last)) return refuse('PRICE_BAND', { last: priceText(pair, last) })
      return checkAmount(pair, terms.quantity, terms.price)
    case 'market':
      if (terms.by === 'total') return terms.total <= 0n ? refuse('REQUIRED_AMOUNT') : checkTotal(pair, terms.total)
      return terms.quantity <= 0 ? refuse('REQUIRED_AMOUNT') : checkAmount(pair, terms.quantity, best)
    default:
      return assertNever(terms)
  }
}

const checkAmount = (pair: Pair, quantity: Lots, price: Ticks): Refusal | undefined =>
  checkQuantity(pair, quantity) ?? checkNotional(pair, cost(pair, price, quantity))

/** Only the harmful direction is limited: a buy far above or a sell far below the market. */
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

const checkTotal = (pair: Pair, total: Units): Refusal | undefined =>
  refuseFiner(pair.quote, total) ?? checkNotional(pair, total)

function checkNotional(pair: Pair, total: Units): Refusal | undefined {
  const { minNotional, maxNotional } = pair.rules
  const currency = pair.quote.symbol
  if (total < minNotional) return refuse('MIN_NOTIONAL', { min: formatUnits(minNotional), currency })
  if (total > maxNotional) return refuse('MAX_NOTIONAL', { max: formatUnits(maxNotional), currency })
  return undefined
}

/** The price limit of a market order: `slippage` away from the best price, rounded toward it. */
export function worstPrice(side: Side, best: Ticks, slippage: Ppm): Ticks {
  const million = 1_000_000n
  const scaled = BigInt(best) * (side === 'buy' ? million + BigInt(slippage) : million - BigInt(slippage))
  return Number(side === 'buy' ? scaled / million : (scaled + million - 1n) / million) as Ticks
}
