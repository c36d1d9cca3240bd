/** The email_queue table. The next attempt is scheduled before each attempt, so a crash counts as a failed one. */

import type { UserId } from '../../contract/ids.ts'
import type { Database } from '../postgres/database.ts'
import { execute, type Queryable, query, queryOne } from '../postgres/query.ts'
import { randomId } from '../postgres/random-id.ts'
import type { EmailKind, Tables } from '../postgres/tables.ts'
import type { Clock } from '../runtime/clock.ts'

export type EmailRequest = {
  readonly kind: EmailKind
  readonly email: string
  /** Null: the recipient is looked up when the email is sent. */
  readonly user: UserId | null
  /** The addition that a security notification is about, or the account that was frozen; null for other emails. */
  readonly subject: string | null
  /** That the user asked for it; null for emails that need none. */
  readonly proof?: Buffer | null
}

export type QueuedEmail = EmailRequest & { readonly id: number; readonly attempt: number; readonly dueAt: number }

export type EmailQueue = {
  /** Replaces an older email of the same kind to the same user about the same subject. */
  add(request: EmailRequest, client?: Queryable): Promise<void>
  /** The next due email, and schedules its next attempt. */
  claim(): Promise<QueuedEmail | undefined>
  /** False if it was requested again since the claim, or another process has claimed it. */
  isClaimed(email: QueuedEmail): Promise<boolean>
  /** Deletes the email unless it was requested again since the claim. */
  remove(email: QueuedEmail): Promise<void>
  isEmpty(): Promise<boolean>
}

/** After the last one the email is dropped. */
export const MAX_ATTEMPTS = 6
/** Longer than the SMTP timeouts, so that an email in delivery is not claimed again. */
const FIRST_RETRY_MILLIS = 60_000
const MAX_RETRY_MILLIS = 2 * 60 * 60 * 1_000

/** Another program may have written any number: it must neither overflow nor end the email. */
const ATTEMPTS = `case when attempts between 0 and ${MAX_ATTEMPTS} then attempts else 0 end`
/** Also if it is due later than this server ever says. */
const IS_DUE = `(due_at <= $1 or due_at > $1 + ${MAX_RETRY_MILLIS} or due_at is null)`
const CLAIM = `update email_queue set attempts = ${ATTEMPTS} + 1,
  due_at = $1 + least(${FIRST_RETRY_MILLIS} * 4 ^ (${ATTEMPTS}), ${MAX_RETRY_MILLIS})::bigint
where id = (select id from email_queue where ${IS_DUE} order by due_at limit 1 for update skip locked)
returning *`
const DELETE_OTHER_ADDRESSES = 'delete from email_queue where kind = $1 and user_id = $2 and email <> $3'
const ADD = `insert into email_queue (kind, user_id, email, subject_id, due_at, proof, id)
overriding system value values ($1, $2, $3, $4, $5, $6, $7)
on conflict (kind, user_id, email, subject_id)
  do update set due_at = excluded.due_at, attempts = 0, proof = excluded.proof`
const REMOVE = 'delete from email_queue where id = $1 and due_at = $2'

export function openEmailQueue({ pool }: Database, clock: Clock): EmailQueue {
  return {
    async add({ kind, email, user, subject, proof = null }, client = pool) {
      const replaces = user !== null && subject === null
      if (replaces) await execute(client, DELETE_OTHER_ADDRESSES, [kind, user, email])
      await execute(client, ADD, [kind, user, email, subject, clock.now(), proof, randomId()])
    },
    async claim() {
      const row = await queryOne<Tables['email_queue']>(pool, CLAIM, [clock.now()])
      if (row === undefined) return undefined
      const { id, kind, email, user_id: user, subject_id: subject, attempts: attempt, due_at: dueAt, proof } = row
      return { id, kind, email, user, subject, proof, attempt, dueAt }
    },
    async isClaimed({ id, dueAt }) {
      return (await query(pool, 'select from email_queue where id = $1 and due_at = $2', [id, dueAt])).length > 0
    },
    async remove({ id, dueAt }) {
      await execute(pool, REMOVE, [id, dueAt])
    },
    isEmpty: async () => (await query(pool, 'select from email_queue limit 1')).length === 0,
  }
}
