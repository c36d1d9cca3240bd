/** Favorites: stored in a fixed format, updated by pair id, without unlisted pairs. */

import { expect, test } from 'vitest'
import { favoriteIdsAtom, favoritesAtom, toggleFavoriteAtom } from '../../../../src/client/state/markets/favorites.ts'
import { allMarketsAtom, loadMarketsAtom, type Market } from '../../../../src/client/state/markets/markets.ts'
import { api } from '../../../../src/contract/api.ts'
import { views } from '../../../fixtures/client-markets.ts'
import { fakeStore, memoryStorage } from '../../../fixtures/fake-host.ts'

const kept = (id: number, coinName: string, coinTotal = '1') => ({
  id,
  coinName,
  coinTotal,
  coinPercent: null,
  changes: ['1', '2'],
  linkLogo: '',
})

async function createFavorites(favorites?: unknown) {
  const storage = memoryStorage(favorites === undefined ? {} : { favorites: JSON.stringify(favorites) })
  const app = fakeStore({ [api.fullPairs.path]: { ok: true, value: views } }, storage)
  const load = () => app.store.set(loadMarketsAtom)
  const market = (id: number) => app.store.get(allMarketsAtom).find(({ pair }) => pair.id === id) as Market
  const toggleFavorite = (id: number) => app.store.set(toggleFavoriteAtom, market(id))
  return { ...app, load, toggleFavorite, kept: () => JSON.parse(storage.all.favorites ?? '[]') as unknown }
}

test('A favorite is stored with its current price, confirmed by a message, and can be removed', async () => {
  const { store, load, toggleFavorite, kept, toasts } = await createFavorites()
  await load()
  toggleFavorite(3)
  expect(kept()).toEqual([
    { id: 3, coinName: 'PEPE/USDT', coinTotal: '0.0000123701', coinPercent: null, changes: [], linkLogo: '' },
  ])
  toggleFavorite(1)
  expect(store.get(favoriteIdsAtom)).toEqual([3, 1])
  toggleFavorite(3)
  expect(store.get(favoriteIdsAtom)).toEqual([1])
  expect(toasts.map(({ kind, title }) => `${kind}: ${title}`)).toEqual([
    'success: Added to favorites',
    'success: Added to favorites',
    'success: Removed from favorites',
  ])
})

test('Favorites show their stored price until the markets are loaded', async () => {
  const { store, load } = await createFavorites([kept(1, 'BTC/USDT', '50000')])
  expect(store.get(favoritesAtom).map(({ coinTotal }) => coinTotal)).toEqual(['50000'])
  await load()
  expect(store.get(favoritesAtom).map(({ coinTotal }) => coinTotal)).toEqual(['63412.05'])
})

test('An unlisted favorite is hidden, and removed from storage at the next change', async () => {
  const {
    store,
    load,
    toggleFavorite,
    kept: now,
    toasts,
  } = await createFavorites([kept(77, 'GONE/USDT'), kept(2, 'XRP/USDT')])
  await load()
  expect(store.get(favoritesAtom).map(({ id }) => id)).toEqual([2])
  expect(toasts).toEqual([])
  toggleFavorite(1)
  expect(now()).toMatchObject([{ id: 2 }, { id: 1 }])
})

test('Invalid stored favorites are ignored', async () => {
  const invalid = [null, 'BTC/USDT', 7, { id: '1' }, { ...kept(1, 'BTC/USDT'), changes: [1] }, { id: 1.5 }]
  for (const favorites of [invalid, {}, 'x', 1]) {
    const { store } = await createFavorites(favorites)
    expect(store.get(favoriteIdsAtom)).toEqual([])
  }
})
