/** A user's sessions and login history. */

import type { LoginAttemptView } from '../../../contract/account/views.ts'
import { api } from '../../../contract/api.ts'
import { pagedList } from '../app/paged-list.ts'
import { perUser } from '../app/per-user.ts'
import { queryAtom } from '../app/query-atom.ts'

const EVERY_MILLIS = 30_000

export const sessionsOf = perUser(() => queryAtom((http) => http(api.sessions), EVERY_MILLIS))

export const loginHistoryOf = perUser(() =>
  pagedList<LoginAttemptView>(
    async (http, query) => {
      const answer = await http(api.loginHistory, { query })
      return answer.ok ? { ok: true, value: { items: answer.value.entries, next: answer.value.next } } : answer
    },
    ({ at, device, outcome }) => ({ at, id: `${device} ${outcome}` }),
  ),
)
