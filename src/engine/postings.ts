/** What events say about money: postings from one owner to another. Modules make them, and the ledger applies them. */

import type { CurrencyId, UserId } from '../contract/ids.ts'
import type { Units } from '../contract/money.ts'

/**
 * `world` is everything outside the exchange: it owes what was granted. Commissions are paid from `fees`, XP from
 * `rewards`; `unclaimed` has deposits without an owner. `gas` is what payments on chains cost, and a chain account owes
 * what the exchange has on that chain, so these two and `world` are negative.
 */
export const HOUSES = ['world', 'fees', 'rewards', 'gas', 'unclaimed'] as const
type Chain = `chain:${string}`
type House = (typeof HOUSES)[number] | Chain
export type Owner = UserId | House
export const chainOwner = (code: string): Chain => `chain:${code}`
export const isChain = (owner: Owner): owner is Chain => owner.startsWith('chain:')
export const isHouse = (owner: Owner): owner is House => (HOUSES as readonly string[]).includes(owner) || isChain(owner)
export const mayBeNegative = (owner: Owner): boolean => owner === 'world' || owner === 'gas' || isChain(owner)
/** `held` is reserved, such as for an open order; house accounts hold nothing. */
export type Part = 'free' | 'held'

export type Posting = {
  readonly owner: Owner
  readonly part: Part
  readonly currency: CurrencyId
  readonly amount: Units
}

/** A transfer: two postings that cancel each other. */
export const move = (
  currency: CurrencyId,
  amount: Units,
  from: Pick<Posting, 'owner' | 'part'>,
  to: Pick<Posting, 'owner' | 'part'>,
): Posting[] => [
  { owner: from.owner, part: from.part, currency, amount: -amount as Units },
  { owner: to.owner, part: to.part, currency, amount },
]

/** An amount that is set aside from a user's free balance. */
export type Hold = { readonly user: UserId; readonly currency: CurrencyId; readonly amount: Units }
