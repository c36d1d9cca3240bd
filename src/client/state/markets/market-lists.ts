/** The markets as lists show them: by the name of the list, what is searched for, and an order. */

import { atom } from 'jotai'
import { clockAtom } from './clock.ts'
import { favoriteIdsAtom } from './favorites.ts'
import {
  biggestMoves,
  type MarketListName,
  type MarketOrder,
  marketsIn,
  searchMarkets,
  sortMarkets,
} from './market-order.ts'
import { allMarketsAtom, type Market } from './pairs.ts'

const HOUR_MILLIS = 3_600_000
const NEW_FOR_MILLIS = 30 * 24 * HOUR_MILLIS

/** Moves once an hour: a list of months needs no second hand. */
const newSinceAtom = atom((get) => Math.floor(get(clockAtom) / HOUR_MILLIS) * HOUR_MILLIS - NEW_FOR_MILLIS)

export type MarketQuery = { readonly list: MarketListName; readonly search: string; readonly order: MarketOrder }

const listAtom = atom((get) => {
  const [markets, favorites, newSince] = [get(allMarketsAtom), get(favoriteIdsAtom), get(newSinceAtom)]
  return (list: MarketListName) => marketsIn(list, markets, { favorites, newSince })
})

export const findMarketsAtom = atom((get) => {
  const markets = get(listAtom)
  return ({ list, search, order }: MarketQuery): readonly Market[] =>
    sortMarkets(searchMarkets(markets(list), search), order)
})

const [LEAST_LEADERS, MOST_LEADERS] = [3, 6]
const MOST_SUGGESTED = 6
export type Leaders = { readonly are: 'gainers' | 'moves'; readonly markets: readonly Market[] }

/** What rose most; on a day on which hardly anything rises, what moved most. */
export const leadersAtom = atom((get): Leaders => {
  const gainers = get(listAtom)('gainers')
  return gainers.length >= LEAST_LEADERS
    ? { are: 'gainers', markets: gainers.slice(0, MOST_LEADERS) }
    : { are: 'moves', markets: biggestMoves(get(allMarketsAtom)).slice(0, MOST_LEADERS) }
})

/** What somebody without favorites may want to star. */
export const suggestedMarketsAtom = atom((get) => get(listAtom)('hot').slice(0, MOST_SUGGESTED))
