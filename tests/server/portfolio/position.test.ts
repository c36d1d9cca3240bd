/** How events change positions, in the order of the journal only. */

import { expect, test } from 'vitest'
import type { CurrencyId, PairId, UserId } from '../../../src/contract/ids.ts'
import { USDT_ID } from '../../../src/contract/markets/valuation.ts'
import type { Ticks, Units } from '../../../src/contract/money.ts'
import type { Event } from '../../../src/engine/exchange.ts'
import { type Prices, positionChanges } from '../../../src/server/portfolio/position.ts'

const BTC = 2 as CurrencyId
const ANN = 'ann' as UserId
const pair = {
  id: 1 as PairId,
  symbol: 'BTC/USDT',
  tick: 10n ** 10n,
  referencePrice: 100 as Ticks,
  base: { id: BTC, symbol: 'BTC', name: 'Bitcoin', decimals: 8 },
  quote: { id: USDT_ID, symbol: 'USDT', name: 'Tether', decimals: 8 },
}
/** Read models are written later than the commit, so the pair is known although a later command lists it. */
const pairs = { get: () => pair, all: () => [pair] } as never

const deposit = (currency: CurrencyId, amount: bigint) =>
  ({ type: 'deposit-credited', postings: [{ owner: ANN, part: 'free', currency, amount: amount as Units }] }) as never
const values = (prices: Prices, event: Event) =>
  positionChanges(event, prices, pairs, (owner): owner is UserId => owner === ANN).map(({ value }) => value)

test('A deposit is valued at the prices that earlier commands set, and USDT without any pair', () => {
  const prices: Prices = new Map()
  const one = 10n ** 8n
  expect(values(prices, deposit(USDT_ID, 7n * one))).toEqual([7n * one])
  expect(values(prices, deposit(BTC, one))).toEqual([0n])
  expect(values(prices, { type: 'pair-listed', pair } as never)).toEqual([])
  expect(values(prices, deposit(BTC, one))).toEqual([100n * one])
  expect(values(prices, { type: 'reference-price-set', pair: pair.id, price: 250 as Ticks })).toEqual([])
  expect(values(prices, deposit(BTC, one))).toEqual([250n * one])
})
