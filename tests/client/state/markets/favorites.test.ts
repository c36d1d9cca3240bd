/** Stars: kept in the shape others read, fresh by the id, silent about what is not listed any more. */

import { expect, test } from 'vitest'
import { favoriteIdsAtom, favoritesAtom, toggleFavoriteAtom } from '../../src/client/atoms/favorites.ts'
import { allMarketsAtom, loadMarketsAtom, type Market } from '../../src/client/atoms/pairs.ts'
import { api } from '../../src/contract/api.ts'
import { fakeStore, memoryKeep } from './fake-host.ts'
import { views } from './markets.ts'

const kept = (id: number, coinName: string, coinTotal = '1') => ({
  id,
  coinName,
  coinTotal,
  coinPercent: null,
  changes: ['1', '2'],
  linkLogo: '',
})

async function shop(favorites?: unknown) {
  const keep = memoryKeep(favorites === undefined ? {} : { favorites: JSON.stringify(favorites) })
  const world = fakeStore({ [api.fullPairs.path]: { ok: true, value: views } }, keep)
  const load = () => world.store.set(loadMarketsAtom)
  const market = (id: number) => world.store.get(allMarketsAtom).find(({ pair }) => pair.id === id) as Market
  const star = (id: number) => world.store.set(toggleFavoriteAtom, market(id))
  return { ...world, load, star, kept: () => JSON.parse(keep.all.favorites ?? '[]') as unknown }
}

test('a star is kept with the figures of the moment, said, and taken back', async () => {
  const { store, load, star, kept, notices } = await shop()
  await load()
  star(3)
  expect(kept()).toEqual([
    { id: 3, coinName: 'PEPE/USDT', coinTotal: '0.0000123701', coinPercent: null, changes: [], linkLogo: '' },
  ])
  star(1)
  expect(store.get(favoriteIdsAtom)).toEqual([3, 1])
  star(3)
  expect(store.get(favoriteIdsAtom)).toEqual([1])
  expect(notices.map(({ kind, title }) => `${kind}: ${title}`)).toEqual([
    'success: Added to favorites',
    'success: Added to favorites',
    'success: Removed from favorites',
  ])
})

test('what was kept is shown until the markets are there, then their figures are', async () => {
  const { store, load } = await shop([kept(1, 'BTC/USDT', '50000')])
  expect(store.get(favoritesAtom).map(({ coinTotal }) => coinTotal)).toEqual(['50000'])
  await load()
  expect(store.get(favoritesAtom).map(({ coinTotal }) => coinTotal)).toEqual(['63412.05'])
})

test('what is not listed any more drops out without a word, and for good with the next star', async () => {
  const { store, load, star, kept: now, notices } = await shop([kept(77, 'GONE/USDT'), kept(2, 'XRP/USDT')])
  await load()
  expect(store.get(favoritesAtom).map(({ id }) => id)).toEqual([2])
  expect(notices).toEqual([])
  star(1)
  expect(now()).toMatchObject([{ id: 2 }, { id: 1 }])
})

test('what is no favorite is not read', async () => {
  const strange = [null, 'BTC/USDT', 7, { id: '1' }, { ...kept(1, 'BTC/USDT'), changes: [1] }, { id: 1.5 }]
  for (const favorites of [strange, {}, 'x', 1]) {
    const { store } = await shop(favorites)
    expect(store.get(favoriteIdsAtom)).toEqual([])
  }
})
