/** The security settings of an account, for its signed-in owner. */

import type { UnlinkBody } from '../../contract/account/calls.ts'
import type { Ok } from '../../contract/call.ts'
import { isRefused, type Refusal } from '../../contract/refusals.ts'
import type { Telegram } from '../identity-providers/telegram.ts'
import type { DeriveKey } from '../secrets/key-derivation.ts'
import type { SignedInUser } from '../sessions/access-tokens.ts'
import type { LoginHistory } from '../sessions/login-history.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Users } from '../users/users.ts'
import type { ChangeCredential } from './change-credential.ts'
import { type LinkTelegram, openLinkTelegram } from './link-telegram.ts'
import { openReauthentication, type Reauthentication, type ReauthenticationDeps } from './reauthenticate.ts'
import { openSetPassword, type SetPassword } from './set-password.ts'
import type { TwoFactor } from './two-factor.ts'
import { openTwoFactorSetup, type TwoFactorSetup } from './two-factor-setup.ts'
import { unlinkLoginMethod } from './unlink-login-method.ts'

export type Security = {
  readonly twoFactor: TwoFactor
  readonly twoFactorSetup: TwoFactorSetup
  readonly sessions: Sessions
  readonly history: LoginHistory
  readonly reauthenticate: Reauthentication['reauthenticate']
  readonly setPassword: SetPassword
  readonly linkTelegram: LinkTelegram
  unlink(signedIn: SignedInUser, body: UnlinkBody): Promise<Ok | Refusal>
}

type SecurityDeps = ReauthenticationDeps & {
  readonly users: Users
  readonly twoFactor: TwoFactor
  readonly history: LoginHistory
  readonly telegram: Telegram
  readonly deriveKey: DeriveKey
  readonly changeCredential: ChangeCredential
  readonly appName: string
}

export function openSecurity(deps: SecurityDeps): Security {
  const { twoFactor, sessions, history, changeCredential } = deps
  const reauthentication = openReauthentication(deps)
  return {
    twoFactor,
    twoFactorSetup: openTwoFactorSetup({ ...deps, reauthentication }),
    sessions,
    history,
    reauthenticate: reauthentication.reauthenticate,
    setPassword: openSetPassword({ ...deps, reauthentication }),
    linkTelegram: openLinkTelegram({ ...deps, reauthentication }),
    async unlink(signedIn, { way: loginMethod, ...proof }) {
      const user = await reauthentication.reauthenticate(signedIn, proof)
      if (isRefused(user)) return user
      return unlinkLoginMethod(changeCredential, { ...signedIn, version: user.credentials_version, loginMethod })
    },
  }
}
