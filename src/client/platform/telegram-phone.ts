/** What only Telegram's phone clients have: a scanner for QR codes, and an editor for stories. */

import type { MiniApp, Story } from './platform.ts'
import type { SendRequest } from './telegram-request.ts'

type PhoneMethod = 'web_app_open_scan_qr_popup' | 'web_app_share_to_story'

/** The bridge to Telegram's client, as the SDK provides it. */
type PostEvent = {
  (name: 'web_app_close_scan_qr_popup'): void
  (name: 'web_app_share_to_story', story: Story): void
}

/** A scanner that nobody uses is closed. */
const SCAN_MILLIS = 5 * 60_000

export function phoneParts(
  { client, version }: { readonly client: string; readonly version: string },
  supports: (method: PhoneMethod, version: string) => boolean,
  postEvent: PostEvent,
  sendRequest: SendRequest,
): Pick<MiniApp, 'scanQr' | 'shareToStory'> {
  const has = (method: PhoneMethod) => /^(ios|android(_x)?)$/.test(client) && supports(method, version)
  return {
    scanQr: has('web_app_open_scan_qr_popup') ? scanQr : undefined,
    shareToStory: has('web_app_share_to_story') ? (story) => postEvent('web_app_share_to_story', story) : undefined,
  }

  async function scanQr(text: string): Promise<string | undefined> {
    const replies = ['qr_text_received', 'scan_qr_popup_closed'] as const
    const reply = await sendRequest('web_app_open_scan_qr_popup', replies, SCAN_MILLIS, { text })
    if (reply?.name === 'scan_qr_popup_closed') return undefined
    postEvent('web_app_close_scan_qr_popup')
    return typeof reply?.data === 'string' ? reply.data : undefined
  }
}
