import { expect, test } from 'vitest'
import { applyConnectionAtom, applyOutdatedAtom } from '../../../../src/client/state/app/connection-status.ts'
import { chartDataAtom } from '../../../../src/client/state/chart/chart-data.ts'
import { applyPriceAtom, lastPriceAtom } from '../../../../src/client/state/markets/last-price.ts'
import { loadMarketsAtom } from '../../../../src/client/state/markets/markets.ts'
import { api } from '../../../../src/contract/api.ts'
import { views } from '../../../fixtures/client-markets.ts'
import { fakeStore } from '../../../fixtures/fake-host.ts'

test('The chart marks the last price in the colour that it has elsewhere, and in none when it is not live', async () => {
  const { store } = fakeStore({ [api.fullPairs.path]: { ok: true, value: views } })
  await store.set(loadMarketsAtom)
  store.set(applyConnectionAtom, { state: 'live' })
  for (const price of ['60000', '60001', '60000.5']) {
    store.set(applyPriceAtom, price)
    expect(store.get(chartDataAtom).lastDirection).toBe(store.get(lastPriceAtom)?.direction)
  }
  expect(store.get(chartDataAtom).lastDirection).toBe('down')
  store.set(applyOutdatedAtom, true)
  expect(store.get(chartDataAtom).lastDirection).toBe('none')
})
