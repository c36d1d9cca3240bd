import { expect, test } from 'vitest'
import type { CurrencyId, UserId } from '../../src/contract/ids.ts'
import { InvariantViolation } from '../../src/engine/assert.ts'
import { balance, type Ledger, post } from '../../src/engine/ledger/ledger.ts'
import type { Posting } from '../../src/engine/postings.ts'

const posting = (owner: string, currency: number, amount: bigint) =>
  ({ owner, part: 'free', currency, amount }) as Posting
const UNBALANCED = new InvariantViolation('the postings of an event sum to zero in each currency')

test('Postings that sum to zero in each of one, two or four currencies change the balances', () => {
  for (const count of [1, 2, 4]) {
    const ledger: Ledger = new Map()
    const currencies = Array.from({ length: count }, (_, index) => (index + 1) as CurrencyId)
    // All debits before all credits, so that every currency appears twice.
    post(ledger, [
      ...currencies.map((currency) => posting('world', currency, -5n * BigInt(currency))),
      ...currencies.map((currency) => posting('ann', currency, 5n * BigInt(currency))),
    ])
    for (const currency of currencies) {
      expect(balance(ledger, 'ann' as UserId, 'free', currency)).toBe(5n * BigInt(currency))
      expect(balance(ledger, 'world', 'free', currency)).toBe(-5n * BigInt(currency))
    }
  }
})

test('Postings whose errors cancel across two currencies are rejected', () => {
  const postings = [posting('ann', 1, 5n), posting('world', 2, -5n)]
  expect(() => post(new Map(), postings)).toThrow(UNBALANCED)
  expect(() => post(new Map(), postings.toReversed())).toThrow(UNBALANCED)
})

test('Postings whose errors cancel across the third and fourth currency are rejected', () => {
  const balanced = [1, 2].flatMap((currency) => [posting('ann', currency, 7n), posting('world', currency, -7n)])
  expect(() => post(new Map(), [...balanced, posting('ann', 3, 5n), posting('world', 4, -5n)])).toThrow(UNBALANCED)
})

test('Postings of one currency that do not sum to zero are rejected', () => {
  expect(() => post(new Map(), [posting('ann', 1, 5n), posting('world', 1, -4n)])).toThrow(UNBALANCED)
})
