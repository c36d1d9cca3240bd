import type { SetPasswordBody } from '../../contract/account/calls.ts'
import type { Ok } from '../../contract/call.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { SignedInUser } from '../sessions/access-tokens.ts'
import type { User } from '../users/user-row.ts'
import type { Users } from '../users/users.ts'
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
}

/** Sets the first password of an account, or changes it. */
export type SetPassword = (signedIn: SignedInUser, body: SetPasswordBody) => Promise<Ok | Refusal>

export function openSetPassword(deps: Deps): SetPassword {
  const { users, passwords, reauthentication, twoFactor, changeCredential } = deps

  /** Requires every factor of the account. The code is checked last because checking it uses it up. */
  async function prove(signedIn: SignedInUser, user: User, { current_password, code }: SetPasswordBody) {
    const { isOn } = await twoFactor.status(user.id)
    const hasPassword = user.password_hash !== null
    const refusal = hasPassword
      ? await reauthentication.byPassword(user, current_password, 'current_password')
      : undefined
    if (refusal !== undefined) return refusal
    if (isOn) return reauthentication.byCode(user, code)
    return hasPassword ? undefined : reauthentication.byRecentLogin(signedIn)
  }

  return async (signedIn, body) => {
    const user = await users.findById(signedIn.user)
    if (user === undefined) return refuse('ACCOUNT_NOT_FOUND')
    const refusal = checkPassword(body.password, user.email) ?? (await prove(signedIn, user, body))
    if (refusal !== undefined) return refusal
    const passwordHash = await passwords.hash(body.password)
    return changeCredential<Ok>({
      event: 'security.password_set',
      ...signedIn,
      version: user.credentials_version,
      holdMillis: HOLD_MILLIS,
      async change(client, now) {
        await client.query(SET_PASSWORD, [user.id, passwordHash, now])
        return OK
      },
    })
  }
}

const SET_PASSWORD = `update users set password_hash = $2,
  password_changed_at = case when password_hash is null then password_changed_at else $3::bigint end
where id = $1`
