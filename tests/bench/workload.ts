/**
 * Streams of orders for the engine bench: 60 % limit orders near the touch, 30 % cancels of live orders, 10 %
 * marketable orders sized so that the number of live orders stays where it was. Seeded, so every run has the same stream.
 */

import assert from 'node:assert/strict'
import type { CurrencyId, OrderId, PairId, UserId } from '../../src/contract/ids.ts'
import type { Side } from '../../src/contract/markets/side.ts'
import type { Lots, Ticks } from '../../src/contract/money.ts'
import { type Units, ZERO } from '../../src/contract/money.ts'
import type { Command } from '../../src/engine/exchange.ts'
import { emptyState, execute, type Outcome, orderOf, type State } from '../../src/engine/exchange.ts'
import { random } from '../../src/server/play/random.ts'
import { BY_TEST } from '../fixtures/by-test.ts'

/** `order` is the sequence number of the command that opened it, and the order id in both exchanges. */
export type Step =
  | {
      readonly type: 'limit'
      readonly order: OrderId
      readonly user: number
      readonly side: Side
      readonly price: number
      readonly quantity: number
    }
  | { readonly type: 'cancel'; readonly order: OrderId; readonly user: number }

export type Workload = { readonly users: number; readonly prefill: readonly Step[]; readonly steps: readonly Step[] }

const PAIR = 1 as PairId
const USDT = 1 as CurrencyId
const BTC = 2 as CurrencyId
const MIDDLE = 100_000
const QUANTITY = 10

/** `live` orders to begin with, spread over `depth` ticks on either side, then `count` steps. */
export function workload(live: number, count: number, depth: number, users = Math.max(50, live / 50)): Workload {
  const next = random(live)
  const state = newExchange(users)
  const openOrders: { order: OrderId; user: number }[] = []

  function place(side: Side, price: number, quantity: number): Step {
    const step: Step = {
      type: 'limit',
      order: (state.seq + 1) as OrderId,
      user: state.seq % users,
      side,
      price,
      quantity,
    }
    executeNext(state, commandOf(step))
    if (orderOf(state, step.order) !== undefined) openOrders.push(step)
    return step
  }

  function passive(spread: number): Step {
    const side = next() < 0.5 ? 'buy' : 'sell'
    const offset = 1 + Math.floor(next() ** 2 * spread)
    return place(side, side === 'buy' ? MIDDLE - offset : MIDDLE + offset, 1 + Math.floor(next() * 2 * QUANTITY))
  }

  const marketable = (): Step =>
    next() < 0.5 ? place('buy', MIDDLE + depth, 3 * QUANTITY) : place('sell', MIDDLE - depth, 3 * QUANTITY)

  function cancel(): Step {
    for (;;) {
      const at = Math.floor(next() * openOrders.length)
      const { order, user } = openOrders[at] ?? { order: 0 as OrderId, user: 0 }
      const last = openOrders.pop()
      if (last !== undefined && at < openOrders.length) openOrders[at] = last
      if (orderOf(state, order) === undefined && openOrders.length > 0) continue
      const step: Step = { type: 'cancel', order, user }
      executeNext(state, commandOf(step))
      return step
    }
  }

  function step(): Step {
    const dice = next()
    if (dice < 0.6 || openOrders.length === 0) return passive(Math.min(depth, 50))
    return dice < 0.7 ? marketable() : cancel()
  }

  const prefill = Array.from({ length: live }, () => passive(depth))
  return { users, prefill, steps: Array.from({ length: count }, step) }
}

export function commandOf(step: Step, withClientId = false): Command {
  const user = userOf(step.user)
  if (step.type === 'cancel') return { type: 'cancel-order', user, order: step.order }
  const { order, side } = step
  const [price, quantity] = [step.price as Ticks, step.quantity as Lots]
  const terms = { type: 'limit', price, quantity, timeInForce: 'GTC', postOnly: false } as const
  return { type: 'place-order', user, clientId: withClientId ? `order-${order}` : null, pair: PAIR, side, terms }
}

export const executeNext = (state: State, command: Command): Outcome =>
  execute(state, { seq: state.seq + 1, at: 1_700_000_000_000 + state.seq, rules: state.rules, command })

const names: UserId[] = []
function userOf(user: number): UserId {
  // Through JSON, as from a message: a concatenated string that is not yet flat is slow to compare.
  names[user] ??= JSON.parse(`"00000000-0000-4000-8000-${user.toString(16).padStart(12, '0')}"`) as UserId
  return names[user]
}

export function newExchange(users: number): State {
  const state = emptyState('00000000-0000-4000-8000-000000000000')
  for (const command of opening(users)) assert.notEqual(executeNext(state, command).answer.type, 'refused')
  return state
}

/** The commands that list a pair and open accounts with ample balances. */
export const opening = (users: number): Command[] => [
  listing(USDT, 'USDT'),
  listing(BTC, 'BTC'),
  {
    type: 'list-pair',
    ...BY_TEST,
    pair: PAIR,
    base: BTC,
    quote: USDT,
    tick: 100_000_000n,
    lot: 100n as Units,
    referencePrice: MIDDLE as Ticks,
    rules: {
      status: 'trading',
      minQuantity: 1 as Lots,
      maxQuantity: 1_000_000_000 as Lots,
      minNotional: ZERO,
      maxNotional: 4_500_000_000_000_000n as Units,
      band: 900_000,
      makerFee: 1_000,
      takerFee: 1_000,
    },
  },
  ...Array.from({ length: users }, (_, user) => account(userOf(user))),
]

const listing = (id: CurrencyId, symbol: string): Command => ({
  type: 'list-currency',
  ...BY_TEST,
  currency: { id, symbol, name: symbol, decimals: 8 },
})

const account = (user: UserId): Command => ({
  type: 'open-account',
  user,
  kind: 'user',
  referralCode: null,
  referrer: null,
  grants: [USDT, BTC].map((currency) => ({ currency, amount: (10n ** 16n) as Units })),
})
