/** Text of the user's orders and fills of one coin. */

import { formatUnits, minus, ZERO } from '../../../contract/money.ts'
import type { OrderView, UserTradeView } from '../../../contract/orders/views.ts'
import { grouped, MINUS } from '../../format/numbers.ts'
import { formatAmount, formatMoney, formatPrice } from '../../format/pair-numbers.ts'
import { smallPriceText } from '../../format/small-price.ts'
import { assetsText } from '../../text/assets.ts'
import { tradeText } from '../../text/trade.ts'
import type { Market } from '../markets/markets.ts'
import { unitsOf } from '../portfolio/balances.ts'

export type HistoryText = {
  readonly title: string
  readonly line: string
  readonly figure: string
  readonly under: string
}

/** `Limit buy`, `Filled`, filled amount of the ordered amount, price. */
export function orderText({ pair }: Market, order: OrderView): HistoryText {
  const [filled, price] = [formatAmount(pair, order.filled_volume), order.avg_price ?? order.price]
  const ordered = order.volume === null ? undefined : formatAmount(pair, order.volume)
  return {
    title: assetsText.asset.order[order.type][order.side],
    line: tradeText.orders.states[order.status],
    figure: `${ordered === undefined || ordered === filled ? filled : `${filled} / ${ordered}`} ${pair.base.symbol}`,
    under: price === null ? assetsText.asset.notFilled : assetsText.asset.at(smallPriceText(formatPrice(pair, price))),
  }
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
