import type { PairId } from '../../../contract/ids.ts'
import { PRICE_DECIMALS, parseDecimal } from '../../../contract/money.ts'
import { matchesCoin } from '../../format/coin-search.ts'
import { millisOf } from '../../format/times.ts'
import type { Market } from './markets.ts'

export type MarketOrder = { readonly by: 'none' | 'name' | 'price' | 'change' | 'turnover'; readonly isDown: boolean }
export type MarketListName = 'all' | 'favorites' | 'hot' | 'new' | 'gainers' | 'losers' | 'memes'

const priceOf = ({ view }: Market): bigint => parseDecimal(view.price, PRICE_DECIMALS) ?? 0n
const turnoverOf = ({ view }: Market): bigint => parseDecimal(view.turnover_24h ?? '', PRICE_DECIMALS) ?? -1n
/** An unknown change counts as zero. */
const changeOf = ({ view }: Market): number => Number(view.percent_change_24h ?? 0)
/** An unknown listing time counts as 1970. */
const listedAt = ({ view }: Market): number => (view.listed_at === null ? 0 : millisOf(view.listed_at))

/** `none` keeps the order of the exchange. */
export function sortMarkets(markets: readonly Market[], { by, isDown }: MarketOrder): readonly Market[] {
  if (by === 'none') return markets
  const factor = isDown ? -1 : 1
  return [...markets].sort((one, other) => factor * compare(by, one, other))
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

/** Largest absolute change first. */
export const biggestMoves = (markets: readonly Market[]): readonly Market[] =>
  [...markets].sort((one, other) => Math.abs(changeOf(other)) - Math.abs(changeOf(one)))

type ListContext = {
  readonly favorites: readonly PairId[]
  /** Pairs listed after this time are new, in milliseconds since 1970. */
  readonly newSince: number
}

/** The markets of a list, in its default order. */
export function marketsInList(
  list: MarketListName,
  markets: readonly Market[],
  context: ListContext,
): readonly Market[] {
  switch (list) {
    case 'all':
      return markets
    case 'favorites':
      return context.favorites.flatMap((id) => markets.filter(({ pair }) => pair.id === id))
    case 'new':
      return markets.filter((market) => listedAt(market) >= context.newSince).sort((a, b) => listedAt(b) - listedAt(a))
    default:
      return sortMarkets(markets.filter(belongsTo[list]), defaultOrder(list))
  }
}

const belongsTo: Readonly<Record<'hot' | 'gainers' | 'losers' | 'memes', (market: Market) => boolean>> = {
  hot: () => true,
  gainers: (market) => changeOf(market) > 0,
  losers: (market) => changeOf(market) < 0,
  memes: ({ view }) => view.tags.includes('meme'),
}

/** The order of a list until the user sorts it. */
export function defaultOrder(list: MarketListName): MarketOrder {
  switch (list) {
    case 'hot':
    case 'memes':
      return { by: 'turnover', isDown: true }
    case 'gainers':
      return { by: 'change', isDown: true }
    case 'losers':
      return { by: 'change', isDown: false }
    default:
      return { by: 'none', isDown: false }
  }
}

/** Matches the symbol of the pair or the name of the coin. */
export function searchMarkets(markets: readonly Market[], search: string): readonly Market[] {
  return markets.filter(({ pair }) => matchesCoin(pair.base, search, pair.symbol))
}
