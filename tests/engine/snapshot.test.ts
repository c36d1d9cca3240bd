/** Frozen and thawed, a state is the same, and does the same from there on, whatever came before. */

import fc from 'fast-check'
import { Packr } from 'msgpackr'
import { expect, test } from 'vitest'
import { canonicalText } from '../../src/engine/canonical-text.ts'
import type { Command } from '../../src/engine/commands.ts'
import { execute } from '../../src/engine/engine.ts'
import { assertSound } from '../../src/engine/ledger/conservation.ts'
import { REMEMBERED_FOR, REMEMBERED_PER_USER } from '../../src/engine/orders/remembered.ts'
import { type Frozen, freeze, SNAPSHOT_VERSION, thaw } from '../../src/engine/snapshot.ts'
import { emptyState, type State } from '../../src/engine/state.ts'
import { stateText } from '../../src/engine/state-text.ts'
import { random } from '../../src/server/demo/random.ts'
import { accounts, type Dice, listings, PEOPLE, wish } from '../simulation/simulated-traders.ts'
import { Exchange, JOURNAL } from './exchange.ts'

const START = 1_700_000_000_000
const text = (state: State): string => [...stateText(state)].join('\n')
/** What `text` does not say and a replay would have: the requests of all in order, and what each map iterates as. */
const order = ({ accounts, orders, markets, currencies, remembered: { oldest } }: State): string =>
  canonicalText([
    [...currencies.keys()],
    [...markets.keys()],
    [...accounts.values()].map((account) => [account.user, account.orders.map(({ id }) => id)]),
    [...orders.keys()],
    oldest.items.slice(oldest.head),
  ])

function apply(state: State, command: Command, at = state.at): string {
  const { answer, events } = execute(state, { seq: state.seq + 1, at, command })
  return canonicalText([answer, events])
}

function traded(dice: Dice, commands: number): State {
  const state = emptyState(JOURNAL)
  for (const command of [...listings(), ...accounts(dice)]) apply(state, command, START)
  for (let asked = 0; asked < commands; asked++) {
    // Some ids come again, and now and then half a day passes.
    const id = `wish-${Math.floor(dice() * commands)}`
    apply(state, wish(dice, id, state.seq), state.at + (dice() < 0.02 ? REMEMBERED_FOR / 2 : 1))
  }
  return state
}

const packr = new Packr({ useRecords: false, useBigIntExtension: true })
const packed = (frozen: Frozen): Frozen => packr.unpack(packr.pack(frozen)) as Frozen

test('thawed it is the same, and answers everything after that the same', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 0, max: 400 }), (seed, commands) => {
      const dice = random(seed)
      const state = traded(dice, commands)
      const frozen = freeze(state)
      const before = text(state)
      const copies = [thaw(frozen), thaw(packed(frozen))]
      for (const copy of copies) {
        expect(text(copy)).toBe(before)
        expect(order(copy)).toBe(order(state))
        assertSound(copy)
      }
      for (let asked = 0; asked < 60; asked++) {
        const command = wish(dice, `wish-${Math.floor(dice() * commands)}`, state.seq)
        const at = state.at + (dice() < 0.05 ? REMEMBERED_FOR / 2 : 1)
        const [answer, ...others] = [state, ...copies].map((each) => apply(each, command, at))
        for (const other of others) expect(other).toBe(answer)
      }
      for (const copy of copies) expect([text(copy), order(copy)]).toEqual([text(state), order(state)])
      // What went on left no trace in what was frozen before.
      expect(text(thaw(frozen))).toBe(before)
    }),
    { numRuns: 60 },
  )
})

test('queues keep their order, and parts of orders their fees', () => {
  const exchange = new Exchange({ ann: { USDT: 10_000 }, bob: { BTC: 50 }, cat: { BTC: 50 } })
  exchange.sells('bob', 5, { at: 101 })
  exchange.sells('cat', 4, { at: 101 })
  exchange.sells('bob', 3, { at: 100 })
  exchange.buys('ann', 4, { at: 101 })
  const copy = thaw(freeze(exchange.state))
  const [thawn, opened] = [copy, exchange.state].map(({ orders }) => Object.keys([...orders.values()][0] ?? {}))
  expect(thawn).toEqual(opened)
  const take: Command = {
    type: 'place-order',
    user: 'ann',
    clientId: null,
    pair: 1,
    side: 'buy',
    terms: { type: 'market', by: 'quantity', quantity: 7, slippage: 50_000 } as never,
  }
  expect(apply(copy, take)).toBe(apply(exchange.state, take))
  expect(text(copy)).toBe(text(exchange.state))
})

test('of a user with too many requests the same ones are remembered', () => {
  const state = emptyState(JOURNAL)
  const dice = random(5)
  for (const command of [...listings(), ...accounts(dice)]) apply(state, command, START)
  const ask = (id: number): Command => {
    const terms = { type: 'limit', price: 1_000, quantity: 1, timeInForce: 'IOC', postOnly: false } as never
    return { type: 'place-order', user: PEOPLE[0] ?? '', clientId: `id-${id}`, pair: 1, side: 'buy', terms }
  }
  for (let id = 0; id < REMEMBERED_PER_USER + 50; id++) apply(state, ask(id))
  const copy = thaw(packed(freeze(state)))
  expect([text(copy), order(copy)]).toEqual([text(state), order(state)])
  for (const id of [0, 49, 50, 51, REMEMBERED_PER_USER]) expect(apply(copy, ask(id))).toBe(apply(state, ask(id)))
  expect([text(copy), order(copy)]).toEqual([text(state), order(state)])
})

test('a version it does not know is refused', () => {
  const { head, pieces } = freeze(emptyState(JOURNAL))
  expect(() => thaw({ head: { ...head, version: SNAPSHOT_VERSION + 1 }, pieces })).toThrow(/version 2 is not known/)
})
