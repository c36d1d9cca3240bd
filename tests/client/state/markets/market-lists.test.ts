import { expect, test } from 'vitest'
import { leadersAtom } from '../../../../src/client/state/markets/market-lists.ts'
import { loadMarketsAtom } from '../../../../src/client/state/markets/markets.ts'
import { api } from '../../../../src/contract/api.ts'
import { views } from '../../../fixtures/client-markets.ts'
import { fakeStore } from '../../../fixtures/fake-host.ts'

async function day(...percents: readonly (string | null)[]) {
  const value = views.map((view, place) => ({ ...view, percent_change_24h: percents[place] ?? null }))
  const { store } = fakeStore({ [api.fullPairs.path]: { ok: true, value } })
  await store.set(loadMarketsAtom)
  return store
}

test('The market leaders are the top gainers, or the biggest moves if fewer than three rise', async () => {
  const leaders = async (...percents: readonly (string | null)[]) => {
    const { are, markets } = (await day(...percents)).get(leadersAtom)
    return `${are}: ${markets.map(({ pair }) => pair.base.symbol).join(' ')}`
  }
  expect(await leaders('1', '3', '2')).toBe('gainers: XRP PEPE BTC')
  expect(await leaders('1', '-3', '2')).toBe('moves: XRP PEPE BTC')
  expect(await leaders(null, '0', '-0.01')).toBe('moves: PEPE BTC XRP')
})
