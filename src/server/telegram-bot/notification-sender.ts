/**
 * Sends queued notifications one after the other. A user who blocked the bot gets no more. If the result of a call is
 * unknown, the notification is not sent again: delivery is at most once.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Millis, UserId } from '../../contract/ids.ts'
import { type ClaimedNotification, isSecurity, type NotificationQueue } from '../notifications/queue.ts'
import { BOT_OFF, type NotificationSettings } from '../notifications/settings.ts'
import type { Texts } from '../notifications/texts.ts'
import type { SecurityNotice } from '../postgres/tables.ts'
import type { Log } from '../runtime/log.ts'
import type { Failure } from './bot-api.ts'
import type { Retry } from './retry.ts'

type SenderDeps = {
  readonly queue: NotificationQueue
  readonly settings: Pick<NotificationSettings, 'set' | 'setAsked'>
  readonly texts: Pick<Texts, 'notification' | 'ask'>
  readonly retry: Retry
  readonly failureOf: (error: unknown) => Failure
  readonly send: (chat: number, text: string, asks: boolean) => Promise<unknown>
  /** As they are at that time. */
  readonly recipients: () => Recipients
  readonly log: Log
  readonly stopping: AbortSignal
}

/** Of the accounts that notifications are about. */
export type Recipients = {
  /** `settledAt`: one that was older than a day at that time. Null: none. */
  chatOf(user: UserId, settledAt: Millis | undefined): Promise<number | null>
  /** With its links, which no table contains. */
  securityText(notice: ClaimedNotification & { readonly kind: SecurityNotice }, chat: number): Promise<string>
}

type NotificationSender = {
  /** Checks the queue now. */
  wake(): void
  /** Resolves after the stop. */
  run(): Promise<void>
}

/** The Bot API accepts about thirty messages per second. */
const INTERVAL_MILLIS = 40
const DAY_MILLIS = 24 * 60 * 60 * 1_000

export function notificationSender(deps: SenderDeps): NotificationSender {
  const { queue, retry, stopping } = deps
  let waking = new AbortController()

  async function rest(millis: number): Promise<void> {
    const signal = AbortSignal.any([stopping, waking.signal])
    await sleep(millis, undefined, { signal }).catch(() => undefined)
  }

  /** Resolves only after a notification was sent, so that the retry reports a recovery only then. */
  async function sendNext(): Promise<void> {
    while (!stopping.aborted) {
      waking = new AbortController()
      const next = await queue.claim()
      if (typeof next === 'object') return sendNotification(deps, next)
      await rest(Math.min(next ?? DAY_MILLIS, DAY_MILLIS))
    }
  }

  return {
    wake: () => waking.abort(),
    async run() {
      while (!stopping.aborted) {
        await retry.run(sendNext)
        await rest(INTERVAL_MILLIS)
      }
    },
  }
}

type Message = { readonly chat: number; readonly text: string }

/** Undefined without a chat. Throws while the database or the engine does not answer. */
async function messageOf(
  { recipients, texts }: SenderDeps,
  notification: ClaimedNotification,
): Promise<Message | undefined> {
  const { user, kind, at } = notification
  const chat = await recipients().chatOf(user, isSecurity(kind) ? at : undefined)
  if (chat === null) return undefined
  if (!isSecurity(kind)) {
    const text = texts.notification({ ...notification, kind })
    return { chat, text: notification.asks ? `${text}\n\n${texts.ask}` : text }
  }
  return { chat, text: await recipients().securityText({ ...notification, kind }, chat) }
}

/** Throws if the notification was not delivered and is queued again. */
async function sendNotification(deps: SenderDeps, notification: ClaimedNotification): Promise<void> {
  const { queue, settings, send, failureOf, log } = deps
  const { id, user, asks } = notification
  const message = await messageOf(deps, notification).catch(async (error: unknown) => {
    await queue.release(id)
    throw error
  })
  if (message === undefined) return
  // Before it is sent: a crash in between may lose the question, and never repeats it.
  if (asks) await settings.setAsked(user, true)
  try {
    await send(message.chat, message.text, asks)
  } catch (error) {
    const failure = failureOf(error)
    const { reason } = failure
    if (isBlocked(failure)) {
      await settings.set(user, BOT_OFF)
      log.info({ event: 'notification.disabled', user, reason }, 'the chat is closed: its notifications are turned off')
    } else if (failure.type === 'unknown' || (failure.type === 'refused' && failure.status === 400)) {
      log.warn({ event: 'notification.dropped', user, reason }, 'dropped a notification')
    } else {
      if (asks) await settings.setAsked(user, false)
      await queue.release(id)
      throw error
    }
  }
}

/** The user blocked the bot, deleted the account, or never started a chat. */
const isBlocked = (failure: Failure): boolean =>
  failure.type === 'refused' &&
  (failure.status === 403 || (failure.status === 400 && failure.reason.includes('chat not found')))
