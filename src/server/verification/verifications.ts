/** The table of results. The newest result of the provider's clock wins, in whatever order they arrive. */

import type { Millis, UserId } from '../../contract/ids.ts'
import type { VerificationProviderName, VerificationStatus } from '../../contract/verification/views.ts'
import type { Database } from '../postgres/database.ts'
import { execute, type Queryable, query, queryOne } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import { transaction } from '../postgres/transaction.ts'
import type { ForgedRows } from '../runtime/forged-rows.ts'
import { openTurns } from '../runtime/in-turn.ts'
import { isSameHash, keyedHash } from '../runtime/keyed-hash.ts'
import type { Verdict } from './provider.ts'

type VerificationRow = Tables['verifications']
export type UnappliedVerification = Pick<VerificationRow, 'user_id' | 'provider' | 'status' | 'provider_time'> & {
  /** False: this server did not store it. */
  readonly isAuthentic: boolean
}

export type Verifications = {
  /** Only what this server stored. */
  find(user: UserId): Promise<Pick<VerificationRow, 'status' | 'reason' | 'applied_at'> | undefined>
  /** `old`: not newer than what is stored. `taken`: the person has verified another account. */
  store(provider: VerificationProviderName, verdict: Verdict, now: Millis): Promise<'stored' | 'old' | 'taken'>
  /** Those whose level the engine may not have yet. */
  unapplied(): Promise<readonly UnappliedVerification[]>
  markApplied(verification: Omit<UnappliedVerification, 'isAuthentic'>, now: Millis): Promise<void>
}

const FIND = 'select * from verifications where user_id = $1'

const OF_USER_OR_PERSON = 'select * from verifications where user_id = $1 or applicant_id = $2 for update'

const DELETE = 'delete from verifications where user_id = $1'

/** What is undecided changes no level. */
const STORE = `insert into verifications
  (user_id, provider, applicant_id, status, reason, provider_time, updated_at, applied_at, mac)
values ($1, $2, $3, $4, $5, $6, $7, case when $4 = 'pending' then $7::bigint end, $8)
on conflict (user_id) do update set
  provider = excluded.provider, applicant_id = excluded.applicant_id, status = excluded.status,
  reason = excluded.reason, provider_time = excluded.provider_time, updated_at = excluded.updated_at,
  applied_at = excluded.applied_at, mac = excluded.mac`

const UNAPPLIED = 'select * from verifications where applied_at is null'

const MARK_APPLIED = `update verifications set applied_at = $4
where user_id = $1 and provider_time = $2 and status = $3 and applied_at is null`

type Result = Pick<VerificationRow, 'user_id' | 'provider' | 'applicant_id' | 'status' | 'reason' | 'provider_time'>

/** A result with other values was not written by this server. */
const macOf = (key: Uint8Array, row: Result) =>
  keyedHash(key, 'result', [row.user_id, row.provider, row.applicant_id, row.status, row.reason, row.provider_time])

/** Of two results of the same millisecond, a decision replaces what is undecided. */
const isNewer = (result: Result, stored: Result): boolean =>
  result.provider_time > stored.provider_time ||
  (result.provider_time === stored.provider_time && result.status !== 'pending' && stored.status === 'pending')

export function openVerifications(
  { pool }: Pick<Database, 'pool'>,
  key: Uint8Array,
  forged: Pick<ForgedRows, 'note'>,
): Verifications {
  const inTurn = openTurns()
  const isAuthentic = (row: VerificationRow): boolean => isSameHash(row.mac, macOf(key, row))

  async function store(client: Queryable, result: Result, now: Millis): Promise<'stored' | 'old' | 'taken'> {
    const { user_id, applicant_id, provider, status, reason, provider_time } = result
    for (const row of await query<VerificationRow>(client, OF_USER_OR_PERSON, [user_id, applicant_id]))
      if (!isAuthentic(row)) {
        forged.note('verifications', row.user_id)
        await execute(client, DELETE, [row.user_id])
      } else if (row.user_id !== user_id) return 'taken'
      else if (!isNewer(result, row)) return 'old'
    const values = [user_id, provider, applicant_id, status, reason, provider_time, now, macOf(key, result)]
    await execute(client, STORE, values)
    return 'stored'
  }

  return {
    async find(user) {
      const row = await queryOne<VerificationRow>(pool, FIND, [user])
      if (row === undefined) return undefined
      if (row.user_id === user && isAuthentic(row)) return row
      forged.note('verifications', user)
      return undefined
    },
    store(provider, { user, applicantId, status, reason, at }, now) {
      const result = { user_id: user, provider, applicant_id: applicantId, status, reason, provider_time: at }
      return inTurn(() => transaction(pool, 'begin', (client) => store(client, result, now)))
    },
    unapplied: async () =>
      (await query<VerificationRow>(pool, UNAPPLIED)).map((row) => ({ ...row, isAuthentic: isAuthentic(row) })),
    async markApplied({ user_id, provider_time, status }, now) {
      await execute(pool, MARK_APPLIED, [user_id, provider_time, status, now])
    },
  }
}

/** The level that follows from a decision. */
export const levelFrom = (status: Exclude<VerificationStatus, 'pending'>): number => (status === 'approved' ? 1 : 0)
