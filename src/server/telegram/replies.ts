/** What the bot answers: in a chat one after the other, no more than a chat takes, and never waited for. */

import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { buckets } from '../token-bucket.ts'
import type { Failure } from './bot-api.ts'

export type Replies = {
  /** Dropped when the chat hears too much already. */
  send(chat: number, work: () => Promise<unknown>): void
  /** Resolves when all is sent, or never will be. */
  sent(): Promise<unknown>
}

export type ReplyParts = {
  readonly failureOf: (error: unknown) => Failure
  readonly clock: Clock
  readonly log: Log
}

export function openReplies({ failureOf, clock, log }: ReplyParts): Replies {
  const lasts = new Map<number, Promise<void>>()
  const limit = buckets({ perSecond: 1, burst: 10 }, clock)

  async function reply(before: Promise<void> | undefined, work: () => Promise<unknown>): Promise<void> {
    await before
    try {
      await work()
    } catch (error) {
      const failure = failureOf(error)
      // They blocked the bot meanwhile, or pressed what shows that already.
      const isTheirs = failure.type === 'refused' && (failure.status === 403 || failure.status === 400)
      log[isTheirs ? 'debug' : 'warn']({ why: failure.why }, 'the bot could not answer')
    }
  }

  return {
    send(chat, work) {
      if (limit(String(chat)) > 0) return
      const last = reply(lasts.get(chat), work)
      lasts.set(chat, last)
      void last.then(() => lasts.get(chat) === last && lasts.delete(chat))
    },
    sent: () => Promise.all(lasts.values()),
  }
}
