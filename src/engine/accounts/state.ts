import type { Millis, Seq, UserId } from '../../contract/ids.ts'
import { expectDefined } from '../assert.ts'
import { loadActivity, type SavedActivity, savedActivity } from '../ledger/activity.ts'
import type { Balances } from '../ledger/ledger.ts'
import type { OrderOwner } from '../orderbook/order.ts'
import type { AccountKind, Credentials } from './commands.ts'
import type { AccountEvent, AccountOpened, AccountUnfrozen } from './events.ts'
import { type Freeze, withFreeze } from './freeze.ts'

export type Account = OrderOwner & {
  readonly kind: AccountKind
  readonly referralCode: number | null
  readonly referrer: UserId | null
  readonly openedAt: Millis
  freezes: readonly Freeze[]
  /** Version 0: none recorded yet. */
  credentials: Credentials
}
export type Accounts = Map<UserId, Account>

/** Without `activity` before the first trade. */
type SavedAccount = Omit<Account, 'orders' | 'balances' | 'activity'> & { readonly activity?: SavedActivity }
export type AccountPiece = { readonly part: 'accounts'; readonly items: readonly SavedAccount[] }

/** The direct friends of each referrer in the order in which they joined, and the referrers in that of their first friend. */
export type Friends = { readonly byReferrer: Map<UserId, UserId[]>; readonly referrers: UserId[] }

/** Derived from the accounts, and so neither saved nor part of the state text. */
export function addFriend({ byReferrer, referrers }: Friends, referrer: UserId | null, friend: UserId): void {
  if (referrer === null) return
  const friends = byReferrer.get(referrer)
  if (friends !== undefined) {
    friends.push(friend)
    return
  }
  byReferrer.set(referrer, [friend])
  referrers.push(referrer)
}

export function addAccount(accounts: Accounts, event: AccountOpened, seq: Seq, balances: Balances): void {
  const { user, kind, referralCode, referrer, at } = event
  accounts.set(user, {
    user,
    kind,
    referralCode,
    referrer,
    openedAt: at,
    freezes: [],
    credentials: { version: 0, digest: '' },
    lastSeq: seq,
    orders: [],
    balances,
    activity: undefined,
  })
}

type WithAccounts = { readonly accounts: Accounts }

export function setFreeze({ accounts }: WithAccounts, user: UserId, freeze: Freeze, at: Millis): void {
  const account = expectDefined(accounts.get(user), 'the account is open')
  account.freezes = withFreeze(account.freezes, freeze, at)
}

export function setCredentials(
  { accounts }: WithAccounts,
  { user, version, digest }: Extract<AccountEvent, { type: 'credentials-recorded' }>,
): void {
  expectDefined(accounts.get(user), 'the account is open').credentials = { version, digest }
}

/** Keeps when the freeze began. */
export function liftFreeze(
  state: WithAccounts,
  { user, origin, liftsAt, at }: Pick<AccountUnfrozen, 'user' | 'origin' | 'liftsAt' | 'at'>,
): void {
  const freeze = state.accounts.get(user)?.freezes.find((each) => each.origin === origin)
  setFreeze(state, user, { ...expectDefined(freeze, 'the account is frozen'), liftsAt }, at)
}

export const save = (accounts: Accounts): AccountPiece[] => [
  { part: 'accounts', items: Array.from(accounts.values(), savedAccount) },
]

export function load(accounts: Accounts, { items }: AccountPiece, balancesOf: (user: UserId) => Balances): void {
  for (const { activity, ...saved } of items)
    accounts.set(saved.user, {
      ...saved,
      orders: [],
      balances: balancesOf(saved.user),
      activity: activity && loadActivity(activity),
    })
}

export const accountLine = ({ orders, balances: _balances, activity, ...account }: Account): object => ({
  ...account,
  orders: orders.map(({ id }) => id),
  ...(activity !== undefined && { activity: savedActivity(activity) }),
})

const savedAccount = (account: Account): SavedAccount => ({
  user: account.user,
  kind: account.kind,
  referralCode: account.referralCode,
  referrer: account.referrer,
  openedAt: account.openedAt,
  freezes: account.freezes,
  credentials: account.credentials,
  lastSeq: account.lastSeq,
  ...(account.activity !== undefined && { activity: savedActivity(account.activity) }),
})
