/** HTTP calls for invitations. */

import { getCall, postCall } from '../call.ts'
import type { InviteMessageView, InviteView } from './views.ts'

export const referralsCalls = {
  invite: getCall<InviteView>('/api/users/invite/', 'bearer'),
  inviteMessage: postCall<Record<string, never>, InviteMessageView>('/api/users/invite/message/', 'bearer'),
} as const
