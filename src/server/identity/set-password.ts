/** A first password, or another one. */

import type { Done, SetPasswordBody } from '../../contract/account-views.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { SignedIn } from './access-tokens.ts'
import { type ChangeLock, DONE, HOLD_MILLIS } from './change-lock.ts'
import { weakness } from './password-rules.ts'
import type { Passwords } from './passwords.ts'
import type { Proofs } from './reauthenticate.ts'
import type { TwoFactor } from './two-factor.ts'
import type { User, Users } from './users.ts'

type Parts = {
  readonly users: Pick<Users, 'byId'>
  readonly passwords: Passwords
  readonly proofs: Proofs
  readonly twoFactor: TwoFactor
  readonly changeLock: ChangeLock
}

export type SetPassword = (signedIn: SignedIn, body: SetPasswordBody) => Promise<Done | Refusal>

export function passwordSetter(parts: Parts): SetPassword {
  const { users, passwords, proofs, twoFactor, changeLock } = parts

  /** Every factor there is, and the code last: it is good once. */
  async function prove(signedIn: SignedIn, user: User, { current_password, code }: SetPasswordBody) {
    const { isOn } = await twoFactor.stateOf(user.id)
    const hasPassword = user.password_hash !== null
    const no = hasPassword ? await proofs.byPassword(user, current_password, 'current_password') : undefined
    if (no !== undefined) return no
    if (isOn) return proofs.byCode(user, code)
    return hasPassword ? undefined : proofs.bySignIn(signedIn)
  }

  return async (signedIn, body) => {
    const user = await users.byId(signedIn.user)
    if (user === undefined) return refuse('ACCOUNT_NOT_FOUND')
    const no = weakness(body.password, user.email) ?? (await prove(signedIn, user, body))
    if (no !== undefined) return no
    const passwordHash = await passwords.hash(body.password)
    return changeLock<Done>({
      what: 'a password was set',
      ...signedIn,
      version: user.locks_version,
      holdMillis: HOLD_MILLIS,
      async work(client, now) {
        await client.query(CHANGE, [user.id, passwordHash, now])
        return DONE
      },
    })
  }
}

const CHANGE = `update users set password_hash = $2,
  password_changed_at = case when password_hash is null then password_changed_at else $3::bigint end
where id = $1`
