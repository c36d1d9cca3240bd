/** Paid commissions, in pages, newest first. */

import { api } from '../../../contract/api.ts'
import type { RewardView } from '../../../contract/earn/views.ts'
import { pagedList } from '../app/paged-list.ts'
import { perUser } from '../app/per-user.ts'

const placeOf = ({ created_at: at, uuid: id }: RewardView) => ({ at, id })

export const payoutsOf = perUser(() =>
  pagedList<RewardView>(async (http, query) => {
    const answer = await http(api.rewards, { query: { ...query, type: 'referral' } })
    return answer.ok ? { ok: true, value: { items: answer.value.rewards, next: answer.value.next } } : answer
  }, placeOf),
)
