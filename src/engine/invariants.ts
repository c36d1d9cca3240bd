/**
 * The invariants that hold after every command. The running exchange checks the postings of every event, every trade
 * and the best prices; tests and tools check everything.
 */

import type { CurrencyId } from '../contract/ids.ts'
import { plus, type Units, ZERO } from '../contract/money.ts'
import { assert } from './assert.ts'
import { assertCore, held, ledgerEntries } from './core.ts'
import { holds } from './modules.ts'
import type { Owner } from './postings.ts'
import type { State } from './state.ts'

export function assertInvariants(state: State): void {
  assertCore(state)
  assertHolds(state)
}

const SUM = 'the held balance is the sum of all holds'

/** What an owner has held is the sum of the holds of all modules, to the unit. */
function assertHolds(state: State): void {
  const expected = new Map<Owner, Units[]>()
  for (const { user, currency, amount } of holds(state)) {
    const amounts = expected.get(user) ?? []
    amounts[currency] = plus(amounts[currency] ?? ZERO, amount)
    expected.set(user, amounts)
  }
  for (const entry of ledgerEntries(state))
    assert(entry.held === (expected.get(entry.owner)?.[entry.currency] ?? ZERO), SUM)
  for (const [owner, amounts] of expected)
    for (const [currency, amount] of amounts.entries())
      assert(held(state, owner, currency as CurrencyId) === (amount ?? ZERO), SUM)
}
