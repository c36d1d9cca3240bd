/** What an operator accepts of an account that differs from the record. */

import { randomInt } from 'node:crypto'
import type { Millis } from '../../contract/ids.ts'
import { MAX_SAVED_ADDRESSES } from '../../contract/wallet/saved-addresses.ts'
import type { Credentials } from '../../engine/exchange.ts'
import { randomId } from '../postgres/random-id.ts'
import type { AccountPatch, AccountRecord, BookEntry } from './account-record.ts'
import { unusablePassword } from './unusable-password.ts'
import type { User } from './user-row.ts'

const DAY_MILLIS: Millis = 24 * 60 * 60 * 1_000

const MIN_VERSION = 1_000_000_000
const MAX_VERSION = 2_000_000_000

type AcceptedPatch = AccountPatch & Pick<Required<AccountPatch>, 'user' | 'addresses'>
type Unchanged = { readonly isShown: boolean; readonly isSecret: boolean }

/**
 * What becomes of an account that an operator accepts: all sessions end, and secrets that are not those recorded are removed. If
 * what the operator was shown is not what was recorded, the user confirms the email address again, nothing is withdrawn for a
 * day, and login methods and saved addresses count as new, so that the owner sees it first. A former chat gets nothing any
 * more. Of too many saved addresses the first ones stay.
 */
export function acceptedPatch(
  { user, addresses: stored }: AccountRecord,
  { isShown, isSecret: hasSecrets }: Unchanged,
  now: Millis,
): AcceptedPatch {
  // With a number that nothing has: links and devices of before are of no use.
  const credentials_version = randomInt(MIN_VERSION, MAX_VERSION)
  const sessions = { sessions_since: now, kept_session: null, ended_sessions: [], credentials_version }
  const addresses = stored.slice(0, MAX_SAVED_ADDRESSES)
  const shown = isShown ? { user: sessions, addresses } : asNew(user, addresses, sessions, now)
  if (hasSecrets) return shown
  const password_hash = user.password_hash === null ? null : unusablePassword()
  return { ...shown, user: { ...shown.user, password_hash }, secondFactor: null, recoveryCodes: [] }
}

function asNew(user: User, addresses: readonly BookEntry[], sessions: Partial<User>, now: Millis): AcceptedPatch {
  // No hold and no wait of ours is longer.
  const tomorrow = now + DAY_MILLIS
  const sinceNow = (method: unknown): Millis | null => (method === null ? null : now)
  const columns = {
    email_confirmed: false,
    withdraw_hold_until: tomorrow,
    email_since: sinceNow(user.email),
    password_since: sinceNow(user.password_hash),
    telegram_since: sinceNow(user.telegram_id),
    google_since: sinceNow(user.google_sub),
    former_telegram_id: null,
    former_telegram_until: null,
  }
  return {
    user: { ...sessions, ...columns },
    // New ids: the rows are written again.
    addresses: addresses.map((entry) => ({ ...entry, id: randomId(), active_at: tomorrow })),
  }
}

const MARK_LENGTH = 12
/** The beginning of the digest of what is shown: a thief cannot make other rows with the same one. */
export const markOf = ({ digest }: Credentials): string => digest.slice(0, MARK_LENGTH)
