/** What everybody may see of a pair: its rules, its price, its book. */

import { lotText, type Pair, percentText, priceText, quantityText, tickText } from '../../contract/catalogue.ts'
import { formatUnits, type Units } from '../../contract/money.ts'
import type { BookRow, CurrencyView, FullPairView, OrderBookView, PairView } from '../../contract/views.ts'
import type { BookSide } from '../../engine/matching/book.ts'
import { levels } from '../../engine/matching/depth.ts'
import type { Market } from '../../engine/state.ts'

const LEVELS_SHOWN = 50

export const currencyView = ({ id, symbol, name }: Pair['base']): CurrencyView => ({
  id,
  symbol,
  name,
  icon_url: iconUrl(symbol),
})

const iconUrl = (symbol: string): string => `/icons.svg#coin-${symbol.toLowerCase()}`

export const pairView = ({ pair, lastPrice }: Market): PairView => ({
  id: pair.id,
  base_currency_symbol: pair.base.symbol,
  base_currency_icon: iconUrl(pair.base.symbol),
  price: priceText(pair, lastPrice),
  percent_change_24h: null,
  changes: [],
})

export function fullPairView(market: Market): FullPairView {
  const { pair } = market
  const { rules } = pair
  return {
    ...pairView(market),
    symbol: pair.symbol,
    quote_currency_symbol: pair.quote.symbol,
    base_currency: currencyView(pair.base),
    quote_currency: currencyView(pair.quote),
    status: rules.status,
    tick_size: tickText(pair),
    step_size: lotText(pair),
    min_amount: quantityText(pair, rules.minQuantity),
    max_amount: quantityText(pair, rules.maxQuantity),
    min_notional: formatUnits(rules.minNotional),
    max_notional: formatUnits(rules.maxNotional),
    price_band_percent: percentText(rules.band),
    maker_fee_percent: percentText(rules.makerFee),
    taker_fee_percent: percentText(rules.takerFee),
    reference_price: priceText(pair, pair.referencePrice),
  }
}

export function bookView({ pair, book }: Market): OrderBookView {
  const [buy, sell] = [sideView(pair, book.buy), sideView(pair, book.sell)]
  const whole = buy.notional + sell.notional
  const share = whole === 0n ? null : (buy.notional * 10_000n) / whole
  return {
    buy: buy.rows,
    sell: sell.rows,
    buy_orders: book.buy.orders,
    sell_orders: book.sell.orders,
    buy_ratio: share === null ? null : hundredths(share),
    sell_ratio: share === null ? null : hundredths(10_000n - share),
  }
}

function sideView(pair: Pair, side: BookSide): { rows: BookRow[]; notional: Units } {
  const rows: BookRow[] = []
  let notional = 0n
  for (const { price, quantity } of levels(side)) {
    const total = BigInt(price) * BigInt(quantity) * pair.tickLot
    rows.push([priceText(pair, price), quantityText(pair, quantity), formatUnits(total)])
    notional += total
    if (rows.length === LEVELS_SHOWN) break
  }
  return { rows, notional }
}

const hundredths = (share: bigint): string => `${share / 100n}.${String(share % 100n).padStart(2, '0')}`
