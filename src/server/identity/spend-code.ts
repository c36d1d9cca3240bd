/**
 * The one place where a code is judged, of the app or of the recovery sheet, whatever it is for. The row lock lets one
 * in at a time, so a code is good once, and five wrong ones in a row close the account to codes for a while.
 */

import type pg from 'pg'
import type { UserId } from '../../contract/ids.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { Tables } from '../postgres/tables.ts'
import { stepOf } from './one-time-codes.ts'
import { looksLikeRecoveryCode, spendRecoveryCode } from './recovery-codes.ts'
import { open } from './seal.ts'
import type { Keys } from './secret.ts'

type Row = Tables['two_factors'] & { last_step: number; failures: number; locked_until: number }

const MOST_FAILURES = 5
const LOCK_MILLIS = 15 * 60 * 1_000

export type Attempt = { readonly user: UserId; readonly code: string; readonly now: number }

/** A code of somebody who has a second factor. */
export async function spendCode(client: pg.ClientBase, keys: Keys, attempt: Attempt): Promise<Refusal | undefined> {
  const row = await lockRow(client, attempt.user)
  if (row?.secret == null) return refuse('2FA_NOT_ON')
  const { secret } = row
  return judge(client, row, attempt, async ({ user, code }) => {
    if (looksLikeRecoveryCode(code)) return (await spendRecoveryCode(client, user, code)) ? 'good' : 'wrong'
    return spendStep(client, open(keys('second factors'), secret, user), attempt)
  })
}

/** The first code of an app that was handed this secret. */
export async function spendFirstCode(
  client: pg.ClientBase,
  pending: Uint8Array,
  attempt: Attempt,
): Promise<Refusal | undefined> {
  await client.query('insert into two_factors (user_id) values ($1) on conflict do nothing', [attempt.user])
  const row = await lockRow(client, attempt.user)
  if (row === undefined || row.secret !== null) return refuse('2FA_ALREADY_ON')
  return judge(client, row, attempt, () => spendStep(client, pending, attempt))
}

const lockRow = async (client: pg.ClientBase, user: UserId): Promise<Row | undefined> =>
  (await client.query<Row>('select * from two_factors where user_id = $1 for update', [user])).rows[0]

/** A code that was good before is no guess. */
type Verdict = 'good' | 'used' | 'wrong'

async function judge(
  client: pg.ClientBase,
  { failures, locked_until }: Row,
  attempt: Attempt,
  verdictOf: (attempt: Attempt) => Promise<Verdict>,
): Promise<Refusal | undefined> {
  const { user, now } = attempt
  if (locked_until > now) return locked(locked_until - now)
  const verdict = await verdictOf(attempt)
  if (verdict === 'used') return refuse('INVALID_2FA_CODE')
  const count = verdict === 'good' ? 0 : failures + 1
  const isLast = count >= MOST_FAILURES
  await client.query('update two_factors set failures = $2, locked_until = $3 where user_id = $1', [
    user,
    isLast ? 0 : count,
    isLast ? now + LOCK_MILLIS : 0,
  ])
  return verdict === 'good' ? undefined : refuse('INVALID_2FA_CODE')
}

const locked = (millis: number): Refusal => refuse('2FA_LOCKED', { seconds: String(Math.ceil(millis / 1_000)) })

/** Codes are taken in the order of their time: an older one than the last is as good as none. */
async function spendStep(client: pg.ClientBase, secret: Uint8Array, { user, code, now }: Attempt): Promise<Verdict> {
  const step = stepOf(secret, code.replace(/[\s-]/g, ''), now)
  if (step === undefined) return 'wrong'
  const spent = 'update two_factors set last_step = $2 where user_id = $1 and last_step < $2'
  return (await client.query(spent, [user, step])).rowCount === 1 ? 'good' : 'used'
}
