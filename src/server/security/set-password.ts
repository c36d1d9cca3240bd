import type { SetPasswordBody } from '../../contract/account/calls.ts'
import type { Ok } from '../../contract/call.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { SignedInUser } from '../sessions/access-tokens.ts'
import type { User } from '../users/user-row.ts'
import type { Users } from '../users/users.ts'
import type { Announce } from './announce.ts'
import { type ChangeCredential, HOLD_MILLIS, OK } from './change-credential.ts'
import type { Passwords } from './password-hash.ts'
import { checkPassword } from './password-rules.ts'
import type { Reauthentication } from './reauthenticate.ts'
import type { TwoFactor } from './two-factor.ts'

type Deps = {
  readonly users: Pick<Users, 'findById'>
  readonly passwords: Passwords
  readonly reauthentication: Reauthentication
  readonly twoFactor: Pick<TwoFactor, 'status'>
  readonly changeCredential: ChangeCredential
  readonly announce: Announce
}

/** Sets the first password of an account, or changes it. */
export type SetPassword = (signedIn: SignedInUser, body: SetPasswordBody, device: ClientDevice) => Promise<Ok | Refusal>

export function openSetPassword(deps: Deps): SetPassword {
  const { users, passwords, reauthentication, twoFactor, changeCredential, announce } = deps

  /** Requires every factor of the account. The code is checked last because checking it uses it up. */
  async function prove(
    signedIn: SignedInUser,
    user: User,
    { current_password, code }: SetPasswordBody,
    device: ClientDevice,
  ): Promise<Refusal | undefined> {
    if (user.password_hash === null) {
      const proven = await reauthentication.reauthenticate(signedIn, { code }, device)
      return isRefused(proven) ? proven : undefined
    }
    const { isOn } = await twoFactor.status(user.id)
    const refusal = await reauthentication.byPassword(user, current_password, device, 'current_password')
    return refusal ?? (isOn ? reauthentication.byCode(user, code, device) : undefined)
  }

  return async (signedIn, body, device) => {
    const user = await users.findById(signedIn.user)
    if (user === undefined) return refuse('ACCOUNT_NOT_FOUND')
    const refusal = checkPassword(body.password, user.email) ?? (await prove(signedIn, user, body, device))
    if (refusal !== undefined) return refusal
    const passwordHash = await passwords.hash(body.password)
    return changeCredential<Ok>({
      event: 'security.password_set',
      ...signedIn,
      device,
      version: user.credentials_version,
      holdMillis: HOLD_MILLIS,
      async change(client, { user: before }, now) {
        const isFirst = before.password_hash === null
        if (isFirst) await announce.added(client, { change: 'password', user: before, device, now })
        const at = isFirst ? { password_since: now } : { password_changed_at: now }
        return { patch: { user: { password_hash: passwordHash, ...at } }, result: OK }
      },
    })
  }
}
