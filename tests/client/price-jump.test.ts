/** A market order cannot be sent for the moment after its price has jumped; nothing else is held up by it. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyConnectionAtom } from '../../src/client/atoms/connection.ts'
import { hearAtom } from '../../src/client/atoms/feed.ts'
import { chooseTypeAtom, typeAtom } from '../../src/client/atoms/order-form.ts'
import { loadMarketsAtom } from '../../src/client/atoms/pairs.ts'
import { submitAtom } from '../../src/client/atoms/place-order.ts'
import { confirmOnlyAboveAtom } from '../../src/client/atoms/preferences.ts'
import { dealAtom, hasJumpedAtom, noteDealAtom } from '../../src/client/atoms/price-jump.ts'
import { signInAtom } from '../../src/client/atoms/session.ts'
import { api } from '../../src/contract/api.ts'
import type { BookRow } from '../../src/contract/views.ts'
import { fakeStore } from './fake-host.ts'
import { asset, views } from './markets.ts'

let world: ReturnType<typeof fakeStore>
let placed: number

/** As the form does whenever what it would pay has changed. */
const look = () => world.store.set(noteDealAtom, world.store.get(dealAtom))
const isLocked = () => world.store.get(hasJumpedAtom)

function book(sell: readonly BookRow[]): void {
  const data = { buy: [], sell, buy_orders: 0, sell_orders: sell.length, buy_ratio: null, sell_ratio: null }
  world.store.set(hearAtom, { type: 'orderbook', seq: 1, data })
  look()
}

beforeEach(async () => {
  vi.useFakeTimers()
  world = fakeStore({
    [api.fullPairs.path]: { ok: true, value: views },
    [api.login.path]: { ok: true, value: { access: 'a', refresh: 'r' } },
  })
  placed = 0
  world.host.commands.placeOrder = async () => {
    placed += 1
    return { kind: 'lost' }
  }
  await world.store.set(loadMarketsAtom)
  await world.store.set(signInAtom, { email: 'a@b.cd', password: 'secret' })
  world.store.set(hearAtom, { type: 'assets', data: [asset(1, 'USDT', '10000')] })
  world.store.set(applyConnectionAtom, { state: 'live' })
  world.store.set(confirmOnlyAboveAtom, true)
  world.store.set(chooseTypeAtom, 'market')
  book([['63400', '1', '63400']])
  world.store.set(typeAtom, { field: 'total', text: '500' })
  look()
})

afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

test('a jump locks for 600 ms, and what is sent meanwhile is not', () => {
  book([['63900', '1', '63900']])
  expect(isLocked()).toBe(true)
  world.store.set(submitAtom)
  vi.advanceTimersByTime(599)
  expect(isLocked()).toBe(true)
  expect(placed).toBe(0)
  vi.advanceTimersByTime(1)
  expect(isLocked()).toBe(false)
  world.store.set(submitAtom)
  expect(placed).toBe(1)
})

test('steps too small to mind add up to one that is not', () => {
  book([['63600', '1', '63600']])
  expect(isLocked()).toBe(false)
  book([['63800', '1', '63800']])
  expect(isLocked()).toBe(true)
})

test('a second jump begins the moment anew', () => {
  book([['63900', '1', '63900']])
  vi.advanceTimersByTime(500)
  book([['63000', '1', '63000']])
  vi.advanceTimersByTime(500)
  expect(isLocked()).toBe(true)
  vi.advanceTimersByTime(100)
  expect(isLocked()).toBe(false)
})

test('a price that went away and came back elsewhere has jumped', () => {
  book([])
  book([['63900', '1', '63900']])
  expect(isLocked()).toBe(true)
})

test('so has an average that a thinner book makes worse', () => {
  const rest: BookRow = ['65000', '1', '65000']
  book([['63400', '0.004', '253.6'], rest])
  expect(isLocked()).toBe(true)
})

test('what the reader types is no jump, however it changes the average', () => {
  book([
    ['63400', '0.01', '634'],
    ['65000', '1', '65000'],
  ])
  expect(isLocked()).toBe(false)
  world.store.set(typeAtom, { field: 'total', text: '9000' })
  look()
  expect(isLocked()).toBe(false)
})
