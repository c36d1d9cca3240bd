/** The user's favorite pairs. Stored on this device, with the figures at the last change. */

import { atom } from 'jotai'
import type { PairId } from '../../../contract/ids.ts'
import { marketsText } from '../../text/markets.ts'
import { notifyAtom } from '../app/host.ts'
import { persistedAtom } from '../app/persisted-atom.ts'
import { type Market, marketsAtom } from './markets.ts'

type Favorite = {
  readonly id: PairId
  /** `BTC/USDT`. */
  readonly coinName: string
  /** Last price. */
  readonly coinTotal: string
  /** Change in 24 hours, in percent. */
  readonly coinPercent: string | null
  readonly changes: readonly string[]
  readonly linkLogo: string
}

const stored = persistedAtom<readonly Favorite[]>('favorites', parse, (favorites) => JSON.stringify(favorites))

/** In the order they were added, with current figures; pairs that are no longer listed are left out. */
export const favoritesAtom = atom((get): readonly Favorite[] => {
  const markets = get(marketsAtom)
  if (markets.state !== 'ready') return get(stored)
  return get(stored).flatMap(({ id }) => {
    const market = markets.all.find(({ pair }) => pair.id === id)
    return market ? [favoriteOf(market)] : []
  })
})

export const favoriteIdsAtom = atom((get): readonly PairId[] => get(stored).map(({ id }) => id))

export const toggleFavoriteAtom = atom(null, (get, set, market: Market) => {
  const favorites = get(favoritesAtom)
  const others = favorites.filter(({ id }) => id !== market.pair.id)
  const isRemoved = others.length < favorites.length
  set(stored, isRemoved ? others : [...others, favoriteOf(market)])
  set(notifyAtom, { kind: 'success', title: isRemoved ? marketsText.removed : marketsText.added, id: 'favorites' })
})

const favoriteOf = ({ pair, view }: Market): Favorite => ({
  id: pair.id,
  coinName: pair.symbol,
  coinTotal: view.price,
  coinPercent: view.percent_change_24h,
  changes: view.changes,
  linkLogo: view.base_currency_icon,
})

function parse(text: string | null): readonly Favorite[] {
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
  const areStrings = [coinName, coinTotal, linkLogo].every((each) => typeof each === 'string')
  const arePrices = Array.isArray(changes) && changes.every((each) => typeof each === 'string')
  return Number.isSafeInteger(id) && isPercent && areStrings && arePrices
}
