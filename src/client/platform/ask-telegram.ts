/** A question to Telegram's client and its answer, if it ever comes: what does not answer in time has said nothing. */

import type { Invitation, Shared, Stop } from './platform.ts'

type Question = 'web_app_request_write_access' | 'web_app_check_home_screen' | 'web_app_send_prepared_message'
type Answer = 'write_access_requested' | 'home_screen_checked' | 'prepared_message_sent' | 'prepared_message_failed'

export type Said = { readonly name: Answer; readonly status?: unknown; readonly error?: unknown }
/** Undefined where the version does not know the question, and when nothing comes. */
export type Ask = (
  question: Question,
  answers: readonly Answer[],
  patienceMillis?: number,
  params?: object,
) => Promise<Said | undefined>

/** Somebody reads and decides. */
const DECIDES_MILLIS = 60_000

/** The line to Telegram's client, as its library has it. */
export type Line = {
  post(name: string, params?: object): void
  on(name: string, heard: (data?: unknown) => void): Stop
  knows(name: string): boolean
}

export const asker =
  ({ post, on, knows }: Line): Ask =>
  (question, answers, patienceMillis = DECIDES_MILLIS, params) => {
    if (!knows(question)) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      const end = (said: Said | undefined) => {
        clearTimeout(timer)
        for (const stop of stops) stop()
        resolve(said)
      }
      const stops = answers.map((name) => on(name, (data) => end({ ...(data as object), name })))
      const timer = setTimeout(() => end(undefined), patienceMillis)
      post(question, params)
    })
  }

const SENDS = ['prepared_message_sent', 'prepared_message_failed'] as const

/** A message that Telegram keeps, sent by its own sheet; else its page for sharing a link. */
export async function share(invitation: Invitation, ask: Ask, open: (link: string) => void): Promise<Shared> {
  let said = await send()
  // Telegram keeps a message for some minutes; the next one is new.
  if (said?.error === 'MESSAGE_EXPIRED') said = await send()
  if (said?.name === 'prepared_message_sent') return 'sent'
  if (said?.error === 'USER_DECLINED') return 'declined'
  const wish = new URLSearchParams({ url: invitation.link, text: invitation.words })
  open(`https://t.me/share/url?${wish}`)
  return 'opened'

  async function send(): Promise<Said | undefined> {
    const id = await invitation.message()
    return id === undefined ? undefined : ask('web_app_send_prepared_message', SENDS, DECIDES_MILLIS, { id })
  }
}
