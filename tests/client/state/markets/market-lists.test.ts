import { expect, test } from 'vitest'
import { leadersAtom } from '../../src/client/atoms/market-lists.ts'
import { loadMarketsAtom } from '../../src/client/atoms/pairs.ts'
import { api } from '../../src/contract/api.ts'
import { fakeStore } from './fake-host.ts'
import { views } from './markets.ts'

async function day(...percents: readonly (string | null)[]) {
  const value = views.map((view, place) => ({ ...view, percent_change_24h: percents[place] ?? null }))
  const { store } = fakeStore({ [api.fullPairs.path]: { ok: true, value } })
  await store.set(loadMarketsAtom)
  return store
}

test('ahead is what rose most, or what moved most when hardly anything rises', async () => {
  const leaders = async (...percents: readonly (string | null)[]) => {
    const { are, markets } = (await day(...percents)).get(leadersAtom)
    return `${are}: ${markets.map(({ pair }) => pair.base.symbol).join(' ')}`
  }
  expect(await leaders('1', '3', '2')).toBe('gainers: XRP PEPE BTC')
  expect(await leaders('1', '-3', '2')).toBe('moves: XRP PEPE BTC')
  expect(await leaders(null, '0', '-0.01')).toBe('moves: PEPE BTC XRP')
})
