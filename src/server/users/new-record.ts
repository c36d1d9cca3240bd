import { randomUUID } from 'node:crypto'
import type { UserId } from '../../contract/ids.ts'
import type { AccountRecord } from './account-record.ts'
import type { User } from './user-row.ts'

export type NewColumns = Partial<User> & Pick<User, 'referral_code' | 'created_at'>

/** An account with one login method, and nothing else yet. */
export function newRecord(columns: NewColumns): AccountRecord {
  const user: User = {
    id: randomUUID() as UserId,
    email: null,
    password_hash: null,
    telegram_id: null,
    google_sub: null,
    referrer: null,
    username: null,
    lang_code: null,
    platform: null,
    email_confirmed: false,
    password_changed_at: null,
    withdraw_hold_until: null,
    credentials_version: 0,
    email_since: null,
    password_since: null,
    telegram_since: null,
    google_since: null,
    former_telegram_id: null,
    former_telegram_until: null,
    leaderboard_hidden: false,
    whitelist_only: false,
    sessions_since: 0,
    kept_session: null,
    ended_sessions: [],
    record_version: 1,
    record_proof: Buffer.alloc(0),
    ...columns,
  }
  return { user, secondFactor: null, recoveryCodes: [], addresses: [] }
}
