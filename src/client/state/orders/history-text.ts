/** Text of the user's orders and fills of one coin. */

import type { Pair } from '../../../contract/markets/instruments.ts'
import { formatUnits, minus, ZERO } from '../../../contract/money.ts'
import type { OrderView, UserTradeView } from '../../../contract/orders/views.ts'
import { grouped, MINUS } from '../../format/numbers.ts'
import { formatMoney, formatPrice, formatUnitsExact, formatUnitsMoney } from '../../format/pair-numbers.ts'
import { smallPriceText } from '../../format/small-price.ts'
import { assetsText } from '../../text/assets.ts'
import { tradeText } from '../../text/trade.ts'
import type { Market } from '../markets/markets.ts'
import { unitsOf } from '../portfolio/balances.ts'
import { netAmounts } from './net-amounts.ts'
import { filledPercent, hasFill, orderedText } from './ordered-text.ts'

export type HistoryText = {
  readonly title: string
  readonly line: string
  readonly figure: string
  readonly under: string
}

/** `Limit buy`, `Filled`, how the order changed the balance of `symbol`, net of the fee; before a fill, what was ordered. */
export function orderText({ pair }: Market, order: OrderView, symbol: string): HistoryText {
  const price = order.avg_price ?? order.price
  const line = tradeText.orders.states[order.status]
  const isPart = hasFill(order) && order.status !== 'filled'
  return {
    title: assetsText.asset.order[order.type][order.side],
    line: isPart ? `${line} · ${tradeText.orders.filled} ${filledPercent(order)}` : line,
    figure: hasFill(order) ? changeOf(pair, order, symbol) : orderedText(pair, order),
    under: price === null ? assetsText.asset.notFilled : assetsText.asset.at(smallPriceText(formatPrice(pair, price))),
  }
}

function changeOf(pair: Pair, order: OrderView, symbol: string): string {
  const { base, quote } = netAmounts(pair, order)
  const isBase = pair.base.symbol === symbol
  const sign = isBase === (order.side === 'buy') ? '+' : MINUS
  return `${sign}${isBase ? formatUnitsExact(base) : formatUnitsMoney(quote)} ${symbol}`
}

/** How a fill changed the balance of `symbol`, net of the fee. */
export function fillText({ pair }: Market, fill: UserTradeView, symbol: string): HistoryText {
  const isBase = pair.base.symbol === symbol
  const [isBuy, price] = [fill.side === 'buy', smallPriceText(formatPrice(pair, fill.price))]
  const isReceived = isBase === isBuy
  const fee = fill.fee_currency === symbol ? unitsOf(fill.fee) : ZERO
  const amount = formatUnits(minus(unitsOf(isBase ? fill.volume : fill.total), fee))
  const base = isBase ? '' : `${pair.base.symbol} `
  return {
    title: isBuy ? assetsText.asset.bought(base, price) : assetsText.asset.sold(base, price),
    line: '',
    figure: `${isReceived ? '+' : MINUS}${isBase ? grouped(amount) : formatMoney(amount)}`,
    under: assetsText.asset.fee(`${grouped(fill.fee)} ${fill.fee_currency}`),
  }
}
