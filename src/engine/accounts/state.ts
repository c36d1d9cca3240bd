import type { Millis, UserId } from '../../contract/ids.ts'
import { expectDefined } from '../assert.ts'
import type { AccountKind, Credentials } from './commands.ts'
import type { AccountEvent, AccountOpened, AccountUnfrozen } from './events.ts'
import { type Freeze, frozenUntil, withFreeze } from './freeze.ts'

/** Who the user is. What an account owns and does belongs to its trader in the core. */
export type Account = {
  readonly user: UserId
  readonly kind: AccountKind
  readonly referralCode: number | null
  readonly referrer: UserId | null
  readonly openedAt: Millis
  freezes: readonly Freeze[]
  /** Version 0: none recorded yet. */
  credentials: Credentials
}
export type Accounts = Map<UserId, Account>

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

export function addAccount(accounts: Accounts, event: AccountOpened): void {
  const { user, kind, referralCode, referrer, at } = event
  accounts.set(user, {
    user,
    kind,
    referralCode,
    referrer,
    openedAt: at,
    freezes: [],
    credentials: { version: 0, digest: '' },
  })
}

/** Returns until when the account is frozen. */
export function setFreeze(accounts: Accounts, user: UserId, freeze: Freeze, at: Millis): Millis {
  const account = expectDefined(accounts.get(user), 'the account is open')
  account.freezes = withFreeze(account.freezes, freeze, at)
  return frozenUntil(account.freezes)
}

/** As `setFreeze`. Keeps when the freeze began. */
export function liftFreeze(
  accounts: Accounts,
  { user, origin, liftsAt, at }: Pick<AccountUnfrozen, 'user' | 'origin' | 'liftsAt' | 'at'>,
): Millis {
  const freeze = accounts.get(user)?.freezes.find((each) => each.origin === origin)
  return setFreeze(accounts, user, { ...expectDefined(freeze, 'the account is frozen'), liftsAt }, at)
}

export function setCredentials(
  accounts: Accounts,
  { user, version, digest }: Extract<AccountEvent, { type: 'credentials-recorded' }>,
): void {
  expectDefined(accounts.get(user), 'the account is open').credentials = { version, digest }
}
