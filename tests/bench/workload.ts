/**
 * Streams of orders for the engine bench: 60 % limit orders near the touch, 30 % cancels of live orders, 10 %
 * marketable orders sized so that the number of live orders stays where it was. Seeded, so every run is the same.
 */

import type { PairId } from '../../src/contract/ids.ts'
import type { Lots, Ticks } from '../../src/contract/money.ts'
import type { Side } from '../../src/contract/order-rules.ts'
import type { Command } from '../../src/engine/commands.ts'
import { execute } from '../../src/engine/engine.ts'
import { emptyState, type State } from '../../src/engine/state.ts'
import { random } from '../../src/server/demo/random.ts'

export type Step =
  | {
      readonly type: 'limit'
      readonly id: number
      readonly user: number
      readonly side: Side
      readonly price: number
      readonly quantity: number
    }
  | { readonly type: 'cancel'; readonly id: number; readonly user: number }

export type Workload = {
  readonly name: string
  readonly users: number
  readonly prefill: readonly Step[]
  readonly steps: readonly Step[]
}

const PAIR: PairId = 1
const MIDDLE = 100_000
const QUANTITY = 10

export function workload(name: string, live: number, count: number, depth: number): Workload {
  const next = random(live)
  const users = Math.max(50, Math.ceil(live / 50))
  const engine = newEngine(users)
  const alive: { id: number; user: number }[] = []
  let id = 0
  const place = (side: Side, price: number, quantity: number): Step => {
    id += 1
    const step: Step = { type: 'limit', id, user: id % users, side, price, quantity }
    const seq = engine.run(step)
    if (engine.state.orders.has(seq)) alive.push({ id, user: step.user })
    return step
  }
  const passive = (spread: number): Step => {
    const side = next() < 0.5 ? 'buy' : 'sell'
    const offset = 1 + Math.floor(next() ** 2 * spread)
    return place(side, side === 'buy' ? MIDDLE - offset : MIDDLE + offset, 1 + Math.floor(next() * 2 * QUANTITY))
  }
  const prefill = Array.from({ length: live }, () => passive(depth))
  const step = (): Step => {
    const dice = next()
    if (dice < 0.6 || alive.length === 0) return passive(Math.min(depth, 50))
    if (dice < 0.7)
      return next() < 0.5 ? place('buy', MIDDLE + depth, 3 * QUANTITY) : place('sell', MIDDLE - depth, 3 * QUANTITY)
    for (;;) {
      const at = Math.floor(next() * alive.length)
      const chosen = alive[at] ?? { id: 0, user: 0 }
      alive[at] = alive[alive.length - 1] ?? chosen
      alive.pop()
      if (!engine.isAlive(chosen.id) && alive.length > 0) continue
      const cancel: Step = { type: 'cancel', ...chosen }
      engine.run(cancel)
      return cancel
    }
  }
  return { name, users, prefill, steps: Array.from({ length: count }, step) }
}

export type Engine = {
  readonly state: State
  run(step: Step): number
  isAlive(id: number): boolean
}

/** Our engine as it runs in the exchange: accounts, holds, fees, ledger and events included. */
export function newEngine(users: number, withClientIds = false): Engine {
  const state = emptyState('00000000-0000-4000-8000-000000000000')
  const places = new Map<number, number>()
  const submit = (command: Command) =>
    execute(state, { seq: state.seq + 1, at: 1_700_000_000_000 + state.seq, command })
  open(submit, users)
  return {
    state,
    run(step) {
      const user = userOf(step.user)
      if (step.type === 'cancel') {
        const order = places.get(step.id) ?? 0
        places.delete(step.id)
        submit({ type: 'cancel-order', user, order })
        return state.seq
      }
      const { id, side } = step
      const terms = {
        type: 'limit',
        price: step.price as Ticks,
        quantity: step.quantity as Lots,
        timeInForce: 'GTC',
        postOnly: false,
      } as const
      places.set(id, state.seq + 1)
      const clientId = withClientIds ? `order-${id}` : null
      submit({ type: 'place-order', user, clientId, pair: PAIR, side, terms })
      return state.seq
    },
    isAlive: (id) => state.orders.has(places.get(id) ?? 0),
  }
}

const names: string[] = []
const userOf = (user: number): string =>
  (names[user] ??= `00000000-0000-4000-8000-${user.toString(16).padStart(12, '0')}`)

function open(submit: (command: Command) => unknown, users: number): void {
  for (const [at, symbol] of ['USDT', 'BTC'].entries())
    submit({ type: 'list-currency', currency: { id: at + 1, symbol, name: symbol } })
  submit({
    type: 'list-pair',
    pair: PAIR,
    base: 2,
    quote: 1,
    tick: 100_000_000n,
    lot: 100n,
    referencePrice: MIDDLE as Ticks,
    rules: {
      status: 'trading',
      minQuantity: 1 as Lots,
      maxQuantity: 1_000_000_000 as Lots,
      minNotional: 0n,
      maxNotional: 5_000_000_000_000_000n,
      band: 900_000,
      makerFee: 1_000,
      takerFee: 1_000,
    },
  })
  for (let user = 0; user < users; user++) {
    const grants = [
      { currency: 1, amount: 10n ** 16n },
      { currency: 2, amount: 10n ** 16n },
    ]
    submit({ type: 'open-account', user: userOf(user), kind: 'user', referralCode: null, referrer: null, grants })
  }
}
