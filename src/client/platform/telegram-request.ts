/** Requests to Telegram's client, with a timeout: some clients never reply. */

import type { Invitation, ShareResult, Unsubscribe } from './platform.ts'

type RequestName =
  | 'web_app_request_write_access'
  | 'web_app_check_home_screen'
  | 'web_app_send_prepared_message'
  | 'web_app_open_scan_qr_popup'
type ReplyName =
  | 'write_access_requested'
  | 'home_screen_checked'
  | 'prepared_message_sent'
  | 'prepared_message_failed'
  | 'qr_text_received'
  | 'scan_qr_popup_closed'

type Reply = { readonly name: ReplyName; readonly status?: unknown; readonly error?: unknown; readonly data?: unknown }
/** Resolves to undefined when this version does not support the request, and after the timeout. */
export type SendRequest = (
  request: RequestName,
  replies: readonly ReplyName[],
  timeoutMillis?: number,
  params?: object,
) => Promise<Reply | undefined>

/** The user reads a dialog and decides. */
const DECISION_MILLIS = 60_000

/** The bridge to Telegram's client, as the SDK provides it. */
type TelegramBridge = {
  postEvent(name: RequestName, params?: object): void
  on(name: ReplyName, listener: (data?: unknown) => void): Unsubscribe
  supports(name: RequestName): boolean
}

export const createSendRequest =
  ({ postEvent, on, supports }: TelegramBridge): SendRequest =>
  (request, replies, timeoutMillis = DECISION_MILLIS, params) => {
    if (!supports(request)) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      const end = (reply: Reply | undefined) => {
        clearTimeout(timer)
        for (const unsubscribe of unsubscribes) unsubscribe()
        resolve(reply)
      }
      const unsubscribes = replies.map((name) => on(name, (data) => end({ ...(data as object), name })))
      const timer = setTimeout(() => end(undefined), timeoutMillis)
      postEvent(request, params)
    })
  }

const SEND_REPLIES = ['prepared_message_sent', 'prepared_message_failed'] as const

/** Sends the prepared message with Telegram's sheet; without one opens Telegram's page for sharing a link. */
export async function share(
  invitation: Invitation,
  sendRequest: SendRequest,
  openLink: (link: string) => void,
): Promise<ShareResult> {
  let reply = await send()
  // A prepared message expires after some minutes: prepare another one.
  if (reply?.error === 'MESSAGE_EXPIRED') reply = await send()
  if (reply?.name === 'prepared_message_sent') return 'sent'
  if (reply?.error === 'USER_DECLINED') return 'declined'
  const query = new URLSearchParams({ url: invitation.link, text: invitation.text })
  openLink(`https://t.me/share/url?${query}`)
  return 'opened'

  async function send(): Promise<Reply | undefined> {
    const id = await invitation.message()
    return id === undefined
      ? undefined
      : sendRequest('web_app_send_prepared_message', SEND_REPLIES, DECISION_MILLIS, { id })
  }
}
