/** Where a user is signed in, and how that came. */

import type { LoginAttemptView } from '../../contract/account-views.ts'
import { api } from '../../contract/api.ts'
import { askedAtom } from './asked.ts'
import { eachUser } from './each-user.ts'
import { pages } from './pages.ts'

const EVERY_MILLIS = 30_000

export const sessionsOf = eachUser(() => askedAtom((http) => http(api.sessions), EVERY_MILLIS))

export const loginHistoryOf = eachUser(() =>
  pages<LoginAttemptView>(
    async (http, query) => {
      const answer = await http(api.loginHistory, { query })
      return answer.ok ? { ok: true, value: { items: answer.value.entries, next: answer.value.next } } : answer
    },
    ({ at, device, outcome }) => `${at} ${device} ${outcome}`,
  ),
)
