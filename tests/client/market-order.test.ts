import { expect, test } from 'vitest'
import { moversOf, sortMarkets } from '../../src/client/atoms/market-order.ts'
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

test('movers are those that moved, the most first', () => {
  expect(names(moversOf(markets, 'hot'))).toEqual(['PEPE', 'BTC', 'XRP'])
  expect(names(moversOf(markets, 'gainers'))).toEqual(['BTC'])
  expect(names(moversOf(markets, 'losers'))).toEqual(['PEPE'])
})
