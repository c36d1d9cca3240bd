/** Validates the draft. `reason` is the text on the disabled button. Pure. */

import { assertNever } from '../../../contract/assert-never.ts'
import { cost, lotText, type Pair, quantityUnits } from '../../../contract/markets/instruments.ts'
import type { Lots, Ticks, Units } from '../../../contract/money.ts'
import { checkOrder } from '../../../contract/orders/check-order.ts'
import type { OrderTerms } from '../../../contract/orders/order-terms.ts'
import { limitPrice, quantityOf } from '../../../contract/orders/order-terms.ts'
import { DEFAULT_SLIPPAGE } from '../../../contract/orders/parse-order.ts'
import { type Refusal, refusalText } from '../../../contract/refusals.ts'
import { grouped } from '../../format/numbers.ts'
import { formatMoney } from '../../format/pair-numbers.ts'
import { tradeText } from '../../text/trade.ts'
import { openNumberText } from '../app/open-number-text.ts'
import type { Draft } from './draft.ts'
import { type Field, type Funds, lotsOf, ticksOf, totalOf } from './edit.ts'

type Check =
  | { readonly ok: true; readonly terms: OrderTerms }
  | { readonly ok: false; readonly reason: string; readonly field?: Field }

type MarketState = {
  readonly funds: Funds
  /** The last trade's price, or the pair's reference price. */
  readonly last: Ticks
  /** The best price that a market order would match. */
  readonly best: Ticks | undefined
  readonly isLive: boolean
}

export function checkDraft(pair: Pair, draft: Draft, state: MarketState): Check {
  if (pair.rules.status !== 'trading') return { ok: false, reason: tradeText.form.paused(pair.symbol) }
  if (draft.type === 'market' && !state.isLive) return { ok: false, reason: tradeText.form.wait }
  const terms = termsOf(pair, draft)
  if ('ok' in terms) return terms
  const best = state.best
  if (limitPrice(terms) === undefined && best === undefined) return { ok: false, reason: tradeText.form.noLiquidity }
  const refusal = checkOrder(pair, draft.side, terms, state.last, best ?? state.last)
  if (refusal)
    return {
      ok: false,
      reason: shortRefusalText(refusal),
      field: refusal.code === 'PRICE_BAND' ? 'price' : amountField(draft),
    }
  const [need, have, symbol] =
    draft.side === 'buy'
      ? [neededToBuy(pair, terms), state.funds.quote, pair.quote.symbol]
      : [neededToSell(pair, terms), state.funds.base, pair.base.symbol]
  return need > have
    ? { ok: false, reason: tradeText.form.notEnough(symbol), field: amountField(draft) }
    : { ok: true, terms }
}

const amountField = (draft: Draft): Field => (draft.type === 'market' ? draft.by : 'amount')

function termsOf(pair: Pair, draft: Draft): OrderTerms | Extract<Check, { ok: false }> {
  const open = openField(draft)
  if (open !== undefined) return open
  const [price, quantity, total] = [ticksOf(pair, draft), lotsOf(pair, draft), totalOf(pair, draft)]
  if (draft.type === 'market' && draft.by === 'total')
    return total
      ? { type: 'market', by: 'total', total, slippage: DEFAULT_SLIPPAGE }
      : { ok: false, reason: tradeText.form.enterAmount }
  if (draft.type === 'limit' && !price) return { ok: false, reason: tradeText.form.enterPrice }
  if (!quantity) return missingAmount(pair, draft)
  if (draft.type === 'market') return { type: 'market', by: 'quantity', quantity, slippage: DEFAULT_SLIPPAGE }
  const { timeInForce, isPostOnly: postOnly } = draft
  return { type: 'limit', price: price as Ticks, quantity, timeInForce, postOnly }
}

/** A field whose text could be two numbers. */
function openField(draft: Draft): Extract<Check, { ok: false }> | undefined {
  for (const field of ['price', 'amount', 'total'] as const) {
    const reason = openNumberText(draft[field])
    if (reason !== undefined) return { ok: false, reason, field }
  }
  return undefined
}

/** No amount typed, or less than one lot. */
function missingAmount(pair: Pair, draft: Draft): Extract<Check, { ok: false }> {
  if (!/[1-9]/.test(draft.amount + (draft.type === 'limit' ? draft.total : '')))
    return { ok: false, reason: tradeText.form.enterAmount }
  return {
    ok: false,
    reason: tradeText.form.minAmount(`${grouped(lotText(pair))} ${pair.base.symbol}`),
    field: 'amount',
  }
}

const ONE_UNIT = 1n as Units

/** A market buy by quantity is not blocked by an estimate: it spends at most the balance. */
function neededToBuy(pair: Pair, terms: OrderTerms): Units {
  switch (terms.type) {
    case 'limit':
      return cost(pair, terms.price, terms.quantity)
    case 'market':
      return terms.by === 'total' ? terms.total : ONE_UNIT
    default:
      return assertNever(terms)
  }
}

function neededToSell(pair: Pair, terms: OrderTerms): Units {
  return quantityUnits(pair, quantityOf(terms) ?? (1 as Lots))
}

/** A refusal as a text that fits on a button. */
function shortRefusalText(refusal: Refusal): string {
  const { min = '', max = '', currency = '' } = refusal.params
  switch (refusal.code) {
    case 'MIN_AMOUNT':
      return tradeText.form.minAmount(`${grouped(min)} ${currency}`)
    case 'MAX_AMOUNT':
      return tradeText.form.maxAmount(`${grouped(max)} ${currency}`)
    case 'MIN_NOTIONAL':
      return tradeText.form.minTotal(`${formatMoney(min)} ${currency}`)
    case 'MAX_NOTIONAL':
      return tradeText.form.maxTotal(`${formatMoney(max)} ${currency}`)
    case 'PRICE_BAND':
      return tradeText.form.band
    default:
      return refusalText(refusal)
  }
}
