/** Accounts in snapshots and in the state text. What they have and do is in the core. */

import { sorted } from '../sorted.ts'
import type { State } from '../state.ts'
import { type Account, addFriend } from './state.ts'

export type AccountPiece = { readonly part: 'accounts'; readonly items: readonly Account[] }

export const save = (state: State): AccountPiece[] => [
  { part: 'accounts', items: Array.from(state.accounts.values(), copied) },
]

/** A copy, because an account changes. Written out: faster than spread, and a snapshot copies all accounts at once. */
const copied = (account: Account): Account => ({
  user: account.user,
  kind: account.kind,
  referralCode: account.referralCode,
  referrer: account.referrer,
  openedAt: account.openedAt,
  freezes: account.freezes,
  credentials: account.credentials,
})

export function load(state: State, { items }: AccountPiece): void {
  for (const saved of items) {
    const account = copied(saved)
    state.accounts.set(account.user, account)
    addFriend(state.friends, account.referrer, account.user)
  }
}

export function* lines(state: State): Generator<object> {
  for (const [, account] of sorted(state.accounts)) yield account
}
