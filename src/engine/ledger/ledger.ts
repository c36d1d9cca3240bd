/** Who has what. `post` is the only writer of balances. */

import type { CurrencyId, UserId } from '../../contract/ids.ts'
import type { Units } from '../../contract/money.ts'
import { assert } from '../assert.ts'

/** `world` is everything outside: what was ever given out is its debt, and the only balance below zero. */
export type House = 'world' | 'fees'
export type Owner = UserId | House
export const isHouse = (owner: Owner): owner is House => owner === 'world' || owner === 'fees'
/** `held` is set aside for open orders; houses hold nothing. */
export type Part = 'free' | 'held'

export type Posting = {
  readonly owner: Owner
  readonly part: Part
  readonly currency: CurrencyId
  readonly amount: Units
}

export type Balances = { readonly free: Units[]; readonly held: Units[] }
export type Ledger = Map<Owner, Balances>

export const balance = (ledger: Ledger, owner: Owner, part: Part, currency: CurrencyId): Units =>
  ledger.get(owner)?.[part][currency] ?? 0n

/** From one place to another: two postings that cancel each other. */
export const move = (
  currency: CurrencyId,
  amount: Units,
  from: Pick<Posting, 'owner' | 'part'>,
  to: Pick<Posting, 'owner' | 'part'>,
): Posting[] => [
  { owner: from.owner, part: from.part, currency, amount: -amount },
  { owner: to.owner, part: to.part, currency, amount },
]

/** Whose balances are at hand. */
export type Holder = { readonly user: UserId; readonly balances: Balances }

/**
 * Applies what an event says happened. The postings of an event sum to zero in every currency. Most are of those the
 * event is about: the ledger is not asked for them again.
 */
export function post(ledger: Ledger, postings: readonly Posting[], one?: Holder, other?: Holder): void {
  let sum = 0n
  for (const { owner, part, currency, amount } of postings) {
    const { free, held } =
      owner === one?.user ? one.balances : owner === other?.user ? other.balances : balancesOf(ledger, owner)
    const amounts = part === 'free' ? free : held
    const next = (amounts[currency] ?? 0n) + amount
    assert(next >= 0n || owner === 'world', 'no balance goes below zero')
    amounts[currency] = next
    sum += amount
  }
  // Two currencies can only hide each other's error here by being off by the same amount; `conservation` sums each.
  assert(sum === 0n, 'the postings of an event sum to zero')
}

/** Who never had anything is in the ledger by being there, not by what is said of it. */
export const hasHad = ({ free, held }: Balances): boolean => free.length > 0 || held.length > 0

/** An owner who is new begins with nothing. */
export function balancesOf(ledger: Ledger, owner: Owner): Balances {
  const known = ledger.get(owner)
  if (known !== undefined) return known
  const balances: Balances = { free: [], held: [] }
  ledger.set(owner, balances)
  return balances
}
