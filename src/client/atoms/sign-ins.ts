/** Where a user is signed in, and how that came. Each user of this device has lists of their own. */

import type { LoginAttemptView } from '../../contract/account-views.ts'
import { api } from '../../contract/api.ts'
import { askedAtom } from './asked.ts'
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

function eachUser<List>(make: () => List): (user: string) => List {
  const known = new Map<string, List>()
  return (user) => {
    const list = known.get(user) ?? make()
    known.set(user, list)
    return list
  }
}
