/** What happened is in the log of the core, in memory that is written again and again: outcomes are read at any later time. */

import { expect, test } from 'vitest'
import type { UserId } from '../../../src/contract/ids.ts'
import type { Lots, Units } from '../../../src/contract/money.ts'
import { assertInvariants, canonicalText, execute, type Outcome, type State } from '../../../src/engine/exchange.ts'
import { Exchange, RULES } from '../exchange.ts'

const rich = { USDT: 1_000_000, BTC: 2_000 }
/** Many times what the memory of the log has room for. */
const ORDERS = 2_500

const place = (state: State, user: string, side: 'buy' | 'sell', quantity: number, clientId: string | null): Outcome =>
  execute(state, {
    seq: state.seq + 1,
    at: state.at + 1,
    rules: state.rules,
    command: {
      type: 'place-order',
      user: user as UserId,
      clientId,
      pair: 1 as never,
      side,
      terms: { type: 'limit', price: 100 as never, quantity: quantity as never, timeInForce: 'GTC', postOnly: false },
    },
  })

const textOf = ({ events, closed }: Outcome): string => [...events, ...closed].map((each) => canonicalText(each)).join()

test('The outcome of an early command is the same when it is read after the log was full several times', () => {
  const [early, late] = [new Exchange({ ann: rich, bob: rich }), new Exchange({ ann: rich, bob: rich })]
  const outcomes: Outcome[] = []
  const expected: string[] = []
  for (let count = 0; count < ORDERS; count++) {
    const [user, side] = count % 2 === 0 ? (['bob', 'sell'] as const) : (['ann', 'buy'] as const)
    const clientId = `an id of order ${count} \ud800`
    // The other one is refused: what others log later does not become a part of it.
    for (const quantity of [1, 0]) {
      expected.push(textOf(place(early.state, user, side, quantity, quantity === 0 ? null : clientId)))
      outcomes.push(place(late.state, user, side, quantity, quantity === 0 ? null : clientId))
    }
  }
  expect(outcomes.map(textOf)).toEqual(expected)
  expect(new Set(expected).size).toBe(ORDERS + 1)
})

test('A command whose records need more than the memory of the log keeps all of them, in their order', () => {
  const makers = Array.from({ length: 18 }, (_, maker) => `maker-${maker}`)
  const rules = { ...RULES, maxQuantity: 10_000 as Lots, maxNotional: (10n ** 15n) as Units }
  const { state } = new Exchange({ ann: rich, ...Object.fromEntries(makers.map((maker) => [maker, rich])) }, rules)
  for (let round = 0; round < 100; round++) for (const maker of makers) place(state, maker, 'sell', 1, null)
  const { events, closed } = place(state, 'ann', 'buy', 1_800, null)
  expect(events.map(({ type }) => type)).toEqual([
    'order-opened',
    ...Array.from({ length: 1_800 }, () => ['traded', 'order-closed']).flat(),
    'order-closed',
  ])
  expect(closed.map(({ id }) => id)).toEqual(
    events.flatMap((each) => (each.type === 'order-closed' ? [each.order] : [])),
  )
  assertInvariants(state)
})
