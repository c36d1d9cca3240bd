/** Two-factor authentication of an account: status, verification, turning it off, recovery codes. */

import type { RecoveryCodesView } from '../../contract/account/views.ts'
import type { Ok } from '../../contract/call.ts'
import type { Millis, UserId } from '../../contract/ids.ts'
import { isRefused, type Refusal } from '../../contract/refusals.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import { AccountDiffers } from '../runtime/errors.ts'
import type { SignedInUser } from '../sessions/access-tokens.ts'
import type { AccountPatch, AccountRecord } from '../users/account-record.ts'
import type { AccountRecords } from '../users/account-records.ts'
import { type ChangeCredential, HOLD_MILLIS, OK } from './change-credential.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { type CodeDeps, type SentCode, verifyCode } from './verify-code.ts'

export type TwoFactor = {
  /** Throws `AccountDiffers`, also if there is no such account. */
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

type TwoFactorDeps = CodeDeps & { readonly records: AccountRecords; readonly changeCredential: ChangeCredential }

export function openTwoFactor({ records, changeCredential, ...deps }: TwoFactorDeps): TwoFactor {
  return {
    async status(user) {
      const account = await records.find('id', user)
      // Unknown is not off.
      if (account === undefined) throw new AccountDiffers('the account has no row')
      return statusOf(account)
    },
    async verifyCode(user, code) {
      const verified = await records.change<Ok>(user, async (client, account, now) => {
        const patch = await verifyCode(client, deps, account, { ...code, now })
        return isRefused(patch) ? patch : { patch, result: OK }
      })
      return isRefused(verified) ? verified : undefined
    },
    disable: ({ user, session }, code, device) =>
      changeCredential({
        event: 'security.2fa_disabled',
        user,
        session,
        device,
        version: undefined,
        holdMillis: HOLD_MILLIS,
        async change(client, account, now) {
          const patch = await verifyCode(client, deps, account, { ...code, now })
          return isRefused(patch) ? patch : { patch: WITHOUT_TWO_FACTOR, result: OK }
        },
      }),
    replaceRecoveryCodes: (user, code) =>
      records.change<RecoveryCodesView>(user, async (client, account, now) => {
        const patch = await verifyCode(client, deps, account, { ...code, now })
        if (isRefused(patch)) return patch
        const { codes, stored } = newRecoveryCodes(user)
        return { patch: { recoveryCodes: stored }, result: { ...OK, recovery_codes: codes } }
      }),
  }
}

/** Without the secret, the recovery codes and the locks. */
export const WITHOUT_TWO_FACTOR: AccountPatch = { secondFactor: null, recoveryCodes: [] }

const statusOf = ({ secondFactor, recoveryCodes }: AccountRecord): TwoFactorStatus => ({
  isOn: secondFactor !== null,
  enabledAt: secondFactor?.enabledAt ?? null,
  recoveryCodesLeft: recoveryCodes.filter(({ usedAt }) => usedAt === null).length,
})
