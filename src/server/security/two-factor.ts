/** Two-factor authentication of an account: status, verification, turning it off, recovery codes. */

import type { RecoveryCodesView } from '../../contract/account/views.ts'
import type { Ok } from '../../contract/call.ts'
import type { Millis, UserId } from '../../contract/ids.ts'
import type { Refusal } from '../../contract/refusals.ts'
import type { Database } from '../postgres/database.ts'
import { type Queryable, queryOne } from '../postgres/query.ts'
import { transaction } from '../postgres/transaction.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { Clock } from '../runtime/clock.ts'
import type { DeriveKey } from '../secrets/record-key.ts'
import type { SignedInUser } from '../sessions/access-tokens.ts'
import { type ChangeCredential, HOLD_MILLIS, OK } from './change-credential.ts'
import { deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { type SentCode, verifyCode } from './verify-code.ts'

export type TwoFactor = {
  status(user: UserId): Promise<TwoFactorStatus>
  /** Undefined if the code is correct; it cannot be used again. */
  verifyCode(user: UserId, code: SentCode): Promise<Refusal | undefined>
  disable(signedIn: SignedInUser, code: SentCode, device: ClientDevice): Promise<Ok | Refusal>
  replaceRecoveryCodes(user: UserId, code: SentCode): Promise<RecoveryCodesView | Refusal>
}

export type TwoFactorStatus = {
  readonly isOn: boolean
  /** Null: off. */
  readonly enabledAt: Millis | null
  readonly recoveryCodesLeft: number
}

type TwoFactorDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly deriveKey: DeriveKey
  readonly changeCredential: ChangeCredential
}

export function openTwoFactor({ database, clock, deriveKey, changeCredential }: TwoFactorDeps): TwoFactor {
  const { pool } = database
  return {
    async status(user) {
      const row = await queryOne<{ on: boolean; enabled_at: Millis | null; codes: number }>(pool, STATUS, [user])
      return { isOn: row?.on ?? false, enabledAt: row?.enabled_at ?? null, recoveryCodesLeft: row?.codes ?? 0 }
    },
    verifyCode: (user, code) =>
      transaction(pool, 'begin', (client) => verifyCode(client, deriveKey, { user, ...code, now: clock.now() })),
    disable: ({ user, session }, code, device) =>
      changeCredential({
        event: 'security.2fa_disabled',
        user,
        session,
        device,
        version: undefined,
        holdMillis: HOLD_MILLIS,
        async change(client, now) {
          const refusal = await verifyCode(client, deriveKey, { user, ...code, now })
          if (refusal !== undefined) return refusal
          await removeTwoFactor(client, user)
          return OK
        },
      }),
    replaceRecoveryCodes: (user, code) =>
      transaction(pool, 'begin', async (client) => {
        const refusal = await verifyCode(client, deriveKey, { user, ...code, now: clock.now() })
        return refusal ?? { ...OK, recovery_codes: await replaceRecoveryCodes(client, user) }
      }),
  }
}

/** Deletes the secret, the recovery codes and the locks. */
export async function removeTwoFactor(client: Queryable, user: UserId): Promise<void> {
  await client.query(REMOVE, [user])
  await client.query('delete from two_factor_devices where user_id = $1', [user])
  await deleteRecoveryCodes(client, user)
}

const REMOVE = `update two_factors set secret = null, enabled_at = null, failures = 0, locked_until = 0
where user_id = $1`

const STATUS = `select secret is not null as on, enabled_at,
  (select count(*) from recovery_codes r where r.user_id = t.user_id and r.used_at is null) as codes
from two_factors t where user_id = $1`
