/** After a price jump, market orders are blocked for 600 ms. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyConnectionAtom } from '../../../../src/client/state/app/connection-status.ts'
import { confirmOnlyAboveAtom } from '../../../../src/client/state/app/preferences.ts'
import { signInAtom } from '../../../../src/client/state/auth/password-login.ts'
import { applyMessageAtom } from '../../../../src/client/state/feed/apply-message.ts'
import { loadMarketsAtom } from '../../../../src/client/state/markets/markets.ts'
import { chooseTypeAtom, editFieldAtom } from '../../../../src/client/state/order-form/actions.ts'
import { submitAtom } from '../../../../src/client/state/order-form/place-order.ts'
import {
  hasJumpedAtom,
  onQuotedPriceAtom,
  quotedPriceAtom,
} from '../../../../src/client/state/order-form/price-jump.ts'
import { api } from '../../../../src/contract/api.ts'
import type { BookRow } from '../../../../src/contract/markets/views.ts'
import { asset, views } from '../../../fixtures/client-markets.ts'
import { fakeStore } from '../../../fixtures/fake-host.ts'

let app: ReturnType<typeof fakeStore>
let placed: number

/** The form does this whenever its estimate changes. */
const updateEstimate = () => app.store.set(onQuotedPriceAtom, app.store.get(quotedPriceAtom))
const isBlocked = () => app.store.get(hasJumpedAtom)

function book(sell: readonly BookRow[]): void {
  const data = { buy: [], sell, buy_orders: 0, sell_orders: sell.length, buy_ratio: null, sell_ratio: null }
  app.store.set(applyMessageAtom, { type: 'orderbook', seq: 1, data })
  updateEstimate()
}

beforeEach(async () => {
  vi.useFakeTimers()
  app = fakeStore({
    [api.fullPairs.path]: { ok: true, value: views },
    [api.login.path]: { ok: true, value: { access: 'a', refresh: 'r' } },
  })
  placed = 0
  app.host.commands.placeOrder = async () => {
    placed += 1
    return { kind: 'lost' }
  }
  await app.store.set(loadMarketsAtom)
  await app.store.set(signInAtom, { email: 'a@b.cd', password: 'secret' })
  app.store.set(applyMessageAtom, { type: 'assets', data: [asset(1, 'USDT', '10000')] })
  app.store.set(applyConnectionAtom, { state: 'live' })
  app.store.set(confirmOnlyAboveAtom, true)
  app.store.set(chooseTypeAtom, 'market')
  book([['63400', '1', '63400']])
  app.store.set(editFieldAtom, { field: 'total', text: '500' })
  updateEstimate()
})

afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

test('A price jump blocks market orders for 600 ms', () => {
  book([['63900', '1', '63900']])
  expect(isBlocked()).toBe(true)
  app.store.set(submitAtom)
  vi.advanceTimersByTime(599)
  expect(isBlocked()).toBe(true)
  expect(placed).toBe(0)
  vi.advanceTimersByTime(1)
  expect(isBlocked()).toBe(false)
  app.store.set(submitAtom)
  expect(placed).toBe(1)
})

test('Small price steps add up to a price jump', () => {
  book([['63600', '1', '63600']])
  expect(isBlocked()).toBe(false)
  book([['63800', '1', '63800']])
  expect(isBlocked()).toBe(true)
})

test('A second price jump restarts the 600 ms', () => {
  book([['63900', '1', '63900']])
  vi.advanceTimersByTime(500)
  book([['63000', '1', '63000']])
  vi.advanceTimersByTime(500)
  expect(isBlocked()).toBe(true)
  vi.advanceTimersByTime(100)
  expect(isBlocked()).toBe(false)
})

test('A price that disappears and returns at another level is a price jump', () => {
  book([])
  book([['63900', '1', '63900']])
  expect(isBlocked()).toBe(true)
})

test('An average price that changes because of a thinner book is a price jump', () => {
  const rest: BookRow = ['65000', '1', '65000']
  book([['63400', '0.004', '253.6'], rest])
  expect(isBlocked()).toBe(true)
})

test('A change of the typed total is not a price jump', () => {
  book([
    ['63400', '0.01', '634'],
    ['65000', '1', '65000'],
  ])
  expect(isBlocked()).toBe(false)
  app.store.set(editFieldAtom, { field: 'total', text: '9000' })
  updateEstimate()
  expect(isBlocked()).toBe(false)
})
