/** The pairs the reader starred. Kept on this device, with their figures as they were when a star last changed. */

import { atom } from 'jotai'
import type { PairId } from '../../contract/ids.ts'
import { text } from '../text/en.ts'
import { notifyAtom } from './host.ts'
import { keptAtom } from './kept.ts'
import { type Market, marketsAtom } from './pairs.ts'

export type Favorite = {
  readonly id: PairId
  /** `BTC/USDT`. */
  readonly coinName: string
  /** Its price. */
  readonly coinTotal: string
  /** Its change in 24 hours. */
  readonly coinPercent: string | null
  readonly changes: readonly string[]
  readonly linkLogo: string
}

const kept = keptAtom<readonly Favorite[]>('favorites', read, (favorites) => JSON.stringify(favorites))

/** In the order they were starred, with the figures of now; what is not listed any more is left out. */
export const favoritesAtom = atom((get): readonly Favorite[] => {
  const markets = get(marketsAtom)
  if (markets.state !== 'ready') return get(kept)
  return get(kept).flatMap(({ id }) => {
    const market = markets.all.find(({ pair }) => pair.id === id)
    return market ? [favoriteOf(market)] : []
  })
})

export const favoriteIdsAtom = atom((get): readonly PairId[] => get(kept).map(({ id }) => id))

export const toggleFavoriteAtom = atom(null, (get, set, market: Market) => {
  const favorites = get(favoritesAtom)
  const others = favorites.filter(({ id }) => id !== market.pair.id)
  const had = others.length < favorites.length
  set(kept, had ? others : [...others, favoriteOf(market)])
  set(notifyAtom, { kind: 'success', title: had ? text.pairs.removed : text.pairs.added, id: 'favorites' })
})

const favoriteOf = ({ pair, view }: Market): Favorite => ({
  id: pair.id,
  coinName: pair.symbol,
  coinTotal: view.price,
  coinPercent: view.percent_change_24h,
  changes: view.changes,
  linkLogo: view.base_currency_icon,
})

function read(text: string | null): readonly Favorite[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter(isFavorite) : []
  } catch {
    return []
  }
}

function isFavorite(value: unknown): value is Favorite {
  if (typeof value !== 'object' || value === null) return false
  const { id, coinName, coinTotal, coinPercent, changes, linkLogo } = value as Partial<Record<keyof Favorite, unknown>>
  const isPercent = coinPercent === null || typeof coinPercent === 'string'
  const areWords = [coinName, coinTotal, linkLogo].every((each) => typeof each === 'string')
  const arePrices = Array.isArray(changes) && changes.every((each) => typeof each === 'string')
  return Number.isSafeInteger(id) && isPercent && areWords && arePrices
}
