/** What to tell the reader about an order: in a sentence, with the figures. */

import { atom } from 'jotai'
import type { Pair } from '../../contract/catalogue.ts'
import type { OrderView } from '../../contract/views.ts'
import { grouped } from '../format/numbers.ts'
import { amountPlain, priceWords } from '../format/pair-numbers.ts'
import { smallPriceText } from '../format/small-price.ts'
import { text } from '../text/en.ts'
import { hostAtom, type Notice, notifyAtom } from './host.ts'
import { openOrdersAtom } from './orders.ts'
import { allMarketsAtom } from './pairs.ts'

export function tellOrder(pair: Pair, order: OrderView): Notice {
  const filled = amountOf(pair, order.filled_volume)
  const asked = order.volume === null ? undefined : amountOf(pair, order.volume)
  const partly = asked === undefined ? `${doneAt(pair, order)}.` : text.said.partly(filled, asked)
  const hasFill = /[1-9]/.test(order.filled_volume)
  switch (order.status) {
    case 'filled':
      return { kind: 'success', title: text.said.filled, detail: doneAt(pair, order) }
    case 'partially_filled':
      return { kind: 'success', title: text.said.partlyFilled, detail: `${partly} ${text.said.restOpen}` }
    case 'open': {
      const side = order.side === 'buy' ? text.form.buy : text.form.sell
      const price = smallPriceText(priceWords(pair, order.price ?? '0'))
      return { kind: 'success', title: text.said.placed, detail: text.said.resting(side, asked ?? filled, price) }
    }
    case 'cancelled':
    case 'expired':
      return hasFill
        ? { kind: 'success', title: text.said.partlyFilled, detail: `${partly} ${text.said.restReturned}` }
        : { kind: 'blank', title: text.said.expired, detail: text.said.expiredLine }
  }
}

/** Tells of fills of orders that rested; those just placed are told by the one who placed them. */
export const announceUpdateAtom = atom(null, (get, set, order: OrderView) => {
  if (get(hostAtom).commands.isPlacing(order.client_order_id)) return
  const known = get(openOrdersAtom)?.find(({ uuid }) => uuid === order.uuid)
  const pair = get(allMarketsAtom).find((market) => market.pair.id === order.pair_id)?.pair
  if (!known || !pair || known.filled_volume === order.filled_volume) return
  if (order.status === 'filled' || order.status === 'partially_filled')
    set(notifyAtom, { ...tellOrder(pair, order), id: order.uuid })
})

const amountOf = (pair: Pair, amount: string) => `${grouped(trimmed(amountPlain(pair, amount)))} ${pair.base.symbol}`

/** Zeros at the end say nothing in a sentence. */
const trimmed = (amount: string) => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)

function doneAt(pair: Pair, order: OrderView): string {
  const price = smallPriceText(priceWords(pair, order.avg_price ?? order.price ?? '0'))
  const filled = amountOf(pair, order.filled_volume)
  return order.side === 'buy' ? text.said.bought(filled, price) : text.said.sold(filled, price)
}
