/** Orders whose amounts are within a few units of 2^52, the first amount that is too large: refused, or exact to the unit. */

import { expect, test } from 'vitest'
import type { CurrencyId, PairId, UserId } from '../../../src/contract/ids.ts'
import type { Lots, Ticks, Units } from '../../../src/contract/money.ts'
import { RANGE } from '../../../src/engine/core/amounts.ts'
import type { Command } from '../../../src/engine/exchange.ts'
import { BY_TEST } from '../../fixtures/by-test.ts'
import fc from '../../fixtures/fast-check.ts'
import { RecordExchange } from './record-exchange.ts'

const [USDT, BTC] = [1, 2] as CurrencyId[] as [CurrencyId, CurrencyId]
const RICH = 10n ** 18n
/** A tenth of a percent, rounded up. */
const feeOf = (amount: bigint): bigint => (amount + 999n) / 1_000n

/** A lot is one unit, and at a price of one tick it costs one unit. */
const LISTINGS: readonly Command[] = [
  ...[USDT, BTC].map((id): Command => {
    const symbol = id === USDT ? 'USDT' : 'BTC'
    return { type: 'list-currency', ...BY_TEST, currency: { id, symbol, name: symbol, decimals: 8 } }
  }),
  {
    type: 'list-pair',
    ...BY_TEST,
    pair: 1 as PairId,
    base: BTC,
    quote: USDT,
    tick: 10n ** 10n,
    lot: 1n as Units,
    referencePrice: 10_000 as Ticks,
    rules: {
      status: 'trading',
      minQuantity: 1 as Lots,
      maxQuantity: 1_000_000_000_000 as Lots,
      minNotional: 0n as Units,
      maxNotional: (2n ** 52n - 1n) as Units,
      band: 700_000,
      makerFee: 1_000,
      takerFee: 1_000,
    },
  },
]

const order = (user: string, side: 'buy' | 'sell', price: number, quantity: number) =>
  ({
    type: 'place-order',
    user: user as UserId,
    clientId: null,
    pair: 1 as PairId,
    side,
    terms: { type: 'limit', price: price as Ticks, quantity: quantity as Lots, timeInForce: 'GTC', postOnly: false },
  }) as const

/** Ann and Bob have 10^18 units of both. */
function opened(): RecordExchange {
  const exchange = new RecordExchange(LISTINGS)
  for (const user of ['ann', 'bob'] as UserId[]) {
    const grants = [USDT, BTC].map((currency) => ({ currency, amount: RICH as Units }))
    exchange.does({ type: 'open-account', user, kind: 'user', referralCode: null, referrer: null, grants })
  }
  return exchange
}

const sums = ({ core }: RecordExchange, currency: CurrencyId): bigint =>
  (['ann', 'bob', 'fees', 'world'] as const)
    .flatMap((owner) => [
      core.balance(owner as UserId, 'free', currency),
      core.balance(owner as UserId, 'held', currency),
    ])
    .reduce((sum: bigint, amount) => sum + amount, 0n)

const price = fc.integer({ min: 4_504, max: 17_000 })
/** Prices and lots that cost 2^52 units, and 2 less, 1 less and 2 more. */
const EXACT = [
  [8_192, 549_755_813_888],
  [11_119, 405_036_390_626],
  [8_191, 549_822_930_945],
  [5_526, 814_983_645_923],
] as const
/** Costs as close to 2^52 as the price allows. */
const near = fc.oneof(
  fc.constantFrom(...EXACT),
  fc
    .tuple(price, fc.integer({ min: -1, max: 1 }))
    .map(([each, lots]) => [each, Math.floor(RANGE / each) + lots] as const),
)

test('A buy that costs about 2^52 units is refused from 2^52 on, and else holds its exact cost and gives it back', () => {
  fc.assert(
    fc.property(near, ([each, lots]) => {
      const exchange = opened()
      const { core } = exchange
      const cost = BigInt(each) * BigInt(lots)
      const refusal = exchange.does(order('ann', 'buy', each, lots))
      expect(refusal?.code).toBe(cost >= 2n ** 52n ? 'MAX_NOTIONAL' : undefined)
      const held = refusal === undefined ? cost : 0n
      expect(core.balance('ann' as UserId, 'held', USDT)).toBe(held)
      expect(core.balance('ann' as UserId, 'free', USDT)).toBe(RICH - held)
      core.cancelAll('ann' as UserId, null)
      expect(core.balance('ann' as UserId, 'free', USDT)).toBe(RICH)
      core.assertRecords()
    }),
    { numRuns: 200 },
  )
})

test('A sell that could receive 2^52 units from the book is refused, and any other one receives the exact amount', () => {
  fc.assert(
    fc.property(near, price, fc.boolean(), ([each, lots], asked, isWhole) => {
      const exchange = opened()
      const { core } = exchange
      // Bob buys all that Ann sells, or one lot of it: her order is refused for what the best price could pay.
      const bid = isWhole && BigInt(each) * BigInt(lots) < 2n ** 52n ? lots : 1
      expect(exchange.does(order('bob', 'buy', each, bid))).toBeUndefined()
      const limit = Math.min(asked, each)
      const refusal = exchange.does(order('ann', 'sell', limit, lots))
      const most = BigInt(each) * BigInt(lots)
      expect(refusal?.code).toBe(most >= 2n ** 52n ? 'MAX_NOTIONAL' : undefined)
      const gross = refusal === undefined ? BigInt(each) * BigInt(bid) : 0n
      core.cancelAll('ann' as UserId, null)
      expect(core.balance('ann' as UserId, 'free', USDT)).toBe(RICH + gross - feeOf(gross))
      expect(core.balance('ann' as UserId, 'free', BTC)).toBe(RICH - (refusal === undefined ? BigInt(bid) : 0n))
      expect([sums(exchange, USDT), sums(exchange, BTC)]).toEqual([0n, 0n])
      core.assertRecords()
    }),
    { numRuns: 200 },
  )
})

test('Balances and sums of trades above 2^53 units stay exact to the unit', () => {
  const below = EXACT.filter(([each, lots]) => BigInt(each) * BigInt(lots) < 2n ** 52n)
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...below), { minLength: 3, maxLength: 8 }), (trades) => {
      const exchange = opened()
      const { core } = exchange
      let [paid, sold, feesPaid, feesSold] = [0n, 0n, 0n, 0n]
      for (const [each, lots] of trades) {
        expect(exchange.does(order('bob', 'sell', each, lots))).toBeUndefined()
        expect(exchange.does(order('ann', 'buy', each, lots))).toBeUndefined()
        const [total, amount] = [BigInt(each) * BigInt(lots), BigInt(lots)]
        paid += total
        sold += amount
        feesPaid += feeOf(total)
        feesSold += feeOf(amount)
      }
      expect(core.balance('ann' as UserId, 'free', USDT)).toBe(RICH - paid)
      expect(core.balance('ann' as UserId, 'free', BTC)).toBe(RICH + sold - feesSold)
      expect(core.balance('bob' as UserId, 'free', USDT)).toBe(RICH + paid - feesPaid)
      expect(core.balance('fees', 'free', USDT)).toBe(feesPaid)
      expect(core.activityOf('ann' as UserId)?.volume).toBe(paid)
      expect([sums(exchange, USDT), sums(exchange, BTC)]).toEqual([0n, 0n])
    }),
    { numRuns: 50 },
  )
})
