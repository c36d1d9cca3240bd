/** How many notifications the user has not read. */

import { api } from '../../../contract/api.ts'
import { perUser } from '../app/per-user.ts'
import { queryAtom } from '../app/query-atom.ts'

const EVERY_MILLIS = 60_000

export const unreadOf = perUser(() =>
  queryAtom<number>(async (http) => {
    const answer = await http(api.notificationList, { query: { offset: 0, limit: 1 } })
    return answer.ok ? { ok: true, value: answer.value.unread } : answer
  }, EVERY_MILLIS),
)
