/** The markets of a list, filtered by a search and sorted. */

import { atom } from 'jotai'
import { VALUATION_CURRENCY } from '../../../contract/markets/valuation.ts'
import { clockAtom } from '../app/clock.ts'
import { favoriteIdsAtom } from './favorites.ts'
import {
  biggestMoves,
  type MarketListName,
  type MarketOrder,
  marketsInList,
  searchMarkets,
  sortMarkets,
} from './market-sorting.ts'
import { type Market, offeredMarketsAtom } from './markets.ts'

const HOUR_MILLIS = 3_600_000
const NEW_FOR_MILLIS = 30 * 24 * HOUR_MILLIS

/** Changes once an hour, so that the list is not computed every second. */
const newSinceAtom = atom((get) => Math.floor(get(clockAtom) / HOUR_MILLIS) * HOUR_MILLIS - NEW_FOR_MILLIS)

type MarketQuery = { readonly list: MarketListName; readonly search: string; readonly order: MarketOrder }

const listAtom = atom((get) => {
  const [markets, favorites, newSince] = [get(offeredMarketsAtom), get(favoriteIdsAtom), get(newSinceAtom)]
  return (list: MarketListName) => marketsInList(list, markets, { favorites, newSince })
})

export const findMarketsAtom = atom((get) => {
  const markets = get(listAtom)
  return ({ list, search, order }: MarketQuery): readonly Market[] =>
    sortMarkets(searchMarkets(markets(list), search), order)
})

const [MIN_GAINERS, MAX_LEADERS] = [3, 6]
const MAX_SUGGESTED = 6
type Leaders = { readonly are: 'gainers' | 'moves'; readonly markets: readonly Market[] }

/** The top gainers; with fewer than three gainers, the largest changes in either direction. */
export const leadersAtom = atom((get): Leaders => {
  const gainers = get(listAtom)('gainers')
  return gainers.length >= MIN_GAINERS
    ? { are: 'gainers', markets: gainers.slice(0, MAX_LEADERS) }
    : { are: 'moves', markets: biggestMoves(get(offeredMarketsAtom)).slice(0, MAX_LEADERS) }
})

/** Suggestions for a user without favorites. */
export const suggestedMarketsAtom = atom((get) => get(listAtom)('hot').slice(0, MAX_SUGGESTED))

const MAX_FIRST_COINS = 3

/** The markets with the largest turnover that trade against the currency of all valuations. */
export const firstCoinsAtom = atom((get) =>
  get(listAtom)('hot')
    .filter(({ pair }) => pair.quote.symbol === VALUATION_CURRENCY && pair.rules.status === 'trading')
    .slice(0, MAX_FIRST_COINS),
)
