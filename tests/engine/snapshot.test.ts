/** A state that is saved and loaded is equal, and executes all later commands the same. */

import { Packr } from 'msgpackr'
import { expect, test } from 'vitest'
import type { PairId, UserId } from '../../src/contract/ids.ts'
import { canonicalText } from '../../src/engine/canonical-text.ts'
import type { Command } from '../../src/engine/commands.ts'
import { SMALL } from '../../src/engine/core/records.ts'
import { execute } from '../../src/engine/exchange.ts'
import { assertInvariants } from '../../src/engine/invariants.ts'
import { beginLoading, loadPiece, SNAPSHOT_VERSION, type Snapshot, saveSnapshot } from '../../src/engine/snapshot.ts'
import { emptyState, type State } from '../../src/engine/state.ts'
import { random } from '../../src/server/play/random.ts'
import fc from '../fixtures/fast-check.ts'
import { accounts, listings, type Random, randomCommand } from '../simulation/simulated-traders.ts'
import { Exchange, JOURNAL } from './exchange.ts'
import { stateText } from './state-text.ts'

const START = 1_700_000_000_000
const HALF_A_DAY = 43_200_000
const text = (state: State): string => stateText(state).join('\n')
/** What is not in `text` but equal after a replay: the responses of all users in order, and the order of each map. */
const order = ({ core, friends, markets, currencies, responses }: State): string =>
  canonicalText([
    [...friends.byReferrer],
    friends.referrers,
    [...currencies.keys()],
    [...markets.keys()],
    core.books.all.map(({ number, market }) => [number, market.pair.id]),
    [...core.names()],
    core.saveMoney(),
    [...responses.all()],
  ])

function apply(state: State, command: Command, at = state.at): string {
  const { answer, events } = execute(state, { seq: state.seq + 1, at, rules: state.rules, command })
  return canonicalText([answer, events])
}

function traded(dice: Random, commands: number): State {
  const state = emptyState(JOURNAL, SMALL)
  for (const command of [...listings(), ...accounts(dice)]) apply(state, command, START)
  for (let asked = 0; asked < commands; asked++) {
    // Some ids repeat, and sometimes half a day passes.
    const id = `wish-${Math.floor(dice() * commands)}`
    apply(state, randomCommand(dice, id, state.seq, state.at, state), state.at + (dice() < 0.02 ? HALF_A_DAY : 1))
  }
  return state
}

function load({ head, pieces }: Pick<Snapshot, 'head' | 'pieces'>): State {
  const state = beginLoading(head, SMALL)
  for (const piece of pieces) loadPiece(state, piece)
  return state
}

const packr = new Packr({ useRecords: false, useBigIntExtension: true })
const packed = (snapshot: Snapshot): Snapshot => packr.unpack(packr.pack(snapshot)) as Snapshot

test('A loaded state equals the saved one and answers all later commands the same', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 0, max: 400 }), (seed, commands) => {
      const dice = random(seed)
      const state = traded(dice, commands)
      const snapshot = saveSnapshot(state)
      const before = text(state)
      const copies = [load(snapshot), load(packed(snapshot))]
      for (const copy of copies) {
        expect(text(copy)).toBe(before)
        expect(order(copy)).toBe(order(state))
        assertInvariants(copy)
      }
      for (let asked = 0; asked < 60; asked++) {
        const command = randomCommand(dice, `wish-${Math.floor(dice() * commands)}`, state.seq, state.at, state)
        const at = state.at + (dice() < 0.05 ? HALF_A_DAY : 1)
        const [answer, ...others] = [state, ...copies].map((each) => apply(each, command, at))
        for (const other of others) expect(other).toBe(answer)
      }
      for (const copy of copies) expect([text(copy), order(copy)]).toEqual([text(state), order(state)])
      // Later commands do not change the saved snapshot.
      expect(text(load(snapshot))).toBe(before)
    }),
    { numRuns: 60 },
  )
})

test('A loaded state keeps queue positions and the fees of partly filled orders', () => {
  const exchange = new Exchange({ ann: { USDT: 10_000 }, bob: { BTC: 50 }, cat: { BTC: 50 } })
  exchange.sells('bob', 5, { at: 101 })
  exchange.sells('cat', 4, { at: 101 })
  exchange.sells('bob', 3, { at: 100 })
  exchange.buys('ann', 4, { at: 101 })
  const copy = load(saveSnapshot(exchange.state))
  const take: Command = {
    type: 'place-order',
    user: 'ann' as UserId,
    clientId: null,
    pair: 1 as PairId,
    side: 'buy',
    terms: { type: 'market', by: 'quantity', quantity: 7, slippage: 50_000 } as never,
  }
  expect(apply(copy, take)).toBe(apply(exchange.state, take))
  expect(text(copy)).toBe(text(exchange.state))
})

test('An unknown snapshot version is refused', () => {
  const { head, pieces } = saveSnapshot(emptyState(JOURNAL, SMALL))
  expect(() => load({ head: { ...head, version: SNAPSHOT_VERSION + 1 }, pieces })).toThrow(/unknown snapshot version 2/)
})

test('A snapshot in which a user has less than nothing is not loaded', () => {
  const x = new Exchange({ ann: { USDT: 5 } })
  const { head, pieces } = saveSnapshot(x.state)
  const changed = pieces.map((piece) =>
    piece.part === 'purses'
      ? {
          ...piece,
          items: piece.items.map(([owner, currency, free, held, fees]) =>
            free > 0n ? ([owner, currency, -1n, held, fees] as const) : ([owner, currency, free, held, fees] as const),
          ),
        }
      : piece,
  )
  expect(load({ head, pieces })).toBeDefined()
  expect(() => load({ head, pieces: changed })).toThrow('no balance becomes negative')
})
