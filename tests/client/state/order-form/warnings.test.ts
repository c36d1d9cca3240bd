import { beforeEach, describe, expect, test } from 'vitest'
import { applyConnectionAtom } from '../../../../src/client/state/app/connection-status.ts'
import { confirmOnlyAboveAtom } from '../../../../src/client/state/app/preferences.ts'
import { applyMessageAtom } from '../../../../src/client/state/feed/apply-message.ts'
import { loadMarketsAtom } from '../../../../src/client/state/markets/markets.ts'
import { chooseTypeAtom, editFieldAtom, setSideAtom } from '../../../../src/client/state/order-form/actions.ts'
import {
  balanceShareAtom,
  mustConfirmLimitAtom,
  mustConfirmMarketAtom,
} from '../../../../src/client/state/order-form/warnings.ts'
import { api } from '../../../../src/contract/api.ts'
import { asset, views } from '../../../fixtures/client-markets.ts'
import { fakeStore } from '../../../fixtures/fake-host.ts'

let app: ReturnType<typeof fakeStore>
const read = <Value>(atom: Parameters<typeof app.store.get<Value>>[0]) => app.store.get(atom)
const type = (field: 'price' | 'amount' | 'total', text: string) => app.store.set(editFieldAtom, { field, text })

beforeEach(async () => {
  app = fakeStore({ [api.fullPairs.path]: { ok: true, value: views } })
  await app.store.set(loadMarketsAtom)
  // 10,000 USDT, one fifth of it in orders, and 0.1 BTC with a value of 6,000 USDT.
  const bitcoin = { ...asset(2, 'BTC', '0.08', '0.02'), usdt_total: '6000' }
  const dollars = { ...asset(1, 'USDT', '8000', '2000'), usdt_total: '10000' }
  app.store.set(applyMessageAtom, { type: 'assets', data: [dollars, bitcoin] })
  const data = {
    buy: [['60000', '1', '60000'] as const],
    sell: [['60010', '1', '60010'] as const],
    buy_orders: 1,
    sell_orders: 1,
    buy_ratio: '50',
    sell_ratio: '50',
  }
  app.store.set(applyMessageAtom, { type: 'orderbook', seq: 1, data })
  app.store.set(applyConnectionAtom, { state: 'live' })
})

describe('The share of the balance in one order', () => {
  test('The order share is relative to the total balance with open orders, on both sides', () => {
    type('price', '60000')
    type('amount', '0.08')
    expect(read(balanceShareAtom)).toBe(300_000)
    app.store.set(setSideAtom, 'sell')
    type('amount', '0.08')
    expect(read(balanceShareAtom)).toBe(300_000)
  })

  test('An order share above one half needs a confirmation', () => {
    type('price', '50000')
    type('total', '8000')
    expect([read(balanceShareAtom), read(mustConfirmLimitAtom)]).toEqual([500_000, false])
    type('price', '59000')
    type('amount', '0.1356')
    expect([read(balanceShareAtom), read(mustConfirmLimitAtom)]).toEqual([500_025, true])
  })

  test('A market order above one half needs a confirmation even when confirmations are off', () => {
    app.store.set(confirmOnlyAboveAtom, true)
    app.store.set(chooseTypeAtom, 'market')
    type('total', '7900')
    expect(read(mustConfirmMarketAtom)).toBe(false)
    const dollars = { ...asset(1, 'USDT', '8000'), usdt_total: '8000' }
    app.store.set(applyMessageAtom, { type: 'assets', data: [dollars] })
    expect(read(mustConfirmMarketAtom)).toBe(true)
  })

  test('The order share is zero before the balances arrive', () => {
    app = fakeStore({ [api.fullPairs.path]: { ok: true, value: views } })
    type('price', '60000')
    type('amount', '1')
    expect(read(balanceShareAtom)).toBe(0)
  })
})

describe('The limit price warning', () => {
  test.each([
    ['buy', '63000', false],
    ['buy', '63100', true],
    ['buy', '40000', false],
    ['sell', '57100', false],
    ['sell', '56900', true],
    ['sell', '80000', false],
  ] as const)(
    'A limit order to %s at %s with a mid price of 60,005 needs a confirmation: %s',
    (side, price, isAsked) => {
      app.store.set(setSideAtom, side)
      type('price', price)
      type('amount', '0.01')
      expect(read(mustConfirmLimitAtom)).toBe(isAsked)
    },
  )
})
