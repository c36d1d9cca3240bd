/** The second factor: turned on with a first code, asked for by codes, turned off with a last one. */

import { timingSafeEqual } from 'node:crypto'
import type { ConfirmTwoFactorBody, Done, RecoveryCodesView, TwoFactorSetup } from '../../contract/account-views.ts'
import type { UserId } from '../../contract/ids.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../postgres/database.ts'
import { transaction } from '../postgres/transaction.ts'
import type { SignedIn } from './access-tokens.ts'
import { type ChangeLock, DONE, HOLD_MILLIS } from './change-lock.ts'
import { newSecret, setupOf } from './one-time-codes.ts'
import { dropRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { seal } from './seal.ts'
import type { Keys } from './secret.ts'
import { shortLived } from './short-lived.ts'
import { spendCode, spendFirstCode } from './spend-code.ts'
import type { User } from './users.ts'

export type TwoFactor = {
  stateOf(user: UserId): Promise<TwoFactorState>
  /** Uses a code up. Undefined when it was good. */
  spend(user: UserId, code: string): Promise<Refusal | undefined>
  /** A secret of our own making, which the same sign-in confirms within ten minutes. */
  setUp(signedIn: SignedIn, label: string): Promise<TwoFactorSetup | Refusal>
  confirm(signedIn: SignedIn, body: ConfirmTwoFactorBody, prove: Prove): Promise<RecoveryCodesView | Refusal>
  disable(signedIn: SignedIn, code: string): Promise<Done | Refusal>
  replaceRecoveryCodes(user: UserId, code: string): Promise<RecoveryCodesView | Refusal>
}

/** Whose it is, once they have shown that they are its owner: whoever turns it on locks everybody else out. */
type Prove = (signedIn: SignedIn, password: string | undefined) => Promise<User | Refusal>

export type TwoFactorState = { readonly isOn: boolean; readonly recoveryCodesLeft: number }

export type TwoFactorParts = {
  readonly database: Database
  readonly clock: Clock
  readonly keys: Keys
  readonly changeLock: ChangeLock
  readonly appName: string
}

const PENDING_MILLIS = 10 * 60 * 1_000

export function openTwoFactor({ database, clock, keys, changeLock, appName }: TwoFactorParts): TwoFactor {
  const { pool } = database
  const pending = shortLived<Uint8Array>(clock, PENDING_MILLIS)

  async function stateOf(user: UserId): Promise<TwoFactorState> {
    const { rows } = await pool.query<{ on: boolean; codes: number }>(STATE, [user])
    return { isOn: rows[0]?.on ?? false, recoveryCodesLeft: rows[0]?.codes ?? 0 }
  }

  const spend = (user: UserId, code: string) =>
    transaction(pool, 'begin', (client) => spendCode(client, keys, { user, code, now: clock.now() }))

  return {
    stateOf,
    spend,
    async setUp({ user, family }, label) {
      if ((await stateOf(user)).isOn) return refuse('2FA_ALREADY_ON')
      const secret = newSecret()
      pending.put(family, secret)
      return setupOf(secret, appName, label)
    },
    async confirm(signedIn, { code, secret: said, password }, prove) {
      const { user, family } = signedIn
      const secret = pending.look(family)
      if (secret === undefined || !isSame(said, setupOf(secret, appName, '').secret)) return refuse('2FA_SETUP_EXPIRED')
      const proved = await prove(signedIn, password)
      if ('code' in proved) return proved
      const confirmed = await changeLock<RecoveryCodesView>({
        what: '2FA was turned on',
        user,
        family,
        version: proved.locks_version,
        holdMillis: 0,
        async work(client, now) {
          const no = await spendFirstCode(client, secret, { user, code, now })
          if (no !== undefined) return no
          const sealed = seal(keys('second factors'), secret, user)
          await client.query('update two_factors set secret = $2 where user_id = $1', [user, sealed])
          return withCodes(await replaceRecoveryCodes(client, user))
        },
      })
      if (!('code' in confirmed)) pending.take(family)
      return confirmed
    },
    disable: ({ user, family }, code) =>
      changeLock({
        what: '2FA was turned off',
        user,
        family,
        version: undefined,
        holdMillis: HOLD_MILLIS,
        async work(client, now) {
          const no = await spendCode(client, keys, { user, code, now })
          if (no !== undefined) return no
          await client.query('update two_factors set secret = null where user_id = $1', [user])
          await dropRecoveryCodes(client, user)
          return DONE
        },
      }),
    replaceRecoveryCodes: (user, code) =>
      transaction(pool, 'begin', async (client) => {
        const no = await spendCode(client, keys, { user, code, now: clock.now() })
        return no ?? withCodes(await replaceRecoveryCodes(client, user))
      }),
  }
}

const withCodes = (recovery_codes: readonly string[]): RecoveryCodesView => ({ ...DONE, recovery_codes })

function isSame(said: string, ours: string): boolean {
  const [left, right] = [Buffer.from(said.toUpperCase()), Buffer.from(ours)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const STATE = `select secret is not null as on,
  (select count(*) from recovery_codes r where r.user_id = t.user_id) as codes
from two_factors t where user_id = $1`
