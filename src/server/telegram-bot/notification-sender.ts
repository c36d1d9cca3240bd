/**
 * Sends queued notifications one after the other. A user who blocked the bot gets no more. If the result of a call is
 * unknown, the notification is not sent again: delivery is at most once.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import type { UserId } from '../../contract/ids.ts'
import type { ClaimedNotification, NotificationQueue } from '../notifications/queue.ts'
import { BOT_OFF, type NotificationSettings } from '../notifications/settings.ts'
import type { Texts } from '../notifications/texts.ts'
import type { Log } from '../runtime/log.ts'
import type { Failure } from './bot-api.ts'
import type { Retry } from './retry.ts'

type SenderDeps = {
  readonly queue: NotificationQueue
  readonly settings: Pick<NotificationSettings, 'set'>
  readonly texts: Pick<Texts, 'notification'>
  readonly retry: Retry
  readonly failureOf: (error: unknown) => Failure
  readonly send: (chat: number, text: string) => Promise<unknown>
  readonly links: NoticeLinks
  readonly log: Log
  readonly stopping: AbortSignal
}

/** The links of security notifications. */
export type NoticeLinks = {
  /** Undoes an addition to the credentials of an account; undefined unless its owner was to be notified in this chat. */
  undoLinkOf(subject: string, chat: number): Promise<string | undefined>
  freezeLinkOf(user: UserId): string
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
      await rest(next ?? DAY_MILLIS)
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

/** Throws if the notification was not delivered and is queued again. */
async function sendNotification(deps: SenderDeps, notification: ClaimedNotification): Promise<void> {
  const { queue, settings, send, failureOf, log } = deps
  try {
    await send(notification.chat, await textOf(notification, deps))
  } catch (error) {
    const failure = failureOf(error)
    const { reason } = failure
    const { user } = notification
    if (isBlocked(failure)) {
      await settings.set(user, BOT_OFF)
      log.info({ event: 'notification.disabled', user, reason }, 'the chat is closed: its notifications are turned off')
    } else if (failure.type === 'unknown' || (failure.type === 'refused' && failure.status === 400)) {
      log.warn({ event: 'notification.dropped', user, reason }, 'dropped a notification')
    } else {
      await queue.release(notification.id)
      throw error
    }
  }
}

/** Links are created when the message is sent, so that no table contains them. */
async function textOf(
  { kind, user, chat, params, about, at }: ClaimedNotification,
  { texts, links }: Pick<SenderDeps, 'texts' | 'links'>,
): Promise<string> {
  const freeze = () => `Freeze your account:\n${links.freezeLinkOf(user)}`
  switch (kind) {
    case 'added': {
      const link = await links.undoLinkOf(about, chat)
      return [params.text, ...(link === undefined ? [] : [notMe(link)]), freeze()].join('\n\n')
    }
    case 'undone':
    case 'frozen':
    case 'lifting':
      return [params.text, freeze()].join('\n\n')
    default:
      return texts.notification({ kind, params, at })
  }
}

const notMe = (link: string): string => `If this wasn't you, undo it within 72 hours:\n${link}`

/** The user blocked the bot, deleted the account, or never started a chat. */
const isBlocked = (failure: Failure): boolean =>
  failure.type === 'refused' &&
  (failure.status === 403 || (failure.status === 400 && failure.reason.includes('chat not found')))
