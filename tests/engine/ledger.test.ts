import { expect, test } from 'vitest'
import type { CurrencyId, UserId } from '../../src/contract/ids.ts'
import { InvariantViolation } from '../../src/engine/assert.ts'
import { free, post } from '../../src/engine/core.ts'
import type { Posting } from '../../src/engine/postings.ts'
import { Exchange } from './exchange.ts'

const posting = (owner: string, currency: number, amount: bigint) =>
  ({ owner, part: 'free', currency, amount }) as Posting
const UNBALANCED = new InvariantViolation('the postings of an event sum to zero in each currency')

/** Four currencies are listed. */
function stateOf() {
  const x = new Exchange({})
  for (const id of [3, 4])
    x.does({
      type: 'list-currency',
      operator: 'test',
      reason: 'test',
      currency: { id, symbol: `C${id}`, name: 'Coin', decimals: 8 },
    })
  return x.state
}

test('Postings that sum to zero in each of one, two or four currencies change the balances', () => {
  for (const count of [1, 2, 4]) {
    const state = stateOf()
    const currencies = Array.from({ length: count }, (_, index) => (index + 1) as CurrencyId)
    // All debits before all credits, so that every currency appears twice.
    post(state, [
      ...currencies.map((currency) => posting('world', currency, -5n * BigInt(currency))),
      ...currencies.map((currency) => posting('ann', currency, 5n * BigInt(currency))),
    ])
    for (const currency of currencies) {
      expect(free(state, 'ann' as UserId, currency)).toBe(5n * BigInt(currency))
      expect(free(state, 'world', currency)).toBe(-5n * BigInt(currency))
    }
  }
})

test('Postings whose errors cancel across two currencies are rejected', () => {
  const postings = [posting('ann', 1, 5n), posting('world', 2, -5n)]
  expect(() => post(stateOf(), postings)).toThrow(UNBALANCED)
})

test('Postings whose errors cancel across the third and fourth currency are rejected', () => {
  const balanced = [1, 2].flatMap((currency) => [posting('ann', currency, 7n), posting('world', currency, -7n)])
  expect(() => post(stateOf(), [...balanced, posting('ann', 3, 5n), posting('world', 4, -5n)])).toThrow(UNBALANCED)
})

test('Postings of one currency that do not sum to zero are rejected', () => {
  expect(() => post(stateOf(), [posting('ann', 1, 5n), posting('world', 1, -4n)])).toThrow(UNBALANCED)
})

test('A posting that makes a user negative, or is finer than its currency, is rejected', () => {
  const negative = [posting('ann', 1, -5n), posting('world', 1, 5n)]
  expect(() => post(stateOf(), negative)).toThrow(new InvariantViolation('no balance becomes negative'))
})
