/** Finds the user of a Google account, or registers a new one. An email address alone never grants access. */

import type { GoogleEvidence } from '../../contract/auth/calls.ts'
import type { LoginMethodsView } from '../../contract/auth/views.ts'
import type { Ok } from '../../contract/call.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import { type GoogleAccount, type GoogleOidcDeps, openGoogleOidc } from '../identity-providers/google-oidc.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { LinkLoginMethod } from '../security/link-login-method.ts'
import type { User } from '../users/user-row.ts'
import type { Users } from '../users/users.ts'
import type { ReferralCode } from './telegram-sign-in.ts'

export type GoogleSignIn = Pick<ReturnType<typeof openGoogleOidc>, 'health' | 'start' | 'stop'> & {
  clientSettings(): Promise<LoginMethodsView['google']>
  findOrRegister(evidence: GoogleEvidence, origin: string, referralCode: ReferralCode): Promise<User | Refusal>
  /** `user` has reauthenticated. */
  link(user: User, evidence: GoogleEvidence, origin: string, device: ClientDevice): Promise<Ok | Refusal>
}

type GoogleSignInDeps = GoogleOidcDeps & { readonly users: Users; readonly linkLoginMethod: LinkLoginMethod }

/** A concurrent registration is found by the next attempt. */
const MAX_ATTEMPTS = 3

export function openGoogleSignIn(deps: GoogleSignInDeps): GoogleSignIn {
  const { users, linkLoginMethod, log } = deps
  const oidc = openGoogleOidc(deps)

  async function userOf({ sub, email }: GoogleAccount, referralCode: ReferralCode): Promise<User | Refusal> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const known = await users.findByGoogleSub(sub)
      if (known !== undefined) return known
      const holder = email === undefined ? undefined : await users.findByEmail(email)
      if (holder !== undefined && holder.password_hash !== null) return refuse('GOOGLE_EMAIL_TAKEN')
      const isFree = holder === undefined && email !== undefined && !(await users.isReserved(email))
      const identity = { type: 'google', sub, email: isFree ? email : undefined } as const
      const user = await users.register({ identity, referralCode })
      if (user === undefined) continue
      log.info({ event: 'auth.registered', user: user.id, method: 'google' }, 'registered a user')
      return user
    }
    throw new Error('a Google user can be neither found nor registered')
  }

  return {
    get health() {
      return oidc.health
    },
    start: oidc.start,
    stop: oidc.stop,
    clientSettings: oidc.clientSettings,
    async findOrRegister(evidence, origin, referralCode) {
      const account = await oidc.exchangeCode(evidence, origin)
      return isRefused(account) ? account : userOf(account, referralCode)
    },
    async link(user, evidence, origin, device) {
      const account = await oidc.exchangeCode(evidence, origin)
      if (isRefused(account)) return account
      return linkLoginMethod(user, { type: 'google', sub: account.sub, email: undefined }, device)
    },
  }
}
