/** What an operator accepts of an account that differs from the record. */

import { randomInt } from 'node:crypto'
import type { Millis } from '../../contract/ids.ts'
import { MAX_SAVED_ADDRESSES } from '../../contract/wallet/saved-addresses.ts'
import type { Credentials } from '../../engine/exchange.ts'
import type { AccountPatch, AccountRecord } from './account-record.ts'
import { unusablePassword } from './unusable-password.ts'

const MIN_VERSION = 1_000_000_000
const MAX_VERSION = 2_000_000_000

type Unchanged = { readonly isShown: boolean; readonly isSecret: boolean }

/**
 * What becomes of an account that an operator accepts: all sessions end, and secrets that are not those recorded are removed. If
 * what the operator was shown is not what was recorded, the user confirms the email address again. Of too many saved addresses
 * the first ones stay.
 */
export function acceptedPatch(
  { user, addresses: stored }: AccountRecord,
  { isShown, isSecret: hasSecrets }: Unchanged,
  now: Millis,
) {
  // With a number that nothing has: links and devices of before are of no use.
  const credentials_version = randomInt(MIN_VERSION, MAX_VERSION)
  const email_confirmed = user.email_confirmed && isShown
  const sessions = { email_confirmed, sessions_since: now, kept_session: null, ended_sessions: [], credentials_version }
  const addresses = stored.slice(0, MAX_SAVED_ADDRESSES)
  if (hasSecrets) return { user: sessions, addresses } satisfies AccountPatch
  const password_hash = user.password_hash === null ? null : unusablePassword()
  return {
    user: { ...sessions, password_hash },
    addresses,
    secondFactor: null,
    recoveryCodes: [],
  } satisfies AccountPatch
}

const MARK_LENGTH = 12
/** The beginning of the digest of what is shown: a thief cannot make other rows with the same one. */
export const markOf = ({ digest }: Credentials): string => digest.slice(0, MARK_LENGTH)
