/** The login history of a user, kept as long as a session can live. */

import type { LoginOutcome } from '../../contract/account/views.ts'
import type { LoginMethod } from '../../contract/auth/views.ts'
import type { UserId } from '../../contract/ids.ts'
import { type PageInput, placeColumns } from '../../contract/paging.ts'
import type { Database } from '../postgres/database.ts'
import { deleteOld } from '../postgres/delete-old.ts'
import { execute, query, queryOne } from '../postgres/query.ts'
import { randomId } from '../postgres/random-id.ts'
import type { Tables } from '../postgres/tables.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { CleanupClock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import { SESSION_MILLIS } from './revoked-sessions.ts'

type LoginAttempt = {
  readonly user: UserId
  readonly loginMethod: LoginMethod
  readonly device: ClientDevice
}

type LoginAttemptRow = Omit<Tables['login_attempts'], 'id' | 'user_id'>

export type LoginHistory = {
  /** Returns the id of the row, for `markSucceeded`; undefined if it could not be stored. Never fails: no login depends on it. */
  record(attempt: LoginAttempt, outcome: LoginOutcome): Promise<number | undefined>
  markSucceeded(id: number): Promise<void>
  /** Newest first. */
  list(user: UserId, page: PageInput): Promise<readonly LoginAttemptRow[]>
}

const INSERT = `insert into login_attempts (user_id, at, login_method, device, ip_masked, outcome, id)
overriding system value values ($1, $2, $3, $4, $5, $6, $7) returning id`

const LIST = `select at, login_method, device, ip_masked, outcome from login_attempts where user_id = $1
  and ($4::bigint is null or at <= $4)
order by at desc, id desc offset $2 limit $3`

export function openLoginHistory({ pool }: Database, clock: CleanupClock, log: Log): LoginHistory {
  async function insert(
    { user, loginMethod, device }: LoginAttempt,
    outcome: LoginOutcome,
  ): Promise<number | undefined> {
    await deleteOld(pool, clock, 'delete from login_attempts where at <= $1', SESSION_MILLIS)
    const values = [user, clock.now(), loginMethod, device.name, device.ipMasked, outcome, randomId()]
    return (await queryOne<{ id: number }>(pool, INSERT, values))?.id
  }

  return {
    record: (attempt, outcome) =>
      insert(attempt, outcome).catch((error: unknown) => {
        log.warn({ event: 'auth.history_failed', err: error, user: attempt.user }, 'a login could not be recorded')
        return undefined
      }),
    async markSucceeded(id) {
      await execute(pool, `update login_attempts set outcome = 'signed_in' where id = $1`, [id])
    },
    // Attempts have no id: those of the same millisecond come again.
    list: (user, { offset, limit, before }) =>
      query<LoginAttemptRow>(pool, LIST, [user, before === undefined ? offset : 0, limit, placeColumns(before)[0]]),
  }
}
