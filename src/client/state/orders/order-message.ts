/** The notification about an order's outcome. */

import type { Pair } from '../../../contract/markets/instruments.ts'
import type { OrderView } from '../../../contract/orders/views.ts'
import { grouped } from '../../format/numbers.ts'
import { formatPrice, formatUnitsExact, formatUnitsMoney, plainAmount } from '../../format/pair-numbers.ts'
import { smallPriceText } from '../../format/small-price.ts'
import { tradeText } from '../../text/trade.ts'
import type { Toast } from '../app/host.ts'
import { netAmounts } from './net-amounts.ts'

export function orderToast(pair: Pair, order: OrderView): Toast {
  const filled = amountOf(pair, order.filled_volume)
  const ordered = order.volume === null ? undefined : amountOf(pair, order.volume)
  const partly = ordered === undefined ? `${exchanged(pair, order)}.` : tradeText.outcome.partly(filled, ordered)
  const hasFill = /[1-9]/.test(order.filled_volume)
  switch (order.status) {
    case 'filled':
      return { kind: 'success', title: tradeText.outcome.filled, detail: exchanged(pair, order) }
    case 'partially_filled':
      return {
        kind: 'success',
        title: tradeText.outcome.partlyFilled,
        detail: `${partly} ${tradeText.outcome.restOpen}`,
      }
    case 'open': {
      const side = order.side === 'buy' ? tradeText.form.buy : tradeText.form.sell
      const price = smallPriceText(formatPrice(pair, order.price ?? '0'))
      return {
        kind: 'success',
        title: tradeText.outcome.placed,
        detail: tradeText.outcome.resting(side, ordered ?? filled, price),
      }
    }
    case 'cancelled':
    case 'expired':
      return hasFill
        ? {
            kind: 'success',
            title: tradeText.outcome.partlyFilled,
            detail: `${partly} ${tradeText.outcome.restReturned}`,
          }
        : { kind: 'blank', title: tradeText.outcome.expired, detail: tradeText.outcome.expiredLine }
  }
}

const amountOf = (pair: Pair, amount: string) => `${grouped(trimZeros(plainAmount(pair, amount)))} ${pair.base.symbol}`

/** Removes trailing zeros. */
const trimZeros = (amount: string) => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)

/** What is bought and sold, as the balances show it. */
function exchanged(pair: Pair, order: OrderView): string {
  const { base, quote } = netAmounts(pair, order)
  const [coins, money] = [
    `${formatUnitsExact(base)} ${pair.base.symbol}`,
    `${formatUnitsMoney(quote)} ${pair.quote.symbol}`,
  ]
  return order.side === 'buy' ? tradeText.outcome.bought(coins, money) : tradeText.outcome.sold(coins, money)
}
