/** Search for coins. */

import { expect, test } from 'vitest'
import { matchesCoin } from '../../../src/client/format/coin-search.ts'

const ton = { symbol: 'TON', name: 'Toncoin' }
const ether = { symbol: 'ETH', name: 'Ethereum' }

test.each(['ton', ' TON ', 'Toncoin', 'gram', 'GRA', ''])('The search for "%s" finds the coin of TON', (search) => {
  expect(matchesCoin(ton, search)).toBe(true)
})

test('The search finds a coin by symbol, name and pair, and no other coin by the second name of TON', () => {
  expect(matchesCoin(ether, 'ether')).toBe(true)
  expect(matchesCoin(ether, 'eth/us', 'ETH/USDT')).toBe(true)
  expect(matchesCoin(ether, 'gram')).toBe(false)
  expect(matchesCoin(ether, 'usdt')).toBe(false)
})
