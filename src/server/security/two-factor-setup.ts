/** Turns two-factor authentication on: a new secret, confirmed with a first code. */

import { timingSafeEqual } from 'node:crypto'
import type { ConfirmTwoFactorBody } from '../../contract/account/calls.ts'
import type { RecoveryCodesView, TwoFactorSetup as SetupView } from '../../contract/account/views.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { Clock } from '../runtime/clock.ts'
import { ttlMap } from '../runtime/ttl-map.ts'
import { encrypt } from '../secrets/encryption.ts'
import type { SignedInUser } from '../sessions/access-tokens.ts'
import type { Announce } from './announce.ts'
import { type ChangeCredential, OK } from './change-credential.ts'
import type { Reauthentication } from './reauthenticate.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { newSecret, setupOf } from './totp.ts'
import type { TwoFactor } from './two-factor.ts'
import { type CodeDeps, verifySetupCode } from './verify-code.ts'

export type TwoFactorSetup = {
  /** Creates a secret that the same session may confirm within ten minutes. It is lost on restart. */
  setUp(signedIn: SignedInUser, label: string, device: ClientDevice): Promise<SetupView | Refusal>
  confirm(
    signedIn: SignedInUser,
    body: ConfirmTwoFactorBody,
    device: ClientDevice,
  ): Promise<RecoveryCodesView | Refusal>
}

type TwoFactorSetupDeps = CodeDeps & {
  readonly twoFactor: Pick<TwoFactor, 'status'>
  readonly reauthentication: Pick<Reauthentication, 'reauthenticate'>
  readonly clock: Clock
  readonly changeCredential: ChangeCredential
  readonly announce: Announce
  readonly appName: string
}

const PENDING_MILLIS = 10 * 60 * 1_000

export function openTwoFactorSetup(deps: TwoFactorSetupDeps): TwoFactorSetup {
  const { twoFactor, reauthentication, clock, deriveKey, codeMemory, changeCredential, announce, appName } = deps
  const pending = ttlMap<Uint8Array>(clock, PENDING_MILLIS)

  return {
    async setUp({ user, session }, label, { address }) {
      if ((await twoFactor.status(user)).isOn) return refuse('2FA_ALREADY_ON')
      const secret = newSecret()
      pending.set(session, secret, address)
      return setupOf(secret, appName, label)
    },
    async confirm(signedIn, { code, secret: sent, password }, device) {
      const { user, session } = signedIn
      const secret = pending.get(session)
      if (secret === undefined || !isEqual(sent, setupOf(secret, appName, '').secret))
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
      if (!isRefused(confirmed)) pending.take(session)
      return confirmed
    },
  }
}

function isEqual(sent: string, expected: string): boolean {
  const [left, right] = [Buffer.from(sent.toUpperCase()), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
