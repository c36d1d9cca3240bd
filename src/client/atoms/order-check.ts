/** May this draft be sent, and if not, why? The words stand on the button. Pure. */

import { cost, lotText, type Pair, quantityUnits } from '../../contract/catalogue.ts'
import type { Lots, Ticks, Units } from '../../contract/money.ts'
import { checkTerms, DEFAULT_SLIPPAGE, type OrderTerms } from '../../contract/order-rules.ts'
import { type Refusal, refusalText } from '../../contract/refusals.ts'
import { grouped } from '../format/numbers.ts'
import { moneyWords } from '../format/pair-numbers.ts'
import * as trade from '../text/en-trade.ts'
import type { Draft } from './empty-draft.ts'
import { type Field, type Funds, lotsOf, ticksOf, totalOf } from './order-draft.ts'

export type Check =
  | { readonly ok: true; readonly terms: OrderTerms }
  | { readonly ok: false; readonly why: string; readonly field?: Field }

type Around = {
  readonly funds: Funds
  /** The last trade, or the pair's reference. */
  readonly last: Ticks
  /** The best price a market order would meet. */
  readonly best: Ticks | undefined
  readonly isLive: boolean
}

export function checkDraft(pair: Pair, draft: Draft, around: Around): Check {
  if (pair.rules.status !== 'trading') return { ok: false, why: trade.form.paused(pair.symbol) }
  if (draft.type === 'market' && !around.isLive) return { ok: false, why: trade.form.wait }
  const terms = termsOf(pair, draft)
  if ('ok' in terms) return terms
  const best = around.best
  if (terms.type === 'market' && best === undefined) return { ok: false, why: trade.form.noLiquidity }
  const refusal = checkTerms(pair, draft.side, terms, around.last, best ?? around.last)
  if (refusal)
    return { ok: false, why: shortly(refusal), field: refusal.code === 'PRICE_BAND' ? 'price' : amountField(draft) }
  const [need, have, symbol] =
    draft.side === 'buy'
      ? [neededToBuy(pair, terms), around.funds.quote, pair.quote.symbol]
      : [neededToSell(pair, terms), around.funds.base, pair.base.symbol]
  return need > have ? { ok: false, why: trade.form.notEnough(symbol), field: amountField(draft) } : { ok: true, terms }
}

export const amountField = (draft: Draft): Field => (draft.type === 'market' ? draft.by : 'amount')

function termsOf(pair: Pair, draft: Draft): OrderTerms | Extract<Check, { ok: false }> {
  const [price, quantity, total] = [ticksOf(pair, draft), lotsOf(pair, draft), totalOf(draft)]
  if (draft.type === 'market' && draft.by === 'total')
    return total
      ? { type: 'market', by: 'total', total, slippage: DEFAULT_SLIPPAGE }
      : { ok: false, why: trade.form.enterAmount }
  if (draft.type === 'limit' && !price) return { ok: false, why: trade.form.enterPrice }
  if (!quantity) return tooFew(pair, draft)
  if (draft.type === 'market') return { type: 'market', by: 'quantity', quantity, slippage: DEFAULT_SLIPPAGE }
  const { timeInForce, isPostOnly: postOnly } = draft
  return { type: 'limit', price: price as Ticks, quantity, timeInForce, postOnly }
}

/** Nothing typed, or less than one lot. */
function tooFew(pair: Pair, draft: Draft): Extract<Check, { ok: false }> {
  if (!/[1-9]/.test(draft.amount + (draft.type === 'limit' ? draft.total : '')))
    return { ok: false, why: trade.form.enterAmount }
  return { ok: false, why: trade.form.minAmount(`${grouped(lotText(pair))} ${pair.base.symbol}`), field: 'amount' }
}

/** An estimate never stands in the way: a market order by amount spends what there is. */
function neededToBuy(pair: Pair, terms: OrderTerms): Units {
  if (terms.type === 'limit') return cost(pair, terms.price, terms.quantity)
  return terms.by === 'total' ? terms.total : 1n
}

function neededToSell(pair: Pair, terms: OrderTerms): Units {
  const quantity = terms.type === 'market' && terms.by === 'total' ? (1 as Lots) : terms.quantity
  return quantityUnits(pair, quantity)
}

/** A refusal in the few words that fit on a button. */
function shortly(refusal: Refusal): string {
  const { min = '', max = '', currency = '' } = refusal.params
  switch (refusal.code) {
    case 'MIN_AMOUNT':
      return trade.form.minAmount(`${grouped(min)} ${currency}`)
    case 'MAX_AMOUNT':
      return trade.form.maxAmount(`${grouped(max)} ${currency}`)
    case 'MIN_NOTIONAL':
      return trade.form.minTotal(`${moneyWords(min)} ${currency}`)
    case 'MAX_NOTIONAL':
      return trade.form.maxTotal(`${moneyWords(max)} ${currency}`)
    case 'PRICE_BAND':
      return trade.form.band
    default:
      return refusalText(refusal)
  }
}
