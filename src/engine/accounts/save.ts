/** Accounts with their traders, in snapshots and in the state text. */

import { openTrader, type SavedTrader, savedTrader, traderLine } from '../core.ts'
import { sorted } from '../sorted.ts'
import type { State } from '../state.ts'
import { frozenUntil } from './freeze.ts'
import { type Account, addFriend } from './state.ts'

type SavedAccount = Account & SavedTrader
export type AccountPiece = { readonly part: 'accounts'; readonly items: readonly SavedAccount[] }

export const save = (state: State): AccountPiece[] => [
  { part: 'accounts', items: Array.from(state.accounts.values(), (account) => savedAccount(state, account)) },
]

/** Written out: faster than spread, and a snapshot copies all accounts at once. */
const savedAccount = (state: State, account: Account): SavedAccount => ({
  user: account.user,
  kind: account.kind,
  referralCode: account.referralCode,
  referrer: account.referrer,
  openedAt: account.openedAt,
  freezes: account.freezes,
  credentials: account.credentials,
  ...savedTrader(state, account.user),
})

export function load(state: State, { items }: AccountPiece): void {
  for (const saved of items) {
    const { lastSeq: _lastSeq, activity: _activity, ...account } = saved
    const { user, referrer, freezes } = account
    state.accounts.set(user, account)
    openTrader(state, user, frozenUntil(freezes), saved)
    addFriend(state.friends, referrer, user)
  }
}

export function* lines(state: State): Generator<object> {
  for (const [user, account] of sorted(state.accounts)) yield { ...account, ...traderLine(state, user) }
}
