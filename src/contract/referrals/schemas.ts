/** Schemas of the calls for invitations. Server only. */

import { z } from 'zod'
import { type CallSchema, emptyBody } from '../call-schema.ts'
import type { referralsCalls } from './calls.ts'

const InviteView = z.strictObject({ referral_code: z.string().regex(/^\d{9}$/), telegram_link: z.url().nullable() })

const InviteMessageView = z.strictObject({ message_id: z.string().nullable() })

/** By type name; published in `/openapi.json`. */
export const referralsViews = { InviteView, InviteMessageView } as const

export const referralsCallSchemas = {
  invite: {
    summary: 'The referral code and link of the user',
    input: emptyBody,
    reply: InviteView,
    refusals: ['ACCOUNT_NOT_FOUND'],
  },
  inviteMessage: {
    summary: 'Prepare a message that the user can forward in Telegram',
    input: emptyBody,
    reply: InviteMessageView,
    refusals: ['ACCOUNT_NOT_FOUND'],
  },
} as const satisfies Record<keyof typeof referralsCalls, CallSchema>
