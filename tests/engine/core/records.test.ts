/** The parts of the core of records: amounts at the end of the range, handles, the table of orders, and the levels of a side. */

import { expect, test } from 'vitest'
import type { UserId } from '../../../src/contract/ids.ts'
import type { Lots, Ticks, Units } from '../../../src/contract/money.ts'
import { refuse } from '../../../src/contract/refusals.ts'
import { highOf, joined, lowOf, RANGE, shareDown, shareUp } from '../../../src/engine/core/amounts.ts'
import { OrderTable } from '../../../src/engine/core/order-table.ts'
import { LARGEST, NONE, type OrderHandle, openRecords, SMALL } from '../../../src/engine/core/records.ts'
import { BookSide } from '../../../src/engine/core/side.ts'
import { assertInvariants, type Command, emptyState, execute } from '../../../src/engine/exchange.ts'
import fc from '../../fixtures/fast-check.ts'
import { listings } from './random-commands.ts'
import { RecordExchange } from './record-exchange.ts'

const MILLION = 1_000_000n
const nearRange = fc.oneof(
  fc.integer({ min: 0, max: 1_000 }),
  fc.integer({ min: RANGE - 3, max: RANGE - 1 }),
  fc.nat(RANGE - 1),
)
const rate = fc.oneof(fc.constantFrom(0, 1, 999_999, 1_000_000, 1_999_999), fc.nat(2_000_000))

test('Orders are found by their ids after the table has grown', () => {
  const records = openRecords({ ...SMALL, orders: 1 << 13 })
  const table = new OrderTable(records.orders.id)
  const added: OrderHandle[] = []
  for (let id = 0; id < 5_000; id++) {
    const order = records.orders.handles.take()
    records.orders.id[order] = id * 3
    table.add(order)
    added.push(order)
  }
  for (const order of added) expect(table.find(records.orders.id[order] ?? -1)).toBe(order)
  expect(table.find(1)).toBe(NONE)
})

test('A share of any amount in the range is exact, rounded up and rounded down', () => {
  fc.assert(
    fc.property(nearRange, rate, (amount, share) => {
      const exact = BigInt(amount) * BigInt(share)
      const expected = [(exact + MILLION - 1n) / MILLION, exact / MILLION]
      if ((expected[0] ?? 0n) > 2n ** 53n) return
      expect([shareUp(amount, share), shareDown(amount, share)].map(BigInt)).toEqual(expected)
    }),
  )
})

test('A balance of any size and sign is joined from its two numbers again', () => {
  const balance = fc.oneof(
    fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
    fc
      .tuple(fc.integer({ min: -5, max: 5 }), fc.integer({ min: -3, max: 3 }))
      .map(([times, off]) => BigInt(times) * 2n ** 52n + BigInt(off)),
  )
  fc.assert(
    fc.property(balance, (amount) => {
      const [high, low] = [highOf(amount), lowOf(amount)]
      expect(low >= 0 && low < RANGE).toBe(true)
      if (Number.isSafeInteger(high)) expect(joined(high, low)).toBe(amount)
    }),
  )
})

test('An order is found by its id after any additions and removals, also where the low bits of ids are equal', () => {
  // Few ids, so that each is removed and added again many times.
  const id = fc.oneof(
    fc.nat(11),
    fc.nat(11).map((n) => n * 4_096),
    fc.nat(11).map((n) => 2 ** 47 + n),
    fc.nat(11).map((n) => n * 2 ** 32),
  )
  fc.assert(
    fc.property(fc.array(id, { minLength: 100, maxLength: 300 }), (ids) => {
      const records = openRecords(SMALL)
      const table = new OrderTable(records.orders.id)
      const known = new Map<number, OrderHandle>()
      for (const each of ids) {
        const order = known.get(each)
        if (order === undefined) {
          const added = records.orders.handles.take()
          records.orders.id[added] = each
          table.add(added)
          known.set(each, added)
        } else {
          table.remove(order)
          records.orders.handles.give(order)
          known.delete(each)
        }
        for (const other of ids) expect(table.find(other)).toBe(known.get(other) ?? NONE)
      }
      expect(table.size).toBe(known.size)
    }),
    { numRuns: 40 },
  )
})

test('A side keeps hundreds of levels sorted while orders rest and leave at random prices', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(1 as const, -1 as const),
      fc.array(fc.nat(900), { minLength: 600, maxLength: 1_500 }),
      (sign, prices) => {
        const records = openRecords(SMALL)
        const side = new BookSide(records, sign)
        const resting = new Map<number, OrderHandle>()
        for (const price of prices) {
          const order = resting.get(price)
          if (order === undefined) {
            const added = records.orders.handles.take()
            records.orders.left[added] = 1
            side.rest(added, price + 1)
            resting.set(price, added)
          } else {
            side.take(order)
            records.orders.handles.give(order)
            resting.delete(price)
          }
        }
        const expected = [...resting.keys()].map((price) => price + 1).sort((one, other) => sign * (other - one))
        expect([...side.levels()].map((level) => records.levels.price[level])).toEqual(expected)
        expect(expected.map((_, place) => records.levels.price[side.at(place) as never])).toEqual(expected)
        expect(side.at(expected.length)).toBe(NONE)
      },
    ),
    { numRuns: 10 },
  )
})

const CATALOGUE = { decimals: [8, 8] as const, ethQuote: 1 as never, ethTick: 10n ** 8n }
const USDT = 1 as never
const pairs = () => listings(CATALOGUE).filter(({ type }) => type !== 'open-account')
const grant = (exchange: RecordExchange, user: string, amount: bigint, currency = 1) =>
  exchange.does({
    type: 'open-account',
    user: user as UserId,
    kind: 'user',
    referralCode: null,
    referrer: null,
    grants: [{ currency: currency as never, amount: amount as Units }],
  })
const limit = (user: string, side: 'buy' | 'sell', price: number, quantity: number) =>
  ({
    type: 'place-order',
    user: user as UserId,
    clientId: null,
    pair: 1 as never,
    side,
    terms: { type: 'limit', price: price as Ticks, quantity: quantity as Lots, timeInForce: 'GTC', postOnly: false },
  }) as const

test('A single amount of 10^18 units is posted, held, traded and released exactly', () => {
  const exchange = new RecordExchange(pairs())
  const amount = 10n ** 18n + 1n
  grant(exchange, 'ann', amount)
  grant(exchange, 'bob', amount, 2)
  const { core } = exchange
  expect(core.balance('world', 'free', USDT)).toBe(-amount)
  expect(exchange.does(limit('ann', 'buy', 1_000, 5_000))).toBeUndefined()
  const held = 1_000n * 5_000n * 7_000n
  expect([core.balance('ann' as UserId, 'free', USDT), core.balance('ann' as UserId, 'held', USDT)]).toEqual([
    amount - held,
    held,
  ])
  expect(exchange.does(limit('bob', 'sell', 1_000, 2_000))).toBeUndefined()
  core.cancelAll('ann' as UserId, null)
  const paid = 1_000n * 2_000n * 7_000n
  expect([core.balance('ann' as UserId, 'free', USDT), core.balance('ann' as UserId, 'held', USDT)]).toEqual([
    amount - paid,
    0n,
  ])
  core.assertRecords()
})

test('A balance is exact while orders take it below a multiple of 2^52 and back', () => {
  const exchange = new RecordExchange(pairs())
  const { core } = exchange
  for (const off of [0n, 1n, 3n, -1n, -3n]) {
    const [user, amount] = [`user-${off}`, 3n * 2n ** 52n + off]
    grant(exchange, user, amount)
    for (const quantity of [200, 5_000]) {
      expect(exchange.does(limit(user, 'buy', 900, quantity))).toBeUndefined()
      const held = 900n * BigInt(quantity) * 7_000n
      expect(core.balance(user as UserId, 'free', USDT)).toBe(amount - held)
      core.cancelAll(user as UserId, null)
      expect(core.balance(user as UserId, 'free', USDT)).toBe(amount)
      core.assertRecords()
    }
  }
})

test('An order that may rest is refused when one in sixteen orders is left, and one that does not rest when two are', () => {
  const exchange = new RecordExchange(pairs(), { ...SMALL, orders: 64 })
  for (const currency of [1, 2]) grant(exchange, currency === 1 ? 'ann' : 'bob', 10n ** 15n, currency)
  const place = (price: number) => exchange.does(limit('ann', 'buy', price, 200))?.code
  const codes = Array.from({ length: 62 }, (_, n) => place(800 + n))
  expect(codes.indexOf('EXCHANGE_FULL')).toBe(59)
  expect(exchange.core.table.size).toBe(59)
  const selling = limit('bob', 'sell', 800, 200)
  const taking: Command = { ...selling, terms: { ...selling.terms, timeInForce: 'IOC' } }
  for (let n = 0; n < 5; n++) expect(exchange.does(taking)).toBeUndefined()
  expect(exchange.core.table.size).toBe(54)
  exchange.core.assertRecords()
  expect(place(900)).toBeUndefined()
})

test('Orders at different prices need no more levels than there are orders', () => {
  expect([LARGEST, SMALL].every(({ orders, levels }) => levels >= orders)).toBe(true)
})

test('A new account is refused when few owners are left, and an account that exists is opened again without an effect', () => {
  const state = emptyState('00000000-0000-4000-8000-000000000000', { ...SMALL, owners: 32 })
  const run = (command: Command) => execute(state, { seq: state.seq + 1, at: 1, rules: state.rules, command }).answer
  for (const command of pairs()) run(command)
  const opening = (user: number): Command => ({
    type: 'open-account',
    user: `user-${user}` as UserId,
    kind: 'user',
    referralCode: null,
    referrer: null,
    grants: [{ currency: USDT, amount: (10n ** 12n) as Units }],
  })
  const answers = Array.from({ length: 40 }, (_, user) => run(opening(user)))
  const refused = answers.findIndex(({ type }) => type === 'refused')
  // One in sixteen is left, and the record without a number.
  expect(state.core.records.owners.handles.taken).toBe(29)
  expect(refused).toBeGreaterThan(20)
  expect(answers.slice(refused)).toEqual(
    Array.from({ length: 40 - refused }, () => ({ type: 'refused', refusal: refuse('EXCHANGE_FULL') })),
  )
  expect(run(opening(0))).toEqual({ type: 'done' })
  assertInvariants(state)
})
