/** What an owner does about the locks of their account, once they are in. */

import type { ConfirmTwoFactorBody, Done, RecoveryCodesView, UnlinkBody } from '../../contract/account-views.ts'
import type { Refusal } from '../../contract/refusals.ts'
import type { SignedIn } from './access-tokens.ts'
import type { ChangeLock } from './change-lock.ts'
import { type LinkTelegram, telegramLinker } from './link-telegram.ts'
import type { LoginHistory } from './login-history.ts'
import type { Passwords } from './passwords.ts'
import { openProofs, type Proofs } from './reauthenticate.ts'
import { passwordSetter, type SetPassword } from './set-password.ts'
import type { SignIns } from './sign-ins.ts'
import type { Telegram } from './telegram.ts'
import type { TwoFactor } from './two-factor.ts'
import type { Users } from './users.ts'
import { unlink } from './ways.ts'

export type Locks = {
  readonly twoFactor: TwoFactor
  readonly signIns: SignIns
  readonly history: LoginHistory
  readonly reauthenticate: Proofs['reauthenticate']
  confirmTwoFactor(signedIn: SignedIn, body: ConfirmTwoFactorBody): Promise<RecoveryCodesView | Refusal>
  readonly setPassword: SetPassword
  readonly linkTelegram: LinkTelegram
  unlink(signedIn: SignedIn, body: UnlinkBody): Promise<Done | Refusal>
}

type Parts = Parameters<typeof openProofs>[0] & {
  readonly users: Users
  readonly passwords: Passwords
  readonly history: LoginHistory
  readonly telegram: Telegram
  readonly changeLock: ChangeLock
}

export function openLocks(parts: Parts): Locks {
  const { twoFactor, signIns, history, changeLock } = parts
  const proofs = openProofs(parts)
  return {
    twoFactor,
    signIns,
    history,
    reauthenticate: proofs.reauthenticate,
    confirmTwoFactor: (signedIn, body) => twoFactor.confirm(signedIn, body, proofs.ownsFirst),
    setPassword: passwordSetter({ ...parts, proofs }),
    linkTelegram: telegramLinker({ ...parts, proofs }),
    async unlink(signedIn, { way, ...proof }) {
      const proved = await proofs.reauthenticate(signedIn, proof)
      return 'code' in proved ? proved : unlink(changeLock, { ...signedIn, version: proved.locks_version, way })
    },
  }
}
