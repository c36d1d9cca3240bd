/** How fine the book is read: one choice a pair, and none that is not offered. */

import { expect, test } from 'vitest'
import { groupingAtom } from '../../src/client/atoms/book-grouping.ts'
import { loadMarketsAtom } from '../../src/client/atoms/pairs.ts'
import { selectedPairIdAtom } from '../../src/client/atoms/selected-pair.ts'
import { api } from '../../src/contract/api.ts'
import { fakeStore, memoryKeep } from './fake-host.ts'
import { views } from './markets.ts'

async function shop(kept: Record<string, string> = {}) {
  const { store, keep } = fakeStore({ [api.fullPairs.path]: { ok: true, value: views } }, memoryKeep(kept))
  await store.set(loadMarketsAtom)
  return { store, keep }
}

test('a choice is of the pair it was made for, and is found again', async () => {
  const { store, keep } = await shop()
  store.set(groupingAtom, 100)
  store.set(selectedPairIdAtom, 3)
  expect(store.get(groupingAtom)).toBe(1)
  store.set(groupingAtom, 10)
  store.set(selectedPairIdAtom, 1)
  expect(store.get(groupingAtom)).toBe(100)
  const later = await shop({ ...keep.all })
  expect(later.store.get(groupingAtom)).toBe(100)
  later.store.set(selectedPairIdAtom, 3)
  expect(later.store.get(groupingAtom)).toBe(10)
})

test.each(['10', '{"1":7}', '{"1":"100"}', 'null', '[', ''])('%s is no choice', async (bookGrouping) => {
  const { store } = await shop({ bookGrouping })
  expect(store.get(groupingAtom)).toBe(1)
})
