/** Turns two-factor authentication on: a new secret, confirmed with a first code. */

import { timingSafeEqual } from 'node:crypto'
import type { ConfirmTwoFactorBody } from '../../contract/account/calls.ts'
import type { RecoveryCodesView, TwoFactorSetup as SetupView } from '../../contract/account/views.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import { encrypt } from '../secrets/encryption.ts'
import type { ShortLivedValues } from '../secrets/short-lived.ts'
import type { SignedInUser } from '../sessions/access-tokens.ts'
import type { Announce } from './announce.ts'
import { type ChangeCredential, OK } from './change-credential.ts'
import type { Reauthentication } from './reauthenticate.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { newSecret, setupOf } from './totp.ts'
import type { TwoFactor } from './two-factor.ts'
import { type CodeDeps, verifySetupCode } from './verify-code.ts'

export type TwoFactorSetup = {
  /** Creates a secret that the same session may confirm within ten minutes. */
  setUp(signedIn: SignedInUser, label: string): Promise<SetupView | Refusal>
  confirm(
    signedIn: SignedInUser,
    body: ConfirmTwoFactorBody,
    device: ClientDevice,
  ): Promise<RecoveryCodesView | Refusal>
}

type TwoFactorSetupDeps = CodeDeps & {
  readonly twoFactor: Pick<TwoFactor, 'status'>
  readonly reauthentication: Pick<Reauthentication, 'reauthenticate'>
  readonly shortLived: ShortLivedValues
  readonly changeCredential: ChangeCredential
  readonly announce: Announce
  readonly appName: string
}

const PENDING_MILLIS = 10 * 60 * 1_000

export function openTwoFactorSetup(deps: TwoFactorSetupDeps): TwoFactorSetup {
  const { twoFactor, reauthentication, shortLived, deriveKey, codeMemory, changeCredential, announce, appName } = deps
  /** The secret of a session, in base64url. */
  const pending = shortLived<string>('two-factor-setup', PENDING_MILLIS)

  return {
    async setUp({ user, session }, label) {
      if ((await twoFactor.status(user)).isOn) return refuse('2FA_ALREADY_ON')
      const secret = newSecret()
      await pending.set(session, Buffer.from(secret).toString('base64url'))
      return setupOf(secret, appName, label)
    },
    async confirm(signedIn, { code, secret: sent, password }, device) {
      const { user, session } = signedIn
      const stored = await pending.get(session)
      const secret = Buffer.from(stored ?? '', 'base64url')
      if (stored === undefined || !isEqual(sent, setupOf(secret, appName, '').secret))
        return refuse('2FA_SETUP_EXPIRED')
      if ((await twoFactor.status(user)).isOn) return refuse('2FA_ALREADY_ON')
      const proven = await reauthentication.reauthenticate(signedIn, { password }, device)
      if (isRefused(proven)) return proven
      const confirmed = await changeCredential<RecoveryCodesView>({
        event: 'security.2fa_enabled',
        user,
        session,
        device,
        version: proven.credentials_version,
        holdMillis: 0,
        async change(client, account, now) {
          const refusal = await verifySetupCode(client, codeMemory, secret, account, { code, device: undefined, now })
          if (refusal !== undefined) return refusal
          await announce.added(client, { change: '2fa', user: account.user, device, now })
          const secondFactor = { secret: encrypt(deriveKey('second factors'), secret, user), enabledAt: now }
          const { codes, stored } = newRecoveryCodes(user)
          return { patch: { secondFactor, recoveryCodes: stored }, result: { ...OK, recovery_codes: codes } }
        },
      })
      // The recovery codes are shown once: an error here must not hide them.
      if (!isRefused(confirmed)) await pending.take(session).catch(() => undefined)
      return confirmed
    },
  }
}

function isEqual(sent: string, expected: string): boolean {
  const [left, right] = [Buffer.from(sent.toUpperCase()), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
