/** Traders: opened with their accounts, and saved and written to the state text as a part of them. */

import type { Millis, OrderId, Seq, UserId } from '../../contract/ids.ts'
import { expectDefined } from '../assert.ts'
import { emptyActivity, loadActivity, type SavedActivity, savedActivity } from '../ledger/activity.ts'
import { balancesOf } from '../ledger/ledger.ts'
import type { Trader } from '../orderbook/order.ts'
import { ownOrders } from '../orderbook/own-orders.ts'
import type { State } from '../state.ts'

/** Without `activity` before the first trade. */
export type SavedTrader = { readonly lastSeq: Seq; readonly activity?: SavedActivity }

export const traderIn = ({ core }: State, user: UserId): Trader =>
  expectDefined(core.traders.get(user), 'the account is open')

/** Of a new account, or of one that is loaded: balances and orders follow. */
export function openTrader(
  { core }: State,
  user: UserId,
  frozenUntil: Millis,
  { lastSeq, activity }: SavedTrader,
): void {
  core.traders.set(user, {
    user,
    lastSeq,
    frozenUntil,
    oldest: undefined,
    newest: undefined,
    open: 0,
    openIn: undefined,
    byClientId: undefined,
    balances: balancesOf(core.ledger, user),
    activity: activity && loadActivity(activity),
  })
}

export function setFrozenUntil(state: State, user: UserId, until: Millis): void {
  traderIn(state, user).frozenUntil = until
}

/** Reads of a user's history wait for the command that is being executed. */
export function noteChange(state: State, user: UserId): void {
  traderIn(state, user).lastSeq = state.seq
}

export function countConversion(state: State, user: UserId): void {
  const trader = traderIn(state, user)
  trader.activity ??= emptyActivity()
  trader.activity.conversions += 1
}

export function savedTrader(state: State, user: UserId): SavedTrader {
  const { lastSeq, activity } = traderIn(state, user)
  return { lastSeq, ...(activity !== undefined && { activity: savedActivity(activity) }) }
}

type TraderLine = SavedTrader & { readonly orders: readonly OrderId[] }

/** The fields of an account in the state text that belong to its trader. */
export function traderLine(state: State, user: UserId): TraderLine {
  const trader = traderIn(state, user)
  const { lastSeq, activity } = trader
  return {
    lastSeq,
    orders: ownOrders(trader).map(({ id }) => id),
    ...(activity !== undefined && { activity: savedActivity(activity) }),
  }
}
