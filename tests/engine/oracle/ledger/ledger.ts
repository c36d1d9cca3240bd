/** Balances by owner and currency. `post` is their only writer. */

import type { CurrencyId, UserId } from '../../../../src/contract/ids.ts'
import { plus, type Units, ZERO } from '../../../../src/contract/money.ts'
import { assert } from '../../../../src/engine/assert.ts'
import { mayBeNegative, type Owner, type Part, type Posting } from '../../../../src/engine/postings.ts'

/** By currency id, with holes where the owner never had a currency. */
export type Balances = { readonly free: Units[]; readonly held: Units[] }
export type Ledger = Map<Owner, Balances>

export const balance = (ledger: Ledger, owner: Owner, part: Part, currency: CurrencyId): Units =>
  ledger.get(owner)?.[part][currency] ?? ZERO

/** An owner whose balances the caller already has. */
type Holder = { readonly user: UserId; readonly balances: Balances }

/**
 * Applies the postings of one event. They sum to zero in each currency, and only balances of `mayBeNegative` become negative.
 * Most postings belong to the holders the event is about; the ledger is not searched for these.
 */
export function post(ledger: Ledger, postings: readonly Posting[], one?: Holder, other?: Holder): void {
  // Two running sums without allocation: no event on the hot path has more currencies.
  let first = NO_CURRENCY
  let second = NO_CURRENCY
  let firstSum = 0n
  let secondSum = 0n
  let hasMore = false
  for (const { owner, part, currency, amount } of postings) {
    const { free, held } =
      owner === one?.user ? one.balances : owner === other?.user ? other.balances : balancesOf(ledger, owner)
    const amounts = part === 'free' ? free : held
    const next = ((amounts[currency] ?? 0n) + amount) as Units
    assert(next >= 0n || (part === 'free' && mayBeNegative(owner)), 'no balance becomes negative')
    amounts[currency] = next
    if (first === NO_CURRENCY || currency === first) {
      first = currency
      firstSum += amount
    } else if (second === NO_CURRENCY || currency === second) {
      second = currency
      secondSum += amount
    } else hasMore = true
  }
  if (hasMore) assertBalanced(postings)
  else assert(firstSum === 0n && secondSum === 0n, BALANCED)
}

/** Currency ids index arrays, so none is negative. */
const NO_CURRENCY = -1 as CurrencyId
const BALANCED = 'the postings of an event sum to zero in each currency'

function assertBalanced(postings: readonly Posting[]): void {
  const sums = new Map<CurrencyId, Units>()
  for (const { currency, amount } of postings) sums.set(currency, plus(sums.get(currency) ?? ZERO, amount))
  for (const sum of sums.values()) assert(sum === 0n, BALANCED)
}

/** Creates empty balances for a new owner. */
export function balancesOf(ledger: Ledger, owner: Owner): Balances {
  const existing = ledger.get(owner)
  if (existing !== undefined) return existing
  const balances: Balances = { free: [], held: [] }
  ledger.set(owner, balances)
  return balances
}
