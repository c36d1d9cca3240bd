/** The direct friends of the user with the XP and commissions they brought. */

import { api } from '../../../contract/api.ts'
import type { FriendsView, FriendXpView, ReferralsView, ReferralView } from '../../../contract/referrals/views.ts'
import type { Answer } from '../../connection/request.ts'
import { pagedList } from '../app/paged-list.ts'
import { perUser } from '../app/per-user.ts'

type Page<Item> = { readonly referrals: readonly Item[]; readonly next: boolean }

/** `head`: the reply, with the figures about all friends. */
const pageOf = <Item, View extends Page<Item>>(answer: Answer<View>) =>
  answer.ok
    ? ({ ok: true, value: { items: answer.value.referrals, next: answer.value.next, head: answer.value } } as const)
    : answer

const placeOf = ({ joined_at: at, uuid: id }: { readonly joined_at: string; readonly uuid: string }) => ({ at, id })

export const friendsOf = perUser(() =>
  pagedList<FriendXpView, FriendsView>(
    async (http, query) => pageOf<FriendXpView, FriendsView>(await http(api.friends, { query })),
    placeOf,
  ),
)

export const referralsOf = perUser(() =>
  pagedList<ReferralView, ReferralsView>(
    async (http, query) => pageOf<ReferralView, ReferralsView>(await http(api.referrals, { query })),
    placeOf,
  ),
)
