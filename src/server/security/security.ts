/** The security settings of an account, for its signed-in owner. */

import type { UnlinkBody } from '../../contract/account/calls.ts'
import type { RecoveryCodesView } from '../../contract/account/views.ts'
import type { Ok } from '../../contract/call.ts'
import { isRefused, type Refusal } from '../../contract/refusals.ts'
import type { Telegram } from '../identity-providers/telegram.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { ShortLivedValues } from '../secrets/short-lived.ts'
import type { SignedInUser } from '../sessions/access-tokens.ts'
import type { LoginHistory } from '../sessions/login-history.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Users } from '../users/users.ts'
import type { Announce } from './announce.ts'
import type { ChangeCredential } from './change-credential.ts'
import type { LinkLoginMethod } from './link-login-method.ts'
import { type LinkTelegram, openLinkTelegram } from './link-telegram.ts'
import type { Passwords } from './password-hash.ts'
import { openReauthentication, type Reauthentication, type ReauthenticationDeps } from './reauthenticate.ts'
import { openSetPassword, type SetPassword } from './set-password.ts'
import type { TwoFactor } from './two-factor.ts'
import { openTwoFactorSetup, type TwoFactorSetup } from './two-factor-setup.ts'
import { unlinkLoginMethod } from './unlink-login-method.ts'
import type { CodeDeps, SentCode } from './verify-code.ts'

export type Security = {
  readonly twoFactor: Pick<TwoFactor, 'status'>
  readonly twoFactorSetup: TwoFactorSetup
  readonly sessions: Sessions
  readonly history: LoginHistory
  readonly reauthenticate: Reauthentication['reauthenticate']
  readonly reauthenticateFully: Reauthentication['reauthenticateFully']
  readonly setPassword: SetPassword
  readonly linkTelegram: LinkTelegram
  unlink(signedIn: SignedInUser, body: UnlinkBody, device: ClientDevice): Promise<Ok | Refusal>
  /** For other actions that need a code. Undefined if it is correct; it cannot be used again. */
  verifyCode(signedIn: SignedInUser, code: string, device: ClientDevice): Promise<Refusal | undefined>
  disableTwoFactor(signedIn: SignedInUser, code: string, device: ClientDevice): Promise<Ok | Refusal>
  replaceRecoveryCodes(signedIn: SignedInUser, code: string, device: ClientDevice): Promise<RecoveryCodesView | Refusal>
}

type SecurityDeps = ReauthenticationDeps &
  CodeDeps & {
    readonly users: Users
    readonly twoFactor: TwoFactor
    readonly history: LoginHistory
    readonly telegram: Telegram
    readonly passwords: Passwords
    readonly shortLived: ShortLivedValues
    readonly changeCredential: ChangeCredential
    readonly announce: Announce
    readonly linkLoginMethod: LinkLoginMethod
    readonly appName: string
  }

export function openSecurity(deps: SecurityDeps): Security {
  const { users, devices, twoFactor, sessions, history, changeCredential } = deps
  const reauthentication = openReauthentication(deps)

  /** The code, with the known device that sent it. */
  async function sentCode(signedIn: SignedInUser, code: string, device: ClientDevice): Promise<SentCode> {
    const user = await users.findById(signedIn.user)
    return { code, device: user && (await devices.find(user, device)) }
  }

  return {
    twoFactor,
    twoFactorSetup: openTwoFactorSetup({ ...deps, reauthentication }),
    sessions,
    history,
    reauthenticate: reauthentication.reauthenticate,
    reauthenticateFully: reauthentication.reauthenticateFully,
    setPassword: openSetPassword({ ...deps, reauthentication }),
    linkTelegram: openLinkTelegram({ ...deps, reauthentication }),
    verifyCode: async (signedIn, code, device) =>
      twoFactor.verifyCode(signedIn.user, await sentCode(signedIn, code, device)),
    disableTwoFactor: async (signedIn, code, device) =>
      twoFactor.disable(signedIn, await sentCode(signedIn, code, device), device),
    replaceRecoveryCodes: async (signedIn, code, device) =>
      twoFactor.replaceRecoveryCodes(signedIn.user, await sentCode(signedIn, code, device)),
    async unlink(signedIn, { way: loginMethod, ...proof }, device) {
      const user = await reauthentication.reauthenticate(signedIn, proof, device)
      if (isRefused(user)) return user
      return unlinkLoginMethod(changeCredential, {
        ...signedIn,
        version: user.credentials_version,
        loginMethod,
        device,
      })
    },
  }
}
