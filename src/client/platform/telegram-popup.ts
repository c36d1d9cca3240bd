/** Telegram's sign-in in a window of its own. It speaks by messages; no script of theirs comes to us. */

import { fieldsOf, type WidgetFields } from './read-arrival.ts'

export type PopupAnswer = WidgetFields | 'closed' | 'blocked'

const LOOK_MILLIS = 300
const SIZE = 'popup,width=550,height=470'

/** Answers once: by what that window says, or when it is gone. Who else speaks to us is not heard. */
export function askTelegram(address: string): Promise<PopupAnswer> {
  const { origin } = new URL(address)
  const popup = window.open(address, 'telegram-login', SIZE)
  if (popup === null) return Promise.resolve('blocked')
  return new Promise((resolve) => {
    const end = (answer: PopupAnswer) => {
      clearInterval(timer)
      window.removeEventListener('message', heard)
      resolve(answer)
    }
    const heard = (message: MessageEvent) => {
      if (message.origin !== origin || message.source !== popup) return
      const said = read(message.data)
      if (said === undefined) return
      popup.close()
      end(said)
    }
    const timer = setInterval(() => popup.closed && end('closed'), LOOK_MILLIS)
    window.addEventListener('message', heard)
  })
}

/** Undefined when it is about something else; some versions of Telegram's page say it as a text. */
function read(data: unknown): WidgetFields | undefined {
  const said = typeof data === 'string' ? parsed(data) : data
  if (typeof said !== 'object' || said === null || !('event' in said)) return undefined
  if (said.event === 'auth_user' && 'auth_data' in said) return fieldsOf(said.auth_data)
  return said.event === 'auth_result' && 'result' in said ? fieldsOf(said.result) : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
