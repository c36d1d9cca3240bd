/** Telegram's login in a popup that posts its result. Telegram's script is not loaded into this page. */

import { parseJson } from '../../contract/parse-json.ts'
import { type WidgetFields, widgetFieldsOf } from './parse-oauth-callback.ts'

type PopupResult = WidgetFields | 'closed' | 'blocked'

const POLL_MILLIS = 300
const SIZE = 'popup,width=550,height=470'

/** Resolves with the popup's result, or when it is closed. Messages of other windows and origins are ignored. */
export function requestTelegramLogin(address: string): Promise<PopupResult> {
  const { origin } = new URL(address)
  const popup = window.open(address, 'telegram-login', SIZE)
  if (popup === null) return Promise.resolve('blocked')
  return new Promise((resolve) => {
    const end = (answer: PopupResult) => {
      clearInterval(timer)
      window.removeEventListener('message', onMessage)
      resolve(answer)
    }
    const onMessage = (message: MessageEvent) => {
      if (message.origin !== origin || message.source !== popup) return
      const fields = parseMessage(message.data)
      if (fields === undefined) return
      popup.close()
      end(fields)
    }
    const timer = setInterval(() => popup.closed && end('closed'), POLL_MILLIS)
    window.addEventListener('message', onMessage)
  })
}

/** Undefined for other messages. Some versions of Telegram's page send JSON text instead of an object. */
function parseMessage(data: unknown): WidgetFields | undefined {
  const message = typeof data === 'string' ? parseJson(data) : data
  if (typeof message !== 'object' || message === null || !('event' in message)) return undefined
  if (message.event === 'auth_user' && 'auth_data' in message) return widgetFieldsOf(message.auth_data)
  return message.event === 'auth_result' && 'result' in message ? widgetFieldsOf(message.result) : undefined
}
