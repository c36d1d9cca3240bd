/** What to tell the reader about an order: in a sentence, with the figures. */

import type { Pair } from '../../contract/catalogue.ts'
import type { OrderView } from '../../contract/views.ts'
import { grouped } from '../format/numbers.ts'
import { amountPlain, priceWords } from '../format/pair-numbers.ts'
import { smallPriceText } from '../format/small-price.ts'
import * as trade from '../text/en-trade.ts'
import type { Notice } from './host.ts'

export function tellOrder(pair: Pair, order: OrderView): Notice {
  const filled = amountOf(pair, order.filled_volume)
  const asked = order.volume === null ? undefined : amountOf(pair, order.volume)
  const partly = asked === undefined ? `${doneAt(pair, order)}.` : trade.said.partly(filled, asked)
  const hasFill = /[1-9]/.test(order.filled_volume)
  switch (order.status) {
    case 'filled':
      return { kind: 'success', title: trade.said.filled, detail: doneAt(pair, order) }
    case 'partially_filled':
      return { kind: 'success', title: trade.said.partlyFilled, detail: `${partly} ${trade.said.restOpen}` }
    case 'open': {
      const side = order.side === 'buy' ? trade.form.buy : trade.form.sell
      const price = smallPriceText(priceWords(pair, order.price ?? '0'))
      return { kind: 'success', title: trade.said.placed, detail: trade.said.resting(side, asked ?? filled, price) }
    }
    case 'cancelled':
    case 'expired':
      return hasFill
        ? { kind: 'success', title: trade.said.partlyFilled, detail: `${partly} ${trade.said.restReturned}` }
        : { kind: 'blank', title: trade.said.expired, detail: trade.said.expiredLine }
  }
}

const amountOf = (pair: Pair, amount: string) => `${grouped(trimmed(amountPlain(pair, amount)))} ${pair.base.symbol}`

/** Zeros at the end say nothing in a sentence. */
const trimmed = (amount: string) => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)

function doneAt(pair: Pair, order: OrderView): string {
  const price = smallPriceText(priceWords(pair, order.avg_price ?? order.price ?? '0'))
  const filled = amountOf(pair, order.filled_volume)
  return order.side === 'buy' ? trade.said.bought(filled, price) : trade.said.sold(filled, price)
}
