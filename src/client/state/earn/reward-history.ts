/** Paid rewards and commissions, in pages, newest first. */

import { api } from '../../../contract/api.ts'
import type { RewardView } from '../../../contract/earn/views.ts'
import { listed } from '../app/listed.ts'
import { pagedList } from '../app/paged-list.ts'
import { perUser } from '../app/per-user.ts'
import { rewardLists } from './reload-rewards.ts'

const placeOf = ({ created_at: at, uuid: id }: RewardView) => ({ at, id })

export const rewardHistoryOf = perUser((user) =>
  listed(
    rewardLists,
    user,
    pagedList<RewardView>(async (http, query) => {
      const answer = await http(api.rewards, { query })
      return answer.ok ? { ok: true, value: { items: answer.value.rewards, next: answer.value.next } } : answer
    }, placeOf),
  ),
)
