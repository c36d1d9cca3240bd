/** Seeded people who place and cancel in two small markets: few prices, so that they meet, and every kind of order. */

import type { Lots, Ticks } from '../../src/contract/money.ts'
import type { OrderTerms, Side } from '../../src/contract/order-rules.ts'
import type { Command, OpenAccount } from '../../src/engine/commands.ts'
import { RULES } from '../engine/exchange.ts'

export type Dice = () => number
export const PEOPLE = Array.from({ length: 8 }, (_, number) => `person-${number}`)

const pick = <T>(dice: Dice, from: readonly T[]): T => from[Math.floor(dice() * from.length)] as T
const whole = (dice: Dice, least: number, most: number): number => least + Math.floor(dice() * (most - least + 1))

export function listings(): Command[] {
  const currencies = ['USDT', 'BTC', 'ETH'].map(
    (symbol, index): Command => ({ type: 'list-currency', currency: { id: index + 1, symbol, name: symbol } }),
  )
  const pairs = [1, 2].map(
    (pair): Command => ({
      type: 'list-pair',
      pair,
      base: pair + 1,
      quote: 1,
      tick: pair === 1 ? 10n ** 8n : 10n ** 10n,
      lot: pair === 1 ? 10n ** 6n : 10n ** 7n,
      referencePrice: 1_000 as Ticks,
      rules: { ...RULES, maxQuantity: 100_000 as Lots, minNotional: 0n, makerFee: 777, takerFee: 1_333 },
    }),
  )
  return [...currencies, ...pairs]
}

export function accounts(dice: Dice): OpenAccount[] {
  return PEOPLE.map((user, index) => ({
    type: 'open-account',
    user,
    kind: 'user',
    referralCode: 100_000_000 + index,
    referrer: null,
    grants: [1, 2, 3].map((currency) => ({ currency, amount: BigInt(whole(dice, 1, 500)) * 10n ** 8n })),
  }))
}

/** The next thing somebody wants. `id` names a wish for ever: asking again is asking for the same. */
export function wish(dice: Dice, id: string, lastSeq: number): Command {
  const user = pick(dice, PEOPLE)
  const roll = dice()
  if (roll < 0.2) return { type: 'cancel-order', user, order: Math.max(1, lastSeq - whole(dice, 0, 40)) }
  if (roll < 0.22) return { type: 'cancel-all', user, pair: pick(dice, [null, 1, 2]) }
  if (roll < 0.23) return { type: 'set-account-frozen', user, frozen: dice() < 0.3 }
  if (roll < 0.235)
    return { type: 'set-pair-rules', pair: 1, rules: { ...RULES, minNotional: 0n, makerFee: whole(dice, 0, 5_000) } }
  return {
    type: 'place-order',
    user,
    clientId: id,
    pair: pick(dice, [1, 2]),
    side: pick<Side>(dice, ['buy', 'sell']),
    terms: terms(dice),
  }
}

function terms(dice: Dice): OrderTerms {
  const quantity = whole(dice, 1, 60) as Lots
  const slippage = pick(dice, [1_000, 50_000, 500_000])
  const roll = dice()
  if (roll < 0.1) return { type: 'market', by: 'quantity', quantity, slippage }
  if (roll < 0.2) return { type: 'market', by: 'total', total: BigInt(whole(dice, 1, 90)) * 10n ** 7n, slippage }
  const timeInForce = pick(dice, ['GTC', 'GTC', 'GTC', 'GTC', 'IOC', 'FOK'] as const)
  const price = (1_000 + whole(dice, -12, 12)) as Ticks
  return { type: 'limit', price, quantity, timeInForce, postOnly: timeInForce === 'GTC' && dice() < 0.15 }
}
