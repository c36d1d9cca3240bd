import { PRICE_DECIMALS, parseDecimal } from '../../contract/money.ts'
import type { Market } from './pairs.ts'

export type MarketOrder = { readonly by: 'none' | 'name' | 'price' | 'change' | 'turnover'; readonly isDown: boolean }
export type Movers = 'hot' | 'gainers' | 'losers'

const priceOf = ({ view }: Market): bigint => parseDecimal(view.price, PRICE_DECIMALS) ?? 0n
const turnoverOf = ({ view }: Market): bigint => parseDecimal(view.turnover_24h ?? '', PRICE_DECIMALS) ?? -1n
/** Unknown is neither up nor down. */
const changeOf = ({ view }: Market): number => Number(view.percent_change_24h ?? 0)

/** As the exchange lists them, by name, or by a figure. */
export function sortMarkets(markets: readonly Market[], { by, isDown }: MarketOrder): readonly Market[] {
  if (by === 'none') return markets
  const way = isDown ? -1 : 1
  return [...markets].sort((one, other) => way * compare(by, one, other))
}

function compare(by: Exclude<MarketOrder['by'], 'none'>, one: Market, other: Market): number {
  switch (by) {
    case 'name':
      return one.pair.symbol.localeCompare(other.pair.symbol)
    case 'price':
      return sign(priceOf(one) - priceOf(other))
    case 'change':
      return changeOf(one) - changeOf(other)
    case 'turnover':
      return sign(turnoverOf(one) - turnoverOf(other))
  }
}

const sign = (difference: bigint): number => (difference === 0n ? 0 : difference < 0n ? -1 : 1)

/** What was traded most, rose most, fell most. */
export function moversOf(markets: readonly Market[], movers: Movers): readonly Market[] {
  if (movers === 'hot') return sortMarkets(markets, { by: 'turnover', isDown: true })
  const isUp = movers === 'gainers'
  const moved = markets.filter((market) => (isUp ? changeOf(market) > 0 : changeOf(market) < 0))
  return sortMarkets(moved, { by: 'change', isDown: isUp })
}
