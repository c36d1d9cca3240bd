/** Coming in by Google: whoever is not known yet becomes a user. An e-mail alone never leads into an account. */

import type { Done } from '../../contract/account-views.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { GoogleEvidence, WaysView } from '../../contract/ways-views.ts'
import type { Log } from '../log.ts'
import { type GoogleAccount, type GoogleCodeParts, openGoogleCode } from './google-code.ts'
import type { ReferralCode } from './telegram.ts'
import type { User, Users } from './users.ts'

export type Google = {
  about(): Promise<WaysView['google']>
  byCode(evidence: GoogleEvidence, here: string, referralCode: ReferralCode): Promise<User | Refusal>
  /** Lets this account of Google into the account of somebody who has shown that it is theirs. */
  link(user: User, evidence: GoogleEvidence, here: string): Promise<Done | Refusal>
}

type Parts = GoogleCodeParts & { readonly users: Users; readonly log: Log }

/** Whoever is faster than us is found at the next look. */
const MOST_LOOKS = 3

export function openGoogle(parts: Parts): Google {
  const { users, log } = parts
  const code = openGoogleCode(parts)

  async function enter({ sub, email }: GoogleAccount, referralCode: ReferralCode): Promise<User | Refusal> {
    for (let look = 0; look < MOST_LOOKS; look++) {
      const known = await users.byGoogle(sub)
      if (known !== undefined) return known
      const holder = email === undefined ? undefined : await users.byEmail(email)
      if (holder !== undefined && holder.password_hash !== null) return refuse('GOOGLE_EMAIL_TAKEN')
      const way = { type: 'google', sub, email: holder === undefined ? email : undefined } as const
      const user = await users.register({ way, referralCode })
      if (user === undefined) continue
      log.info({ user: user.id }, 'came in from Google')
      return user
    }
    throw new Error('a user of Google is neither new nor known')
  }

  return {
    about: code.about,
    async byCode(evidence, here, referralCode) {
      const account = await code.read(evidence, here)
      return 'code' in account ? account : enter(account, referralCode)
    },
    async link(user, evidence, here) {
      const account = await code.read(evidence, here)
      if ('code' in account) return account
      return users.link(user, { type: 'google', sub: account.sub, email: undefined })
    },
  }
}
