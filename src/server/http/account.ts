/** What a user is told about themselves: the profile and what they own. */

import { api } from '../../contract/api.ts'
import { refuse } from '../../contract/refusals.ts'
import { emptyBody } from '../../contract/schemas.ts'
import type { ProfileView } from '../../contract/views.ts'
import type { Mode } from '../config.ts'
import type { Sequencer } from '../core/sequencer.ts'
import type { User, Users } from '../identity/users.ts'
import { assetViews } from '../say/assets.ts'
import { isoTime } from '../say/order.ts'
import type { Limit } from './rate-limits.ts'
import { type Doors, serveSignedIn } from './serve.ts'

type Parts = { readonly users: Users; readonly sequencer: Sequencer; readonly mode: Mode }

export function serveAccount(doors: Doors, { users, sequencer, mode }: Parts, limit: Limit): void {
  const terms = { takes: emptyBody, limit }
  serveSignedIn(doors, api.profile, terms, async ({ user }) => {
    const row = await users.byId(user)
    return row === undefined ? refuse('ACCOUNT_NOT_FOUND') : profileView(row, mode)
  })
  serveSignedIn(doors, api.assets, terms, ({ user }) => sequencer.read((state) => assetViews(state, user)))
}

const profileView = (user: User, mode: Mode): ProfileView => ({
  uuid: user.id,
  email: user.email,
  referral_code: String(user.referral_code),
  has_password: true,
  has_2fa: false,
  is_verified: false,
  lang_code: 'en',
  xp_balance: 0,
  last_run: null,
  created_at: isoTime(user.created_at),
  play_money: mode === 'play',
})
