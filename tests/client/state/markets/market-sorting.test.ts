import { expect, test } from 'vitest'
import { marketsIn, searchMarkets, sortMarkets } from '../../src/client/atoms/market-order.ts'
import type { Market } from '../../src/client/atoms/pairs.ts'
import { pairs, views } from './markets.ts'

const facts = [
  { percent_change_24h: '1.84', turnover_24h: '9000000' },
  { percent_change_24h: null, turnover_24h: null },
  { percent_change_24h: '-12.36', turnover_24h: '18420000.5' },
]
const markets: readonly Market[] = pairs.map((pair, place) => ({ pair, view: { ...views[place]!, ...facts[place] } }))
const names = (found: readonly Market[]) => found.map(({ pair }) => pair.base.symbol)

test('markets are sorted by a figure; what has none comes last', () => {
  expect(names(sortMarkets(markets, { by: 'turnover', isDown: true }))).toEqual(['PEPE', 'BTC', 'XRP'])
  expect(names(sortMarkets(markets, { by: 'change', isDown: true }))).toEqual(['BTC', 'XRP', 'PEPE'])
  expect(names(sortMarkets(markets, { by: 'price', isDown: false }))).toEqual(['PEPE', 'XRP', 'BTC'])
})

const DAY = 24 * 3_600_000
const now = Date.parse('2026-11-21T12:00:00.000Z')
const all = { favorites: [3, 99, 1], newSince: now - 30 * DAY }

test('movers are those that moved, the most first', () => {
  expect(names(marketsIn('hot', markets, all))).toEqual(['PEPE', 'BTC', 'XRP'])
  expect(names(marketsIn('gainers', markets, all))).toEqual(['BTC'])
  expect(names(marketsIn('losers', markets, all))).toEqual(['PEPE'])
})

test('favorites come as they were starred, and those not listed any more do not come', () => {
  expect(names(marketsIn('favorites', markets, all))).toEqual(['PEPE', 'BTC'])
})

test('memes are those that are tagged so', () => {
  expect(names(marketsIn('memes', markets, all))).toEqual(['PEPE'])
})

test('new is what was listed within the time, the newest first; what nobody knows is not new', () => {
  const times = ['2026-11-01T00:00:00.000Z', null, '2026-11-20T00:00:00.000Z']
  const at = (times: readonly (string | null)[]) =>
    markets.map(({ pair, view }, place) => ({ pair, view: { ...view, listed_at: times[place] ?? null } }))
  expect(names(marketsIn('new', at(times), all))).toEqual(['PEPE', 'BTC'])
  expect(names(marketsIn('new', at(['2026-10-01T00:00:00.000Z']), all))).toEqual([])
})

test('a search finds by pair and by name, in any case', () => {
  expect(names(searchMarkets(markets, ' btc/ '))).toEqual(['BTC'])
  expect(names(searchMarkets(markets, 'p'))).toEqual(['XRP', 'PEPE'])
  expect(names(searchMarkets(markets, ''))).toEqual(['BTC', 'XRP', 'PEPE'])
  expect(names(searchMarkets(markets, 'nope'))).toEqual([])
})
