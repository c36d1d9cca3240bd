/**
 * The bot, from its line to Telegram to its notices. Nothing of the exchange waits for it: without the Bot API it says
 * nothing, and everything else goes on.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { Bot as Library } from 'grammy'
import type { Way } from '../../contract/account-views.ts'
import type { UserId } from '../../contract/ids.ts'
import { MINI_APP_PATH } from '../../contract/start-parameter.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Listener, Sequencer } from '../core/sequencer.ts'
import type { Log } from '../log.ts'
import type { Database } from '../postgres/database.ts'
import { type Failure, failureOf, lineTo } from './bot-api.ts'
import { conversation } from './conversation.ts'
import { type Invites, openInvites } from './invites.ts'
import { openNoticeQueue } from './notice-queue.ts'
import { noticeSender } from './notice-sender.ts'
import { type NoticeSettings, openNoticeSettings } from './notice-settings.ts'
import { openNotices } from './notices.ts'
import { openReferrals } from './referrals.ts'
import { openReplies } from './replies.ts'
import { openRetry } from './retry.ts'
import { openUpdates, type Updates } from './updates.ts'
import { wordsOf } from './words.ts'

export type Bot = Pick<Listener, 'done'> & {
  /** Undefined without a bot. */
  readonly settings: NoticeSettings | undefined
  readonly receive: Updates['receive']
  /** Undefined without a bot. */
  readonly invites: Invites | undefined
  /** Who brought somebody that wrote to the bot first. */
  referralOf(telegramId: number): Promise<string | undefined>
  signedIn(user: UserId, way: Way): void
  /** Begins to talk with Telegram; nobody waits for it. */
  start(): void
  stop(): Promise<void>
}

export type BotParts = {
  readonly token: string
  readonly config: Pick<Config, 'appName' | 'botApiUrl' | 'botEnvironment' | 'botWebhookUrl' | 'publicUrl'>
  readonly database: Database
  readonly sequencer: Pick<Sequencer, 'glance'>
  readonly clock: Clock
  readonly log: Log
  /** Shorter where a test waits. */
  readonly patienceMillis?: number
  readonly firstWaitMillis?: number
}

/** What is on its way when we stop may still arrive. */
const LAST_CALLS_MILLIS = 1_000

/** Hears everything and does nothing. */
const NO_BOT: Bot = {
  settings: undefined,
  invites: undefined,
  receive: undefined,
  referralOf: async () => undefined,
  done: () => undefined,
  signedIn: () => undefined,
  start: () => undefined,
  stop: async () => undefined,
}

/** The bot that the settings name, if they do. */
export const botOf = async (
  parts: Omit<BotParts, 'token'> & { readonly config: Pick<Config, 'botToken'> },
): Promise<Bot> => (parts.config.botToken === undefined ? NO_BOT : openBot({ token: parts.config.botToken, ...parts }))

/** Where the mini-app is, which Telegram opens over https only, but in its test environment. */
function appUrlOf({ publicUrl, botEnvironment }: BotParts['config']): string | undefined {
  const isOpened = publicUrl?.startsWith('https:') || botEnvironment === 'test'
  return publicUrl !== undefined && isOpened ? publicUrl + MINI_APP_PATH : undefined
}

export async function openBot(parts: BotParts): Promise<Bot & { readonly settings: NoticeSettings }> {
  const { token, config, database, sequencer, clock, log, firstWaitMillis } = parts
  const [stopping, ending] = [new AbortController(), new AbortController()]
  const ends = { polls: stopping.signal, calls: ending.signal }
  const failure = (error: unknown): Failure => failureOf(error, { token })
  const retrying = { failureOf: failure, log, stopping: stopping.signal, firstWaitMillis }
  const appUrl = appUrlOf(config)
  const words = wordsOf(config.appName, appUrl !== undefined)
  const [referrals, settings] = await Promise.all([openReferrals(database), openNoticeSettings(database)])
  const replies = openReplies({ failureOf: failure, clock, log })

  const bot = new Library(token, { client: lineTo({ token, ...config }, ends, parts.patienceMillis) })
  bot.use(
    conversation({
      words,
      referrals,
      settings,
      replies,
      userOf: (telegramId) => userOf(database, telegramId),
      pairOf: (base) =>
        sequencer.glance(({ markets }) =>
          [...markets.values()].find(({ pair }) => pair.base.symbol === base && pair.quote.symbol === 'USDT'),
        )?.pair,
      appUrl,
    }),
  )
  const updates = openUpdates({
    bot,
    settings: { token, botWebhookUrl: config.botWebhookUrl, appUrl },
    words,
    retry: openRetry({ ...retrying, what: 'the Bot API does not answer as it should' }),
    log,
    stopping: stopping.signal,
  })
  const queue = openNoticeQueue(database, clock)
  const sender = noticeSender({
    queue,
    settings,
    retry: openRetry({ ...retrying, what: 'notices cannot be sent' }),
    failureOf: failure,
    send: (chat, text) => bot.api.sendMessage(chat, text),
    log,
    stopping: stopping.signal,
  })
  const notices = openNotices({ queue, settings, words, clock, log, wake: sender.wake })
  let running: Promise<unknown> | undefined

  return {
    settings,
    receive: updates.receive,
    invites: openInvites({ bot, words, failureOf: failure, log }),
    referralOf: referrals.of,
    done: notices.done,
    signedIn: notices.signedIn,
    start() {
      running = Promise.all([updates.run(), sender.run()])
    },
    async stop() {
      stopping.abort()
      const done = Promise.all([running, replies.sent(), notices.written()])
      await Promise.race([done, sleep(LAST_CALLS_MILLIS)])
      ending.abort()
      await done
    },
  }
}

async function userOf({ kysely }: Database, telegramId: number): Promise<UserId | undefined> {
  const row = await kysely.selectFrom('users').select('id').where('telegram_id', '=', telegramId).executeTakeFirst()
  return row?.id
}
