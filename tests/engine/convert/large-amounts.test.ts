/** Conversions of a cheap coin around 2^52 of its smallest amount, the first amount that is too large. */

import { expect, test } from 'vitest'
import type { CurrencyId, PairId, UserId } from '../../../src/contract/ids.ts'
import type { Lots, Ticks, Units } from '../../../src/contract/money.ts'
import {
  assertInvariants,
  type Command,
  emptyState,
  execute,
  free,
  type Outcome,
  SMALL,
} from '../../../src/engine/exchange.ts'
import { BY_TEST } from '../../fixtures/by-test.ts'
import fc from '../../fixtures/fast-check.ts'

const [USDT, MEME, PAIR] = [1 as CurrencyId, 2 as CurrencyId, 1 as PairId]
const RANGE = 2n ** 52n
/** 100 coins. An order has at most 400,000 of them, for 40 USDT. */
const LOT = 10n ** 10n
const PRICE = 10_000
/** One lot costs 0.0001 USDT. */
const LOT_COST = 10n ** 4n
const MOST_LOTS = 400_000

function opened() {
  const state = emptyState('00000000-0000-4000-8000-000000000000', SMALL)
  let at = 1_700_000_000_000
  const does = (command: Command): Outcome['answer'] =>
    execute(state, { seq: state.seq + 1, at, rules: state.rules, command }).answer
  for (const [id, symbol] of [
    [USDT, 'USDT'],
    [MEME, 'MEME'],
  ] as const)
    does({ type: 'list-currency', ...BY_TEST, currency: { id, symbol, name: symbol, decimals: 8 } })
  const limits = { minQuantity: 1 as Lots, maxQuantity: MOST_LOTS as Lots, minNotional: 0n as Units }
  const listed = does({
    type: 'list-pair',
    ...BY_TEST,
    pair: PAIR,
    base: MEME,
    quote: USDT,
    tick: 1n,
    lot: LOT as Units,
    referencePrice: PRICE as Ticks,
    rules: {
      status: 'trading',
      ...limits,
      maxNotional: (10n ** 12n) as Units,
      band: 500_000,
      makerFee: 1_000,
      takerFee: 1_000,
    },
  })
  expect(listed.type).toBe('done')
  function account(name: string, usdt: bigint, meme: bigint): UserId {
    const grants = [
      { currency: USDT, amount: usdt as Units },
      { currency: MEME, amount: meme as Units },
    ].filter(({ amount }) => amount > 0n)
    does({ type: 'open-account', user: name as UserId, kind: 'user', referralCode: null, referrer: null, grants })
    return name as UserId
  }
  const order = (user: UserId, side: 'buy' | 'sell') =>
    does({
      type: 'place-order',
      user,
      clientId: null,
      pair: PAIR,
      side,
      terms: { type: 'limit', price: PRICE as Ticks, quantity: MOST_LOTS as Lots, timeInForce: 'GTC', postOnly: false },
    })
  const convert = (user: UserId, from: CurrencyId, to: CurrencyId, amount: bigint) => {
    at += 1
    const answer = does({
      type: 'convert',
      user,
      clientId: `quote-${amount}`,
      from,
      to,
      fromAmount: amount as Units,
      minTo: 1n as Units,
      spread: 5_000,
      validUntil: at + 10_000,
    })
    return answer.type === 'refused' ? answer.refusal.code : answer.type
  }
  return { state, account, order, convert }
}

test('A conversion that would buy 2^52 of the smallest amount is refused, and every smaller one is exact', () => {
  const limit = RANGE / LOT
  const lots = fc.oneof(
    fc.bigInt({ min: limit - 3n, max: limit + 3n }),
    fc.bigInt({ min: 1_000_000n, max: 1_200_000n }),
  )
  fc.assert(
    fc.property(lots, (bought) => {
      const { state, account, order, convert } = opened()
      const maker = account('maker', 0n, 4n * BigInt(MOST_LOTS) * LOT)
      for (let n = 0; n < 4; n++) expect(order(maker, 'sell').type).not.toBe('refused')
      const ann = account('ann', 10n ** 12n, 0n)
      const code = convert(ann, USDT, MEME, bought * LOT_COST)
      expect(code).toBe(bought * LOT >= RANGE ? 'MAX_AMOUNT' : 'converted')
      const got = code === 'converted' ? bought * LOT : 0n
      expect(free(state, ann, MEME)).toBe(got - (got * 5_000n + 999_999n) / 1_000_000n)
      assertInvariants(state)
    }),
    { numRuns: 40 },
  )
})

test('A conversion that would sell 2^52 of the smallest amount is refused, also of a balance that no number has exactly', () => {
  const near = (middle: bigint) => fc.bigInt({ min: middle - 3n, max: middle + 3n })
  const amount = fc.oneof(
    near(RANGE),
    near(2n * RANGE),
    near(4n * RANGE),
    fc.constantFrom(2n ** 54n - 1n, 18_014_399_999_999_999n, 10n ** 22n, RANGE - (RANGE % LOT)),
  )
  fc.assert(
    fc.property(amount, (sold) => {
      const { state, account, order, convert } = opened()
      const maker = account('maker', 10n ** 12n, 0n)
      for (let n = 0; n < 8; n++) expect(order(maker, 'buy').type).not.toBe('refused')
      const ann = account('ann', 0n, sold)
      const code = convert(ann, MEME, USDT, sold)
      expect(code).toBe(sold >= RANGE ? (sold >= 10n ** 20n ? 'MAX_NOTIONAL' : 'MAX_AMOUNT') : 'converted')
      const whole = code === 'converted' ? sold - (sold % LOT) : 0n
      expect(free(state, ann, MEME)).toBe(sold - whole)
      assertInvariants(state)
    }),
    { numRuns: 60 },
  )
})
