import { expect, test } from 'vitest'
import { marketsInList, searchMarkets, sortMarkets } from '../../../../src/client/state/markets/market-sorting.ts'
import type { Market } from '../../../../src/client/state/markets/markets.ts'
import type { PairId } from '../../../../src/contract/ids.ts'
import { pairs, views } from '../../../fixtures/client-markets.ts'

const facts = [
  { percent_change_24h: '1.84', turnover_24h: '9000000' },
  { percent_change_24h: null, turnover_24h: null },
  { percent_change_24h: '-12.36', turnover_24h: '18420000.5' },
]
const markets: readonly Market[] = pairs.map((pair, place) => ({ pair, view: { ...views[place]!, ...facts[place] } }))
const names = (found: readonly Market[]) => found.map(({ pair }) => pair.base.symbol)

test('Markets are sorted by a value, and markets without a value come last', () => {
  expect(names(sortMarkets(markets, { by: 'turnover', isDown: true }))).toEqual(['PEPE', 'BTC', 'XRP'])
  expect(names(sortMarkets(markets, { by: 'change', isDown: true }))).toEqual(['BTC', 'XRP', 'PEPE'])
  expect(names(sortMarkets(markets, { by: 'price', isDown: false }))).toEqual(['PEPE', 'XRP', 'BTC'])
})

const DAY = 24 * 3_600_000
const now = Date.parse('2026-11-21T12:00:00.000Z')
const all = { favorites: [3, 99, 1] as PairId[], newSince: now - 30 * DAY }

test('The hot, gainers and losers lists sort markets by their change', () => {
  expect(names(marketsInList('hot', markets, all))).toEqual(['PEPE', 'BTC', 'XRP'])
  expect(names(marketsInList('gainers', markets, all))).toEqual(['BTC'])
  expect(names(marketsInList('losers', markets, all))).toEqual(['PEPE'])
})

test('Favorites keep the order in which they were added, without unlisted pairs', () => {
  expect(names(marketsInList('favorites', markets, all))).toEqual(['PEPE', 'BTC'])
})

test('The memes list has the pairs with that tag', () => {
  expect(names(marketsInList('memes', markets, all))).toEqual(['PEPE'])
})

test('The new list has recently listed pairs, newest first, without pairs of unknown listing date', () => {
  const times = ['2026-11-01T00:00:00.000Z', null, '2026-11-20T00:00:00.000Z']
  const at = (times: readonly (string | null)[]) =>
    markets.map(({ pair, view }, place) => ({ pair, view: { ...view, listed_at: times[place] ?? null } }))
  expect(names(marketsInList('new', at(times), all))).toEqual(['PEPE', 'BTC'])
  expect(names(marketsInList('new', at(['2026-10-01T00:00:00.000Z']), all))).toEqual([])
})

test('A market search matches pair and name and ignores case', () => {
  expect(names(searchMarkets(markets, ' btc/ '))).toEqual(['BTC'])
  expect(names(searchMarkets(markets, 'p'))).toEqual(['XRP', 'PEPE'])
  expect(names(searchMarkets(markets, ''))).toEqual(['BTC', 'XRP', 'PEPE'])
  expect(names(searchMarkets(markets, 'nope'))).toEqual([])
})
