/** The bot's replies: in order within a chat, rate-limited per chat, in the background. */

import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import { rateLimiter } from '../runtime/rate-limiter.ts'
import type { Failure } from './bot-api.ts'

export type Replies = {
  /** Drops the reply if the chat is over its limit. */
  send(chat: number, call: () => Promise<unknown>): void
  /** Resolves when all replies were sent or have failed. */
  sent(): Promise<unknown>
}

type ReplyDeps = {
  readonly failureOf: (error: unknown) => Failure
  readonly clock: Clock
  readonly log: Log
}

export function openReplies({ failureOf, clock, log }: ReplyDeps): Replies {
  const lastByChat = new Map<number, Promise<void>>()
  const limit = rateLimiter({ perSecond: 1, burst: 10 }, clock)

  async function reply(previous: Promise<void> | undefined, call: () => Promise<unknown>): Promise<void> {
    await previous
    try {
      await call()
    } catch (error) {
      const failure = failureOf(error)
      // 403: the user blocked the bot. 400: the message shows the new switches already.
      const isExpected = failure.type === 'refused' && (failure.status === 403 || failure.status === 400)
      const details = { event: 'bot.reply_failed', reason: failure.reason }
      log[isExpected ? 'debug' : 'warn'](details, 'the bot could not reply')
    }
  }

  return {
    send(chat, call) {
      if (limit(String(chat)) > 0) return
      const last = reply(lastByChat.get(chat), call)
      lastByChat.set(chat, last)
      void last.then(() => lastByChat.get(chat) === last && lastByChat.delete(chat))
    },
    sent: () => Promise.all(lastByChat.values()),
  }
}
