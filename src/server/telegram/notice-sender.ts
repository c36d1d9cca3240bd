/**
 * Empties the queue, one notice after the other. Whoever blocked the bot gets no more of them. One whose fate is not
 * known is not sent again: a notice is told once at most.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import type { Failure } from './bot-api.ts'
import type { Claimed, NoticeQueue } from './notice-queue.ts'
import { NONE, type NoticeSettings } from './notice-settings.ts'
import type { Retry } from './retry.ts'

export type SenderParts = {
  readonly queue: NoticeQueue
  readonly settings: NoticeSettings
  readonly retry: Retry
  readonly failureOf: (error: unknown) => Failure
  readonly send: (chat: number, words: string) => Promise<unknown>
  readonly log: Log
  readonly stopping: AbortSignal
}

export type NoticeSender = {
  /** There may be something new. */
  wake(): void
  /** Ends when we stop. */
  run(): Promise<void>
}

/** The Bot API takes some thirty messages a second. */
const PACE_MILLIS = 40
const DAY_MILLIS = 24 * 60 * 60 * 1_000

export function noticeSender(parts: SenderParts): NoticeSender {
  const { queue, retry, stopping } = parts
  let waking = new AbortController()

  async function rest(millis: number): Promise<void> {
    const signal = AbortSignal.any([stopping, waking.signal])
    await sleep(millis, undefined, { signal }).catch(() => undefined)
  }

  /** Waits for the next one, so that only a notice that was sent says that they can be. */
  async function tellNext(): Promise<void> {
    while (!stopping.aborted) {
      waking = new AbortController()
      const next = await queue.claim()
      if (typeof next === 'object') return tell(parts, next)
      await rest(next ?? DAY_MILLIS)
    }
  }

  return {
    wake: () => waking.abort(),
    async run() {
      while (!stopping.aborted) {
        await retry(tellNext)
        await rest(PACE_MILLIS)
      }
    },
  }
}

/** Throws when it did not arrive and is in the queue again. */
async function tell({ queue, settings, send, failureOf, log }: SenderParts, notice: Claimed): Promise<void> {
  try {
    await send(notice.chat, notice.words)
  } catch (error) {
    const failure = failureOf(error)
    const { user } = notice
    if (isGone(failure)) {
      await settings.set(user, NONE)
      log.info({ user, why: failure.why }, 'a chat takes no notices any more: they are off')
    } else if (failure.type === 'unknown' || (failure.type === 'refused' && failure.status === 400)) {
      log.warn({ user, why: failure.why }, 'a notice is dropped')
    } else {
      await queue.giveBack(notice.id)
      throw error
    }
  }
}

/** They blocked the bot, left Telegram, or never began to talk with it. */
const isGone = (failure: Failure): boolean =>
  failure.type === 'refused' &&
  (failure.status === 403 || (failure.status === 400 && failure.why.includes('chat not found')))
