/** What the bot does for somebody, as schemas. */

import { z } from 'zod'

const NotificationsView = z.strictObject({
  available: z.boolean(),
  linked: z.boolean(),
  order_filled: z.boolean(),
  sign_in: z.boolean(),
})
const InviteView = z.strictObject({ referral_code: z.string().regex(/^\d{9}$/), telegram_link: z.url().nullable() })
const InviteMessageView = z.strictObject({ message_id: z.string().nullable() })

/** By the names of their types. */
export const botViews = { NotificationsView, InviteView, InviteMessageView } as const
