/** The table of results. The newest result of the provider's clock wins, in whatever order they arrive. */

import type { VerificationProviderName, VerificationStatus } from '../../contract/identity/views.ts'
import type { Millis, UserId } from '../../contract/ids.ts'
import type { Database } from '../postgres/database.ts'
import { execute, isUniqueViolation, query, queryOne } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import { isSameHash, keyedHash } from '../runtime/keyed-hash.ts'
import type { Verdict } from './provider.ts'

type VerificationRow = Tables['verifications']
export type UnappliedVerification = Pick<VerificationRow, 'user_id' | 'provider' | 'status' | 'provider_time'> & {
  /** False: this server did not store it. */
  readonly isOwn: boolean
}

export type Verifications = {
  find(user: UserId): Promise<Pick<VerificationRow, 'status' | 'reason' | 'applied_at'> | undefined>
  /** `old`: not newer than what is stored. `taken`: the person has verified another account. */
  store(provider: VerificationProviderName, verdict: Verdict, now: Millis): Promise<'stored' | 'old' | 'taken'>
  /** Those whose level the engine may not have yet. */
  unapplied(): Promise<readonly UnappliedVerification[]>
  markApplied(verification: UnappliedVerification, now: Millis): Promise<void>
}

const FIND = 'select status, reason, applied_at from verifications where user_id = $1'

const DECIDED = `('approved', 'retry', 'rejected')`

/**
 * Of two results of the same millisecond, a decision replaces what is undecided. Only a decision, or the reset of an
 * approval, changes the level.
 */
const STORE = `insert into verifications as old
  (user_id, provider, applicant_id, status, reason, provider_time, updated_at, applied_at, mac)
values ($1, $2, $3, $4, $5, $6, $7, case when $4 in ${DECIDED} then null else $7::bigint end, $8)
on conflict (user_id) do update set
  provider = excluded.provider, applicant_id = excluded.applicant_id, status = excluded.status,
  reason = excluded.reason, provider_time = excluded.provider_time, updated_at = excluded.updated_at, mac = excluded.mac,
  applied_at = case when excluded.status = 'none' and old.status = 'approved' then null else excluded.applied_at end
where excluded.provider_time > old.provider_time
  or (excluded.provider_time = old.provider_time and excluded.status in ${DECIDED} and old.status not in ${DECIDED})`

const UNAPPLIED = 'select * from verifications where applied_at is null'

const MARK_APPLIED = `update verifications set applied_at = $4
where user_id = $1 and provider_time = $2 and status = $3 and applied_at is null`

const APPLICANT_CONSTRAINT = 'verifications_applicant_id_key'

/** A result with other values was not written by this server. */
const macOf = (
  key: Uint8Array,
  row: Pick<VerificationRow, 'user_id' | 'provider' | 'applicant_id' | 'status' | 'provider_time'>,
) => keyedHash(key, 'result', [row.user_id, row.provider, row.applicant_id, row.status, row.provider_time])

export const openVerifications = ({ pool }: Pick<Database, 'pool'>, key: Uint8Array): Verifications => ({
  find: (user) => queryOne(pool, FIND, [user]),
  async store(provider, { user, applicantId, status, reason, at }, now) {
    try {
      const mac = macOf(key, { user_id: user, provider, applicant_id: applicantId, status, provider_time: at })
      const count = await execute(pool, STORE, [user, provider, applicantId, status, reason, at, now, mac])
      return count === 0 ? 'old' : 'stored'
    } catch (error) {
      if (isUniqueViolation(error) && constraintOf(error) === APPLICANT_CONSTRAINT) return 'taken'
      throw error
    }
  },
  async unapplied() {
    const rows = await query<VerificationRow>(pool, UNAPPLIED)
    return rows.map((row) => ({ ...row, isOwn: isSameHash(row.mac, macOf(key, row)) }))
  },
  async markApplied({ user_id, provider_time, status }, now) {
    await execute(pool, MARK_APPLIED, [user_id, provider_time, status, now])
  },
})

const constraintOf = (error: unknown): unknown => (error as { constraint?: unknown } | null)?.constraint

/** The level that follows from a result. */
export const levelFrom = (status: VerificationStatus): number => (status === 'approved' ? 1 : 0)
