/** Which ways in are configured, as a schema. */

import { z } from 'zod'

const WaysView = z.strictObject({
  telegram: z.strictObject({ bot_id: z.string().regex(/^\d+$/) }).nullable(),
  google: z.strictObject({ authorization_endpoint: z.url().nullable(), client_id: z.string() }).nullable(),
  mail: z.enum(['smtp', 'shown', 'off']),
})

/** By the names of their types. */
export const waysViews = { WaysView } as const
