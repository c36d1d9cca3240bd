/** Open orders answer for their client ids when the first responses are no longer kept. */

import { expect, test } from 'vitest'
import type { UserId } from '../../src/contract/ids.ts'
import { openOrdersOf } from '../../src/engine/exchange.ts'
import { clientIdHash, tagOf } from '../../src/engine/idempotency/client-id-hash.ts'
import { Exchange } from './exchange.ts'

const rich = { USDT: 1_000_000, BTC: 2_000 }
const HOUR = 3_600_000

/** Ann buys 1 at 100 with the client id `a`. Returns the id of the order. */
function buying(x: Exchange, user = 'ann'): number {
  expect(x.buys(user, 1, { at: 100, id: 'a' })).toBe('open')
  return x.lastOrder
}

test('An open order answers for its client id until it closes, and then the id is as new', () => {
  const x = new Exchange({ ann: rich })
  const first = buying(x)
  x.now += HOUR
  expect(x.buys('ann', 1, { at: 100, id: 'a' })).toBe(`repeated ${first}`)
  expect(x.buys('ann', 2, { at: 100, id: 'a' })).toBe('CLIENT_ID_REUSED')
  x.cancels('ann', first)
  const second = buying(x)
  expect(second).toBeGreaterThan(first)
  x.now += HOUR
  expect(x.buys('ann', 1, { at: 100, id: 'a' })).toBe(`repeated ${second}`)
})

test('An order that closes in its own command leaves its client id free', () => {
  const x = new Exchange({ ann: rich, bob: rich })
  x.sells('bob', 1, { at: 100 })
  expect(x.buys('ann', 1, { at: 100, id: 'a' })).toBe('filled 1')
  x.now += HOUR
  expect(x.buys('ann', 1, { at: 100, id: 'a', tif: 'IOC' })).toBe('expired')
  x.now += HOUR
  buying(x)
})

test('Open orders of two users with the same client id are two orders', () => {
  const x = new Exchange({ ann: rich, bob: rich })
  const [anns, bobs] = [buying(x), buying(x, 'bob')]
  x.now += HOUR
  expect(x.buys('ann', 1, { at: 100, id: 'a' })).toBe(`repeated ${anns}`)
  expect(x.buys('bob', 1, { at: 100, id: 'a' })).toBe(`repeated ${bobs}`)
  x.cancels('ann', anns)
  expect(x.buys('bob', 1, { at: 100, id: 'a' })).toBe(`repeated ${bobs}`)
  expect(buying(x)).toBeGreaterThan(bobs)
})

test('A loaded state finds open orders by their client ids, and not those that closed before', () => {
  const x = new Exchange({ ann: rich })
  x.buys('ann', 1, { at: 99, id: 'closed' })
  x.cancels('ann', x.lastOrder)
  const order = buying(x)
  x.now += HOUR
  x.reloads()
  expect(x.buys('ann', 1, { at: 100, id: 'a' })).toBe(`repeated ${order}`)
  expect(x.buys('ann', 1, { at: 99, id: 'closed' })).toBe('open')
  x.cancels('ann', order)
  x.now += HOUR
  expect(buying(x)).toBeGreaterThan(order)
})

test('Open orders are listed from the oldest to the newest, whichever of them closes', () => {
  const x = new Exchange({ ann: rich })
  const ids = [90, 91, 92, 93].map((at) => {
    x.buys('ann', 1, { at })
    return x.lastOrder
  })
  const listed = () => openOrdersOf(x.state, 'ann' as UserId).map(({ id }) => id)
  expect(listed()).toEqual(ids)
  for (const closed of [ids[1], ids[3], ids[0]]) {
    x.cancels('ann', closed ?? 0)
    ids.splice(ids.indexOf(closed ?? 0), 1)
    expect(listed()).toEqual(ids)
  }
})

/** Two client ids with the same number in the table of open orders. */
function sameNumber(owner: number): readonly [string, string] {
  const seen = new Map<number, string>()
  for (let n = 0; ; n++) {
    const id = `id-${n}`
    const hash = clientIdHash(id)
    const number = tagOf(hash.id, hash.more, owner)
    const other = seen.get(number)
    if (other !== undefined) return [other, id]
    seen.set(number, id)
  }
}

test('Open orders whose client ids have the same number are found each by its own client id', () => {
  const x = new Exchange({ ann: rich })
  const [one, other] = sameNumber(x.state.core.owners.find('ann' as UserId))
  x.buys('ann', 1, { at: 99, id: one })
  const first = x.lastOrder
  x.now += HOUR
  expect(x.buys('ann', 1, { at: 100, id: other })).toBe('open')
  const second = x.lastOrder
  x.now += HOUR
  expect(x.buys('ann', 1, { at: 99, id: one })).toBe(`repeated ${first}`)
  expect(x.buys('ann', 1, { at: 100, id: other })).toBe(`repeated ${second}`)
  x.cancels('ann', first)
  x.now += HOUR
  expect(x.buys('ann', 1, { at: 100, id: other })).toBe(`repeated ${second}`)
  expect(x.buys('ann', 1, { at: 99, id: one })).toBe('open')
})
