/** Seeded users who place and cancel orders of every kind in two markets, at few prices so that they match. */

import type { CurrencyId, Millis, OrderId, PairId, UserId } from '../../src/contract/ids.ts'
import type { Side } from '../../src/contract/markets/side.ts'
import type { Lots, Ticks } from '../../src/contract/money.ts'
import { type Units, ZERO } from '../../src/contract/money.ts'
import type { OrderTerms } from '../../src/contract/orders/order-terms.ts'
import type { Command, OpenAccount, State } from '../../src/engine/exchange.ts'
import { RULES } from '../engine/exchange.ts'
import { BY_TEST } from '../fixtures/by-test.ts'
import { networkListings, randomFundsCommand } from './simulated-funds.ts'
import { randomRewardCommand, rewardListing } from './simulated-rewards.ts'

export type Random = () => number
export const USERS = Array.from({ length: 8 }, (_, number) => `person-${number}` as UserId)
const PAIRS = [1, 2] as PairId[]

const pick = <T>(dice: Random, from: readonly T[]): T => from[Math.floor(dice() * from.length)] as T
const randomInteger = (dice: Random, min: number, max: number): number => min + Math.floor(dice() * (max - min + 1))

export function listings(): Command[] {
  const currencies = ['USDT', 'BTC', 'ETH'].map(
    (symbol, index): Command => ({
      type: 'list-currency',
      ...BY_TEST,
      currency: { id: (index + 1) as CurrencyId, symbol, name: symbol, decimals: 8 },
    }),
  )
  const pairs = PAIRS.map(
    (pair): Command => ({
      type: 'list-pair',
      ...BY_TEST,
      pair,
      base: (pair + 1) as CurrencyId,
      quote: 1 as CurrencyId,
      tick: pair === 1 ? 10n ** 8n : 10n ** 10n,
      lot: (pair === 1 ? 10n ** 6n : 10n ** 7n) as Units,
      referencePrice: 1_000 as Ticks,
      rules: { ...RULES, maxQuantity: 100_000 as Lots, minNotional: ZERO, makerFee: 777, takerFee: 1_333 },
    }),
  )
  return [...currencies, rewardListing, ...pairs, ...networkListings]
}

export function accounts(dice: Random): OpenAccount[] {
  return USERS.map((user, index) => ({
    type: 'open-account',
    user,
    kind: 'user',
    referralCode: 100_000_000 + index,
    // Half of them were invited by an earlier user.
    referrer: index % 2 === 0 ? null : (USERS[Math.floor(index / 4)] ?? null),
    grants: ([1, 2, 3] as CurrencyId[]).map((currency) => ({
      currency,
      amount: (BigInt(randomInteger(dice, 1, 500)) * 10n ** 8n) as Units,
    })),
  }))
}

/** A random command, created at `now`. A repeated `id` is a repeated request. `state`: as in `randomFundsCommand`. */
export function randomCommand(dice: Random, id: string, lastSeq: number, now: Millis, state?: State): Command {
  const user = pick(dice, USERS)
  const roll = dice()
  if (roll < 0.2)
    return { type: 'cancel-order', user, order: Math.max(1, lastSeq - randomInteger(dice, 0, 40)) as OrderId }
  if (roll < 0.22) return { type: 'cancel-all', user, pair: pick(dice, [null, ...PAIRS]) }
  if (roll < 0.23) return randomFreeze(dice, user)
  if (roll < 0.235)
    return {
      type: 'set-pair-rules',
      ...BY_TEST,
      pair: 1 as PairId,
      rules: { ...RULES, minNotional: ZERO, makerFee: randomInteger(dice, 0, 5_000) },
    }
  if (roll < 0.36) return randomRewardCommand(dice, user, now)
  if (roll < 0.4) return randomConversion(dice, user, id, now)
  if (roll < 0.48) return randomFundsCommand(dice, user, id, lastSeq, state)
  return {
    type: 'place-order',
    user,
    clientId: id,
    pair: pick(dice, PAIRS),
    side: pick<Side>(dice, ['buy', 'sell']),
    terms: terms(dice),
    // Some requests have expired already.
    validUntil: now + randomInteger(dice, -1_000, 90_000),
  }
}

/** Most freezes are lifted soon: those of operators at once, those of owners after a day. */
function randomFreeze(dice: Random, user: UserId): Command {
  const by = dice() < 0.8 ? { origin: 'operator', operator: 'ops', reason: 'a test' } : { origin: 'owner' }
  return { type: dice() < 0.3 ? 'freeze-account' : 'unfreeze-account', user, ...by } as Command
}

/** The book is thin, so that many conversions are refused. */
function randomConversion(dice: Random, user: UserId, id: string, now: Millis): Command {
  const [from, to] = pick(dice, [
    [1, 2],
    [2, 1],
    [3, 1],
    [2, 3],
  ] as [CurrencyId, CurrencyId][])
  const amount = from === 1 ? randomInteger(dice, 40, 200) : randomInteger(dice, 5, 40)
  const fromAmount = (BigInt(amount) * 10n ** 7n) as Units
  const minTo = (1n + fromAmount / BigInt(randomInteger(dice, 5, 1_000))) as Units
  const validUntil = now + randomInteger(dice, -1_000, 90_000)
  return { type: 'convert', user, clientId: id, from, to, fromAmount, minTo, spread: 5_000, validUntil }
}

function terms(dice: Random): OrderTerms {
  const quantity = randomInteger(dice, 1, 60) as Lots
  const slippage = pick(dice, [1_000, 50_000, 500_000])
  const roll = dice()
  if (roll < 0.1) return { type: 'market', by: 'quantity', quantity, slippage }
  if (roll < 0.2)
    return { type: 'market', by: 'total', total: (BigInt(randomInteger(dice, 1, 90)) * 10n ** 7n) as Units, slippage }
  const timeInForce = pick(dice, ['GTC', 'GTC', 'GTC', 'GTC', 'IOC', 'FOK'] as const)
  const price = (1_000 + randomInteger(dice, -12, 12)) as Ticks
  return { type: 'limit', price, quantity, timeInForce, postOnly: timeInForce === 'GTC' && dice() < 0.15 }
}
