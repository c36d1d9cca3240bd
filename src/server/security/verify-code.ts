/**
 * Verifies authenticator and recovery codes, for every purpose. The row lock serialises attempts, so a code is valid
 * once. Five wrong codes in a row lock codes for 15 minutes: for the known device that sent them, or for all unknown
 * devices together.
 */

import type { UserId } from '../../contract/ids.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import { execute, type Queryable, queryOne } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import { decrypt } from '../secrets/encryption.ts'
import type { DeriveKey } from '../secrets/record-key.ts'
import type { DeviceId } from '../sessions/known-devices.ts'
import { isRecoveryCode, redeemRecoveryCode } from './recovery-codes.ts'
import { stepOf } from './totp.ts'

type Row = Tables['two_factors']

const MAX_FAILURES = 5
const LOCK_MILLIS = 15 * 60 * 1_000

/** A code, and the known device that sent it; undefined for an unknown device. */
export type SentCode = { readonly code: string; readonly device: DeviceId | undefined }

type CodeAttempt = SentCode & { readonly user: UserId; readonly now: number }

/** Undefined if the code is correct; it cannot be used again. */
export async function verifyCode(
  client: Queryable,
  deriveKey: DeriveKey,
  attempt: CodeAttempt,
): Promise<Refusal | undefined> {
  const row = await lockRow(client, attempt.user)
  if (row?.secret == null) return refuse('2FA_NOT_ON')
  const { secret } = row
  const budget = attempt.device === undefined ? row : await deviceBudget(client, attempt.user, attempt.device)
  return checkAttempt(client, budget, attempt, async ({ user, code, now }) => {
    if (isRecoveryCode(code)) return redeemRecoveryCode(client, user, code, now)
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

type Budget = Pick<Row, 'failures' | 'locked_until'>

async function deviceBudget(client: Queryable, user: UserId, device: DeviceId): Promise<Budget> {
  const select = 'select failures, locked_until from two_factor_devices where user_id = $1 and device_id = $2'
  return (await queryOne<Budget>(client, select, [user, device])) ?? { failures: 0, locked_until: 0 }
}

const SET_SHARED = 'update two_factors set failures = $2, locked_until = $3 where user_id = $1'
const SET_DEVICE = `insert into two_factor_devices (user_id, failures, locked_until, device_id) values ($1, $2, $3, $4)
on conflict (user_id, device_id) do update
  set failures = excluded.failures, locked_until = excluded.locked_until`

const lockRow = (client: Queryable, user: UserId): Promise<Row | undefined> =>
  queryOne<Row>(client, 'select * from two_factors where user_id = $1 for update', [user])

/** `used`: a code that was correct before does not count as a failure. */
type Verdict = 'correct' | 'used' | 'wrong'

async function checkAttempt(
  client: Queryable,
  { failures, locked_until }: Budget,
  attempt: CodeAttempt,
  verdictOf: (attempt: CodeAttempt) => Promise<Verdict>,
): Promise<Refusal | undefined> {
  const { user, device, now } = attempt
  if (locked_until > now) return locked(locked_until - now)
  const verdict = await verdictOf(attempt)
  if (verdict === 'used') return refuse('INVALID_2FA_CODE')
  const count = verdict === 'correct' ? 0 : failures + 1
  const isLast = count >= MAX_FAILURES
  const values = [user, isLast ? 0 : count, isLast ? now + LOCK_MILLIS : 0]
  if (device === undefined) await client.query(SET_SHARED, values)
  else await client.query(SET_DEVICE, [...values, device])
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
