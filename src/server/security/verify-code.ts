/**
 * Verifies authenticator and recovery codes, for every purpose. The lock of the account serialises attempts, so a code is valid
 * once. Five wrong codes in a row lock codes for 15 minutes: for the known device that sent them, or for all unknown
 * devices together.
 */

import { bareCode } from '../../contract/digits.ts'
import type { UserId } from '../../contract/ids.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import { type Queryable, queryOne } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import type { Clock } from '../runtime/clock.ts'
import { type TtlMap, ttlMap } from '../runtime/ttl-map.ts'
import { decrypt } from '../secrets/encryption.ts'
import type { DeriveKey } from '../secrets/record-key.ts'
import type { DeviceId } from '../sessions/known-devices.ts'
import type { AccountPatch, AccountRecord } from '../users/account-record.ts'
import { isRecoveryCode, redeemRecoveryCode } from './recovery-codes.ts'
import { stepOf } from './totp.ts'

type Row = Tables['two_factors']

const MAX_FAILURES = 5
const LOCK_MILLIS = 15 * 60 * 1_000

/** A code, and the known device that sent it; undefined for an unknown device. */
export type SentCode = { readonly code: string; readonly device: DeviceId | undefined }

type CodeAttempt = SentCode & { readonly now: number }

/**
 * Wrong codes and accepted steps, also in memory: a thief who resets them in the table must neither guess codes without
 * limit nor use one again.
 */
type CodeMemory = { readonly budgets: TtlMap<Budget>; readonly steps: TtlMap<number> }

export const openCodeMemory = (clock: Clock): CodeMemory => ({
  budgets: ttlMap(clock, LOCK_MILLIS),
  steps: ttlMap(clock, LOCK_MILLIS),
})

export type CodeDeps = { readonly deriveKey: DeriveKey; readonly codeMemory: CodeMemory }

/** As part of a change of the account: what a correct code changes, which cannot be used again. */
export async function verifyCode(
  client: Queryable,
  { deriveKey, codeMemory }: CodeDeps,
  account: AccountRecord,
  attempt: CodeAttempt,
): Promise<AccountPatch | Refusal> {
  const { user, secondFactor } = account
  if (secondFactor === null) return refuse('2FA_NOT_ON')
  const row = await countersOf(client, user.id)
  const budget = attempt.device === undefined ? row : await deviceBudget(client, user.id, attempt.device)
  return checkAttempt(client, codeMemory, { ...attempt, user: user.id, budget }, async () => {
    if (!isRecoveryCode(attempt.code)) {
      const secret = decrypt(deriveKey('second factors'), secondFactor.secret, user.id)
      return redeemStep(client, codeMemory, secret, row, attempt)
    }
    const recoveryCodes = redeemRecoveryCode(account, attempt.code, attempt.now)
    return typeof recoveryCodes === 'string' ? recoveryCodes : { recoveryCodes }
  })
}

/** Verifies the first code for a new `secret`, which is not stored yet. */
export async function verifySetupCode(
  client: Queryable,
  codeMemory: CodeMemory,
  secret: Uint8Array,
  { user: { id: user }, secondFactor }: AccountRecord,
  attempt: CodeAttempt,
): Promise<Refusal | undefined> {
  if (secondFactor !== null) return refuse('2FA_ALREADY_ON')
  await client.query('insert into two_factors (user_id) values ($1) on conflict do nothing', [user])
  const row = await countersOf(client, user)
  const checked = await checkAttempt(client, codeMemory, { ...attempt, user, budget: row }, () =>
    redeemStep(client, codeMemory, secret, row, attempt),
  )
  return isRefused(checked) ? checked : undefined
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

type Counters = Budget & Pick<Row, 'user_id' | 'last_step'>

async function countersOf(client: Queryable, user: UserId): Promise<Counters> {
  const select = 'select user_id, failures, locked_until, last_step from two_factors where user_id = $1 for update'
  return (
    (await queryOne<Counters>(client, select, [user])) ?? { user_id: user, failures: 0, locked_until: 0, last_step: 0 }
  )
}

/** `used`: a code that was correct before does not count as a failure. */
type Verdict = AccountPatch | 'used' | 'wrong'

async function checkAttempt(
  client: Queryable,
  { budgets }: CodeMemory,
  { user, code, device, now, budget }: CodeAttempt & { readonly user: UserId; readonly budget: Budget },
  verdictOf: () => Promise<Verdict>,
): Promise<AccountPatch | Refusal> {
  const key = `${user} ${device ?? ''}`
  const known = budgets.get(key)
  // A later end is not from this server, and would lock the account for years.
  const stored = budget.locked_until > now + LOCK_MILLIS ? 0 : budget.locked_until
  const lockedUntil = Math.max(stored, known?.locked_until ?? 0)
  if (lockedUntil > now) return locked(lockedUntil - now)
  const verdict = await verdictOf()
  if (verdict === 'used') return refuse('INVALID_2FA_CODE', { used: isRecoveryCode(code) ? 'recovery' : 'code' })
  // A higher count is not from this server either.
  const failures = budget.failures < MAX_FAILURES ? budget.failures : 0
  const count = verdict === 'wrong' ? Math.max(failures, known?.failures ?? 0) + 1 : 0
  const isLast = count >= MAX_FAILURES
  const next: Budget = { failures: isLast ? 0 : count, locked_until: isLast ? now + LOCK_MILLIS : 0 }
  budgets.set(key, next, user)
  const values = [user, next.failures, next.locked_until]
  if (device === undefined) await client.query(SET_SHARED, values)
  else await client.query(SET_DEVICE, [...values, device])
  return verdict === 'wrong' ? refuse('INVALID_2FA_CODE') : verdict
}

const locked = (millis: number): Refusal => refuse('2FA_LOCKED', { seconds: String(Math.ceil(millis / 1_000)) })

/** Steps only increase: the code of an older step than the last accepted one is refused. */
async function redeemStep(
  client: Queryable,
  { steps }: CodeMemory,
  secret: Uint8Array,
  { user_id: user, last_step }: Counters,
  { code, now }: CodeAttempt,
): Promise<Verdict> {
  const step = stepOf(secret, bareCode(code), now)
  if (step === undefined) return 'wrong'
  // A code is at most one step from now, on either side: a later step is not from this server, and would refuse every code.
  const last = last_step > step + 2 ? 0 : last_step
  if (step <= Math.max(last, steps.get(user) ?? 0)) return 'used'
  steps.set(user, step, user)
  await client.query('update two_factors set last_step = $2 where user_id = $1', [user, step])
  return {}
}
