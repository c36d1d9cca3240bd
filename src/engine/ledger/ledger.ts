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

/** Applies what an event says happened. The postings of an event sum to zero in every currency. */
export function post(ledger: Ledger, postings: readonly Posting[]): void {
  let sum = 0n
  for (const { owner, part, currency, amount } of postings) {
    let balances = ledger.get(owner)
    if (balances === undefined) {
      balances = { free: [], held: [] }
      ledger.set(owner, balances)
    }
    const next = (balances[part][currency] ?? 0n) + amount
    assert(next >= 0n || owner === 'world', 'no balance goes below zero')
    balances[part][currency] = next
    sum += amount
  }
  // Two currencies can only hide each other's error here by being off by the same amount; `conservation` sums each.
  assert(sum === 0n, 'the postings of an event sum to zero')
}
