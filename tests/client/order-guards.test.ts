/** What is asked about before an order goes out. */

import { beforeEach, describe, expect, test } from 'vitest'
import { applyConnectionAtom } from '../../src/client/atoms/connection.ts'
import { hearAtom } from '../../src/client/atoms/feed.ts'
import { chooseTypeAtom, turnAtom, typeAtom } from '../../src/client/atoms/order-form.ts'
import { mustConfirmLimitAtom, mustConfirmMarketAtom, stakeAtom } from '../../src/client/atoms/order-guards.ts'
import { loadMarketsAtom } from '../../src/client/atoms/pairs.ts'
import { confirmOnlyAboveAtom } from '../../src/client/atoms/preferences.ts'
import { api } from '../../src/contract/api.ts'
import { fakeStore } from './fake-host.ts'
import { asset, views } from './markets.ts'

let world: ReturnType<typeof fakeStore>
const see = <Value>(atom: Parameters<typeof world.store.get<Value>>[0]) => world.store.get(atom)
const type = (field: 'price' | 'amount' | 'total', text: string) => world.store.set(typeAtom, { field, text })

beforeEach(async () => {
  world = fakeStore({ [api.fullPairs.path]: { ok: true, value: views } })
  await world.store.set(loadMarketsAtom)
  // 10,000 USDT, a fifth of it in orders, and 0.1 BTC that is worth 6,000.
  const bitcoin = { ...asset(2, 'BTC', '0.08', '0.02'), usdt_total: '6000' }
  const dollars = { ...asset(1, 'USDT', '8000', '2000'), usdt_total: '10000' }
  world.store.set(hearAtom, { type: 'assets', data: [dollars, bitcoin] })
  const data = {
    buy: [['60000', '1', '60000'] as const],
    sell: [['60010', '1', '60010'] as const],
    buy_orders: 1,
    sell_orders: 1,
    buy_ratio: '50',
    sell_ratio: '50',
  }
  world.store.set(hearAtom, { type: 'orderbook', seq: 1, data })
  world.store.set(applyConnectionAtom, { state: 'live' })
})

describe('the share of everything that goes into one order', () => {
  test('is counted against all there is, in orders or not, bought with or sold', () => {
    type('price', '60000')
    type('amount', '0.08')
    expect(see(stakeAtom)).toBe(300_000)
    world.store.set(turnAtom, 'sell')
    type('amount', '0.08')
    expect(see(stakeAtom)).toBe(300_000)
  })

  test('above a half is asked about, at a half it is not', () => {
    type('price', '50000')
    type('total', '8000')
    expect([see(stakeAtom), see(mustConfirmLimitAtom)]).toEqual([500_000, false])
    type('price', '59000')
    type('amount', '0.1356')
    expect([see(stakeAtom), see(mustConfirmLimitAtom)]).toEqual([500_025, true])
  })

  test('asks for a market order too, when confirmation is off', () => {
    world.store.set(confirmOnlyAboveAtom, true)
    world.store.set(chooseTypeAtom, 'market')
    type('total', '7900')
    expect(see(mustConfirmMarketAtom)).toBe(false)
    const dollars = { ...asset(1, 'USDT', '8000'), usdt_total: '8000' }
    world.store.set(hearAtom, { type: 'assets', data: [dollars] })
    expect(see(mustConfirmMarketAtom)).toBe(true)
  })

  test('is nothing before the exchange has said what there is', () => {
    world = fakeStore({ [api.fullPairs.path]: { ok: true, value: views } })
    type('price', '60000')
    type('amount', '1')
    expect(see(stakeAtom)).toBe(0)
  })
})

describe('a limit price', () => {
  test.each([
    ['buy', '63000', false],
    ['buy', '63100', true],
    ['buy', '40000', false],
    ['sell', '57100', false],
    ['sell', '56900', true],
    ['sell', '80000', false],
  ] as const)('to %s at %s, with 60,005 in the middle, is asked about: %s', (side, price, isAsked) => {
    world.store.set(turnAtom, side)
    type('price', price)
    type('amount', '0.01')
    expect(see(mustConfirmLimitAtom)).toBe(isAsked)
  })
})
