/** The line to the exchange, with a hand on it. */

import type { BrowserContext, WebSocketRoute } from 'playwright-core'
import type { ServerMessage } from '../../src/contract/socket.ts'

type Message<Type extends ServerMessage['type']> = Extract<ServerMessage, { type: Type }>

export type Line = {
  /** Nothing passes either way, and nobody is told. */
  mute: boolean
  /** What a page is told instead of a message; undefined for nothing. */
  tell: (message: ServerMessage, page: WebSocketRoute) => ServerMessage | undefined
  /** What the exchange is told instead of the page's words. */
  say: (words: string) => string
  readonly open: Set<WebSocketRoute>
  /** The last of its kind that the page was told. */
  last<Type extends ServerMessage['type']>(type: Type): Message<Type>
}

export async function holdLine(context: BrowserContext): Promise<Line> {
  const told = new Map<string, ServerMessage>()
  const line: Line = {
    mute: false,
    tell: (message) => message,
    say: (words) => words,
    open: new Set(),
    last: (type) => {
      const message = told.get(type)
      if (message?.type !== type) throw new Error(`the page was never told of ${type}`)
      return message as Message<typeof type>
    },
  }
  await context.routeWebSocket(/\/ws\/charts\//, (page) => {
    const exchange = page.connectToServer()
    line.open.add(page)
    page.onMessage((words) => line.mute || exchange.send(line.say(String(words))))
    exchange.onMessage((words) => line.mute || pass(page, String(words)))
    page.onClose(() => line.open.delete(page))
  })
  const pass = (page: WebSocketRoute, words: string): void => {
    // The greeting is in plain words.
    const message = words.startsWith('{') ? line.tell(JSON.parse(words), page) : words
    if (message === undefined) return
    if (typeof message !== 'string') told.set(message.type, message)
    page.send(typeof message === 'string' ? message : JSON.stringify(message))
  }
  return line
}

/** From now on the page keeps the book it has. */
export function freezeBook(line: Line): Message<'orderbook'>['data'] {
  line.tell = (message) => (message.type === 'orderbook' ? undefined : message)
  return line.last('orderbook').data
}
