/** The reader's own past with a coin, in words: their orders, and what their fills did to what they have of it. */

import { formatUnits } from '../../contract/money.ts'
import type { OrderView, UserTradeView } from '../../contract/views.ts'
import { grouped, MINUS } from '../format/numbers.ts'
import { amountWords, moneyWords, priceWords } from '../format/pair-numbers.ts'
import { smallPriceText } from '../format/small-price.ts'
import { asset } from '../text/en-assets.ts'
import * as trade from '../text/en-trade.ts'
import { unitsOf } from './balances.ts'
import type { Market } from './pairs.ts'

export type PastWords = {
  readonly title: string
  readonly line: string
  readonly figure: string
  readonly under: string
}

/** `Limit buy`, `Filled`; how much of how much, and at what price. */
export function orderWords({ pair }: Market, order: OrderView): PastWords {
  const [filled, price] = [amountWords(pair, order.filled_volume), order.avg_price ?? order.price]
  const asked = order.volume === null ? undefined : amountWords(pair, order.volume)
  return {
    title: asset.order[order.type][order.side],
    line: trade.orders.states[order.status],
    figure: `${asked === undefined || asked === filled ? filled : `${filled} / ${asked}`} ${pair.base.symbol}`,
    under: price === null ? asset.notFilled : asset.at(smallPriceText(priceWords(pair, price))),
  }
}

/** What a fill did to `symbol`: what was bought came, what was paid went, the fee off what came. */
export function fillWords({ pair }: Market, fill: UserTradeView, symbol: string): PastWords {
  const isBase = pair.base.symbol === symbol
  const [isBuy, price] = [fill.side === 'buy', smallPriceText(priceWords(pair, fill.price))]
  const came = isBase === isBuy
  const fee = fill.fee_currency === symbol ? unitsOf(fill.fee) : 0n
  const amount = formatUnits(unitsOf(isBase ? fill.volume : fill.total) - fee)
  const base = isBase ? '' : `${pair.base.symbol} `
  return {
    title: isBuy ? asset.bought(base, price) : asset.sold(base, price),
    line: '',
    figure: `${came ? '+' : MINUS}${isBase ? grouped(amount) : moneyWords(amount)}`,
    under: asset.fee(`${grouped(fill.fee)} ${fill.fee_currency}`),
  }
}
