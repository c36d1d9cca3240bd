/** The Telegram bot. The exchange never waits for it: without the Bot API the bot is silent and all else works. */

import { setTimeout as sleep } from 'node:timers/promises'
import { Bot as GrammyBot } from 'grammy'
import type { Pair } from '../../contract/markets/instruments.ts'
import { MINI_APP_PATH } from '../../contract/referrals/start-parameter.ts'
import { isHidden, markets } from '../../engine/exchange.ts'
import type { Membership } from '../earn/check-task.ts'
import type { Notifications } from '../notifications/notifications.ts'
import type { OwnRows } from '../notifications/own-rows.ts'
import { openNotificationQueue, type SecurityNotification } from '../notifications/queue.ts'
import { textsFor } from '../notifications/texts.ts'
import type { Database } from '../postgres/database.ts'
import type { Queryable } from '../postgres/query.ts'
import type { CleanupClock } from '../runtime/clock.ts'
import type { Config } from '../runtime/config.ts'
import type { ForgedRows } from '../runtime/forged-rows.ts'
import type { Log } from '../runtime/log.ts'
import { failingIf, HEALTH_TIMES, type HealthTimes, OFF, OK, type PartReading } from '../runtime/part-health.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { clientOptions, type Failure, failureOf } from './bot-api.ts'
import { askButtons, conversation } from './conversation.ts'
import { type Invites, openInvites } from './invites.ts'
import { membershipReader } from './membership.ts'
import { notificationSender, type Recipients } from './notification-sender.ts'
import { findUserId, openReferrals } from './referrals.ts'
import { openReplies } from './replies.ts'
import { openRetry } from './retry.ts'
import { openUpdates, type Updates } from './updates.ts'

export type Bot = {
  /** False without a bot. */
  readonly isConfigured: boolean
  readonly receive: Updates['receive']
  /** For `/health`: the bot, and the login with Telegram, whose data is signed with its token. */
  readonly health: { readonly bot: PartReading; readonly login: PartReading }
  /** Undefined without a bot. */
  readonly invites: Invites | undefined
  /** Whether a Telegram account is in a channel; the bot must be an administrator there. */
  membership(channel: string, telegramId: number): Promise<Membership>
  /** The referral code stored for a Telegram account that used the bot before signing up. */
  referralOf(telegramId: number): Promise<string | undefined>
  /** Queues a security notification as part of a transaction; `wake` sends it after the commit. */
  queueSecurity(client: Queryable, notice: SecurityNotification): Promise<void>
  wake(): void
  /** Connects to Telegram in the background. */
  start(recipients?: Recipients): void
  stop(): Promise<void>
}

type BotDeps = {
  readonly token: string
  readonly config: Pick<Config, 'mode' | 'appName' | 'botApiUrl' | 'botEnvironment' | 'botWebhookUrl' | 'publicUrl'>
  readonly database: Database
  readonly sequencer: Pick<Sequencer, 'readUncommitted'>
  readonly notifications: Pick<Notifications, 'settings' | 'onStored'>
  readonly rows: OwnRows
  /** Of the keyed hashes of referral codes. */
  readonly referralKey: Uint8Array
  readonly forged: ForgedRows
  readonly clock: CleanupClock
  readonly log: Log
  /** Overridden by tests. */
  readonly timeoutMillis?: number
  readonly firstWaitMillis?: number
  readonly healthTimes?: Pick<HealthTimes, 'serviceMillis'>
}

const NO_PREVIEW = { link_preview_options: { is_disabled: true } }

/** How long pending calls may take at the stop. */
const STOP_MILLIS = 1_000

const NOBODY: Recipients = { chatOf: async () => null, securityText: async () => '' }

const NO_BOT: Bot = {
  isConfigured: false,
  health: { bot: OFF, login: OFF },
  invites: undefined,
  membership: async () => 'cannot_check',
  receive: undefined,
  referralOf: async () => undefined,
  queueSecurity: async () => undefined,
  wake: () => undefined,
  start: () => undefined,
  stop: async () => undefined,
}

export const openBotIfConfigured = async (
  deps: Omit<BotDeps, 'token'> & { readonly config: Pick<Config, 'botToken'> },
): Promise<Bot> => (deps.config.botToken === undefined ? NO_BOT : openBot({ token: deps.config.botToken, ...deps }))

/** The mini-app's URL, which Telegram opens over https only, except in its test environment. */
function appUrlOf({ publicUrl, botEnvironment }: BotDeps['config']): string | undefined {
  const isAllowed = publicUrl?.startsWith('https:') || botEnvironment === 'test'
  return publicUrl !== undefined && isAllowed ? publicUrl + MINI_APP_PATH : undefined
}

/** The USDT pair of this base currency. */
const pairOf = (sequencer: BotDeps['sequencer'], base: string): Pair | undefined =>
  sequencer.readUncommitted((state) =>
    [...markets(state)].find(
      ({ pair }) => pair.base.symbol === base && pair.quote.symbol === 'USDT' && !isHidden(state, pair.base.id),
    ),
  )?.pair

/** Telegram does not know the token, or not any more. */
const isTokenRefused = (failure: Failure | undefined): boolean =>
  failure?.type === 'refused' && (failure.status === 401 || failure.status === 404)

const healthOf = (receiving: Failure | undefined, sending: Failure | undefined): Bot['health'] => ({
  bot: failingIf((receiving ?? sending)?.reason),
  login: isTokenRefused(receiving) ? failingIf(receiving?.reason) : OK,
})

export async function openBot(deps: BotDeps): Promise<Bot> {
  const { token, config, database, sequencer, notifications, clock, log, firstWaitMillis } = deps
  const { settings } = notifications
  const [stopping, aborting] = [new AbortController(), new AbortController()]
  const signals = { polls: stopping.signal, calls: aborting.signal }
  const describe = (error: unknown): Failure => failureOf(error, { token })
  const shared = { failureOf: describe, log, stopping: stopping.signal, firstWaitMillis }
  const appUrl = appUrlOf(config)
  const texts = textsFor(config.appName, appUrl !== undefined, config.mode === 'play')
  const referrals = await openReferrals({ database, key: deps.referralKey, forged: deps.forged })
  const replies = openReplies({ ...shared, clock })

  const bot = new GrammyBot(token, { client: clientOptions({ token, ...config }, signals, deps.timeoutMillis) })
  const userOf = (telegramId: number) => findUserId(database, telegramId)
  const findPair = (base: string) => pairOf(sequencer, base)
  bot.use(conversation({ texts, referrals, settings, replies, userOf, pairOf: findPair, appUrl }))
  const retries = {
    updates: openRetry({ ...shared, event: 'bot.unreachable', what: 'the Bot API' }),
    sending: openRetry({ ...shared, event: 'notification.failed', what: 'sending notifications' }),
  }
  const updates = openUpdates({
    ...shared,
    bot,
    webhookMillis: (deps.healthTimes ?? HEALTH_TIMES).serviceMillis,
    settings: { token, botWebhookUrl: config.botWebhookUrl, appUrl },
    texts,
    retry: retries.updates,
  })
  const queue = openNotificationQueue(database, clock, deps.rows)
  let recipients = NOBODY
  const sender = notificationSender({
    ...shared,
    queue,
    settings,
    texts,
    retry: retries.sending,
    recipients: () => recipients,
    send: (chat, text, asks) => bot.api.sendMessage(chat, text, { ...NO_PREVIEW, ...(asks && askButtons(texts)) }),
  })
  notifications.onStored(sender.wake)
  let running: Promise<unknown> | undefined

  return {
    isConfigured: true,
    receive: updates.receive,
    get health() {
      return healthOf(retries.updates.failure, retries.sending.failure)
    },
    invites: openInvites({ bot, publicUrl: config.publicUrl, texts, failureOf: describe, log }),
    membership: membershipReader({ bot, failureOf: describe, log }),
    referralOf: referrals.codeFor,
    queueSecurity: queue.addSecurity,
    wake: sender.wake,
    start(own = recipients) {
      recipients = own
      running = Promise.all([updates.run(), sender.run()])
    },
    async stop() {
      stopping.abort()
      await endedWithin(Promise.all([running, replies.sent()]), aborting)
    },
  }
}

/** What has not ended after a while is aborted. */
async function endedWithin(work: Promise<unknown>, aborting: AbortController): Promise<void> {
  await Promise.race([work, sleep(STOP_MILLIS)])
  aborting.abort()
  await work
}
