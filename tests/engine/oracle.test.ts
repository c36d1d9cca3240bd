/** The engine against the naive exchange: for every command the same answer, and in the end the same balances and queues. */

import { expect, test } from 'vitest'
import type { CurrencyId, PairId, UserId } from '../../src/contract/ids.ts'
import type { Side } from '../../src/contract/markets/side.ts'
import type { Units } from '../../src/contract/money.ts'
import { type Lots, parseUnits, type Ticks } from '../../src/contract/money.ts'
import type { OrderTerms } from '../../src/contract/orders/order-terms.ts'
import { expectDefined } from '../../src/engine/assert.ts'
import { free, held } from '../../src/engine/exchange.ts'
import fc from '../fixtures/fast-check.ts'
import { scope } from '../scope.ts'
import { Exchange, RULES } from './exchange.ts'
import { FEES, LOT, NaiveExchange } from './naive-exchange.ts'

type Ask =
  | { type: 'place'; user: string; side: Side; terms: OrderTerms }
  | { type: 'cancel'; user: string; recent: number }
  | { type: 'cancel-all'; user: string }

const COMMANDS = 100
const STOCK = { USDT: 50, BTC: 0.6 }
const LITTLE = { USDT: 3, BTC: 0.03 }
const USDT = 1 as CurrencyId
const BTC = 2 as CurrencyId
const PEOPLE = ['ann', 'bob', 'cat']

const user = fc.constantFrom(...PEOPLE)
const side = fc.constantFrom<Side>('buy', 'sell')
const quantity = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 1, max: 12 }) },
  { weight: 1, arbitrary: fc.integer({ min: 900, max: 1_100 }) },
)
const price = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 94, max: 106 }) },
  { weight: 1, arbitrary: fc.integer({ min: 40, max: 170 }) },
)
const slippage = fc.constantFrom(1, 10_000, 20_000, 50_000, 500_000)
const limit = fc.record({
  type: fc.constant('limit' as const),
  price: price.map((ticks) => ticks as Ticks),
  quantity: quantity.map((lots) => lots as Lots),
  timeInForce: fc.constantFrom('GTC', 'GTC', 'GTC', 'IOC', 'FOK'),
  postOnly: fc.boolean(),
})
const byQuantity = fc.record({
  type: fc.constant('market' as const),
  by: fc.constant('quantity' as const),
  quantity: quantity.map((lots) => lots as Lots),
  slippage,
})
const byTotal = fc.record({
  type: fc.constant('market' as const),
  by: fc.constant('total' as const),
  total: fc.bigInt({ min: 1n, max: 3_000n * LOT }).map((units) => units as Units),
  slippage,
})
const place = (terms: fc.Arbitrary<OrderTerms>): fc.Arbitrary<Ask> =>
  fc.record({ type: fc.constant('place' as const), user, side, terms })
const ask: fc.Arbitrary<Ask> = fc.oneof(
  { weight: 12, arbitrary: place(limit as fc.Arbitrary<OrderTerms>) },
  { weight: 3, arbitrary: place(byQuantity) },
  { weight: 3, arbitrary: place(byTotal) },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('cancel' as const), user, recent: fc.integer({ min: 0, max: 30 }) }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('cancel-all' as const), user }) },
)

function pair(): [Exchange, NaiveExchange] {
  const rules = { ...RULES, minNotional: LOT, maxNotional: 50_000n * LOT, makerFee: FEES.made, takerFee: FEES.taken }
  const ours = new Exchange({ ann: STOCK, bob: STOCK, cat: LITTLE }, rules, LOT)
  const naive = new NaiveExchange()
  for (const name of PEOPLE) {
    const { USDT, BTC } = name === 'cat' ? LITTLE : STOCK
    naive.give(name, 'quote', expectDefined(parseUnits(String(USDT)), 'a stock is a number'))
    naive.give(name, 'base', expectDefined(parseUnits(String(BTC)), 'a stock is a number'))
  }
  return [ours, naive]
}

function both(ours: Exchange, naive: NaiveExchange, asked: Ask): [string, string] {
  const seq = ours.state.seq + 1
  if (asked.type === 'cancel-all') return [ours.cancelsAll(asked.user), naive.cancelAll(asked.user)]
  if (asked.type === 'cancel') {
    const order = seq - asked.recent
    return [ours.cancels(asked.user, order), naive.cancel(asked.user, order)]
  }
  return [ours.asks(asked.user, asked.side, asked.terms), naive.at(seq).place(asked.user, asked.side, asked.terms)]
}

function compare(ours: Exchange, naive: NaiveExchange): void {
  const { state } = ours
  for (const name of PEOPLE) {
    for (const [coin, id] of [
      ['quote', USDT],
      ['base', BTC],
    ] as const) {
      expect(free(state, name as UserId, id)).toBe(naive.free(name, coin))
      expect(held(state, name as UserId, id)).toBe(naive.held(name, coin))
    }
  }
  expect(free(state, 'fees', USDT)).toBe(naive.owns('fees', 'quote'))
  expect(free(state, 'fees', BTC)).toBe(naive.owns('fees', 'base'))
  expect(ours.queue('buy')).toEqual(naive.resting('buy').map(({ id }) => id))
  expect(ours.queue('sell')).toEqual(naive.resting('sell').map(({ id }) => id))
  expect(state.markets.get(1 as PairId)?.lastPrice).toBe(naive.last)
}

test(`The engine and the naive exchange agree in ${scope.oracleRuns} runs of ${COMMANDS} commands`, () => {
  const seen = new Map<string, number>()
  fc.assert(
    fc.property(fc.array(ask, { minLength: COMMANDS, maxLength: COMMANDS }), (asks) => {
      const [ours, naive] = pair()
      for (const asked of asks) {
        const [actual, expected] = both(ours, naive, asked)
        expect(actual).toBe(expected)
        const kind = actual.split(' ')[0] ?? ''
        seen.set(kind, (seen.get(kind) ?? 0) + 1)
      }
      compare(ours, naive)
    }),
    { numRuns: scope.oracleRuns },
  )
  // The test is meaningful only if every possible result occurred often enough.
  for (const kind of [
    'open',
    'filled',
    'expired',
    'cancelled',
    'ORDER_NOT_FOUND',
    'PRICE_BAND',
    'MAX_AMOUNT',
    'MIN_AMOUNT',
    'MAX_NOTIONAL',
    'INSUFFICIENT_BALANCE',
    'POST_ONLY_WOULD_TAKE',
    'NO_LIQUIDITY',
    'FOK_NOT_FILLABLE',
  ])
    expect([kind, (seen.get(kind) ?? 0) > scope.oracleRuns / 50]).toEqual([kind, true])
}, 300_000)
