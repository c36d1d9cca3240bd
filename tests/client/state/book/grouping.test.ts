/** The price grouping of the order book: one setting per pair, only offered values. */

import { expect, test } from 'vitest'
import { groupingAtom } from '../../../../src/client/state/book/grouping.ts'
import { selectedPairIdAtom } from '../../../../src/client/state/book/selected-pair.ts'
import { loadMarketsAtom } from '../../../../src/client/state/markets/markets.ts'
import { api } from '../../../../src/contract/api.ts'
import type { PairId } from '../../../../src/contract/ids.ts'
import { views } from '../../../fixtures/client-markets.ts'
import { fakeStore, memoryStorage } from '../../../fixtures/fake-host.ts'

async function loadedStore(kept: Record<string, string> = {}) {
  const { store, keep } = fakeStore({ [api.fullPairs.path]: { ok: true, value: views } }, memoryStorage(kept))
  await store.set(loadMarketsAtom)
  return { store, keep }
}

test('The book grouping is stored per pair and survives a reload', async () => {
  const { store, keep } = await loadedStore()
  store.set(groupingAtom, 100)
  store.set(selectedPairIdAtom, 3 as PairId)
  expect(store.get(groupingAtom)).toBe(1)
  store.set(groupingAtom, 10)
  store.set(selectedPairIdAtom, 1 as PairId)
  expect(store.get(groupingAtom)).toBe(100)
  const later = await loadedStore({ ...keep.all })
  expect(later.store.get(groupingAtom)).toBe(100)
  later.store.set(selectedPairIdAtom, 3 as PairId)
  expect(later.store.get(groupingAtom)).toBe(10)
})

test.each(['10', '{"1":7}', '{"1":"100"}', 'null', '[', ''])(
  'The stored book grouping %s is invalid and ignored',
  async (bookGrouping) => {
    const { store } = await loadedStore({ bookGrouping })
    expect(store.get(groupingAtom)).toBe(1)
  },
)
