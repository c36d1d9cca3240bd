/**
 * Verifies authenticator and recovery codes, for every purpose. The row lock serialises attempts, so a code is valid
 * once, and five wrong codes in a row lock codes for the account for 15 minutes.
 */

import type { UserId } from '../../contract/ids.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import { execute, type Queryable, queryOne } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import { decrypt } from '../secrets/encryption.ts'
import type { DeriveKey } from '../secrets/key-derivation.ts'
import { isRecoveryCode, redeemRecoveryCode } from './recovery-codes.ts'
import { stepOf } from './totp.ts'

type Row = Tables['two_factors']

const MAX_FAILURES = 5
const LOCK_MILLIS = 15 * 60 * 1_000

type CodeAttempt = { readonly user: UserId; readonly code: string; readonly now: number }

/** Undefined if the code is correct; it cannot be used again. */
export async function verifyCode(
  client: Queryable,
  deriveKey: DeriveKey,
  attempt: CodeAttempt,
): Promise<Refusal | undefined> {
  const row = await lockRow(client, attempt.user)
  if (row?.secret == null) return refuse('2FA_NOT_ON')
  const { secret } = row
  return checkAttempt(client, row, attempt, async ({ user, code }) => {
    if (isRecoveryCode(code)) return (await redeemRecoveryCode(client, user, code)) ? 'correct' : 'wrong'
    return redeemStep(client, decrypt(deriveKey('second factors'), secret, user), attempt)
  })
}

/** Verifies the first code for a new `secret`, which is not stored yet. */
export async function verifySetupCode(
  client: Queryable,
  secret: Uint8Array,
  attempt: CodeAttempt,
): Promise<Refusal | undefined> {
  await client.query('insert into two_factors (user_id) values ($1) on conflict do nothing', [attempt.user])
  const row = await lockRow(client, attempt.user)
  if (row === undefined || row.secret !== null) return refuse('2FA_ALREADY_ON')
  return checkAttempt(client, row, attempt, () => redeemStep(client, secret, attempt))
}

const lockRow = (client: Queryable, user: UserId): Promise<Row | undefined> =>
  queryOne<Row>(client, 'select * from two_factors where user_id = $1 for update', [user])

/** `used`: a code that was correct before does not count as a failure. */
type Verdict = 'correct' | 'used' | 'wrong'

async function checkAttempt(
  client: Queryable,
  { failures, locked_until }: Row,
  attempt: CodeAttempt,
  verdictOf: (attempt: CodeAttempt) => Promise<Verdict>,
): Promise<Refusal | undefined> {
  const { user, now } = attempt
  if (locked_until > now) return locked(locked_until - now)
  const verdict = await verdictOf(attempt)
  if (verdict === 'used') return refuse('INVALID_2FA_CODE')
  const count = verdict === 'correct' ? 0 : failures + 1
  const isLast = count >= MAX_FAILURES
  await client.query('update two_factors set failures = $2, locked_until = $3 where user_id = $1', [
    user,
    isLast ? 0 : count,
    isLast ? now + LOCK_MILLIS : 0,
  ])
  return verdict === 'correct' ? undefined : refuse('INVALID_2FA_CODE')
}

const locked = (millis: number): Refusal => refuse('2FA_LOCKED', { seconds: String(Math.ceil(millis / 1_000)) })

/** Steps only increase: the code of an older step than the last accepted one is refused. */
async function redeemStep(client: Queryable, secret: Uint8Array, { user, code, now }: CodeAttempt): Promise<Verdict> {
  const step = stepOf(secret, code.replace(/[\s-]/g, ''), now)
  if (step === undefined) return 'wrong'
  const redeem = 'update two_factors set last_step = $2 where user_id = $1 and last_step < $2'
  return (await execute(client, redeem, [user, step])) === 1 ? 'correct' : 'used'
}
