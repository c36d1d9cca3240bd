/** HTTP calls for invitations and referrals. */

import { atEarn, getCall, postCall } from '../call.ts'
import type { FriendsView, InviteMessageView, InviteView, ReferralsView } from './views.ts'

export const referralsCalls = {
  invite: getCall<InviteView>('/api/users/invite/', 'bearer'),
  inviteMessage: postCall<Record<string, never>, InviteMessageView>('/api/users/invite/message/', 'bearer'),
  friends: atEarn(getCall<FriendsView>('/api/referral/referrals/', 'bearer')),
  referrals: getCall<ReferralsView>('/api/referrals/', 'bearer'),
} as const
