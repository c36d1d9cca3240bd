/** Where security notifications go: a channel younger than one day receives nothing, because it may be an impostor's. */

import type { Millis } from '../../contract/ids.ts'
import { isSettled } from './login-methods.ts'
import type { User } from './user-row.ts'

type SettledChannels = { readonly email: string | null; readonly chat: number | null }

export const settledChannels = (user: User, now: Millis): SettledChannels => ({
  email: user.email_confirmed && isSettled(user.email_since, now) ? user.email : null,
  chat: chatOf(user, now),
})

/** A chat that was unlinked in the last 72 hours still counts: an impostor could have unlinked it. */
function chatOf({ telegram_id, telegram_since, former_telegram_id, former_telegram_until }: User, now: Millis) {
  if (telegram_id !== null && isSettled(telegram_since, now)) return telegram_id
  return (former_telegram_until ?? 0) > now ? former_telegram_id : null
}
