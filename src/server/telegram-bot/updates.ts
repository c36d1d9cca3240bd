/**
 * Receives updates by long polling or by webhook. Each update is handled once, and counts as handled when its changes
 * are in the database; replies are sent later.
 */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { BotError, type Bot as GrammyBot } from 'grammy'
import type { Update } from 'grammy/types'
import type { Millis } from '../../contract/ids.ts'
import { COMMANDS, type Texts } from '../notifications/texts.ts'
import type { Config } from '../runtime/config.ts'
import type { Log } from '../runtime/log.ts'
import { isTransient } from '../runtime/transient-errors.ts'
import { POLL_SECONDS } from './bot-api.ts'
import type { Retry } from './retry.ts'

type UpdateDeps = {
  readonly bot: GrammyBot
  readonly settings: Pick<Config, 'botWebhookUrl'> & { readonly token: string; readonly appUrl: string | undefined }
  readonly texts: Texts
  readonly retry: Retry
  readonly log: Log
  readonly stopping: AbortSignal
  /** Between two checks of the webhook. */
  readonly webhookMillis: Millis
}

type WebhookResult = 'handled' | 'wrong secret' | 'malformed' | 'not ready'

export type Updates = {
  /** Until the stop: polls, or sets the webhook and checks it. */
  run(): Promise<void>
  /** The webhook handler; undefined with long polling. */
  readonly receive: ((secret: unknown, body: unknown) => Promise<WebhookResult>) | undefined
}

const KINDS = ['message', 'callback_query'] as const
const REMEMBERED_UPDATES = 1_000
/** Pause after an empty reply, for a Bot API that does not hold long polls open. */
const EMPTY_PAUSE_MILLIS = 250

export function openUpdates(deps: UpdateDeps): Updates {
  const { bot, settings, retry, log, stopping } = deps
  const { botWebhookUrl } = settings
  const expectedSecret = createHmac('sha256', settings.token).update('webhook').digest('base64url')
  const once = deduplicate()
  const handleOnce = (update: Update): Promise<void> => once(update.update_id, () => handle(deps, update))

  /** The offset of the next poll confirms the updates before it. */
  async function poll(): Promise<void> {
    let offset = 0
    const pollOnce = async (): Promise<void> => {
      const updates = await bot.api.getUpdates({ offset, timeout: POLL_SECONDS, allowed_updates: KINDS })
      if (!Array.isArray(updates) || !updates.every(isUpdate)) throw new Error('the reply is not a list of updates')
      if (updates.length === 0) await sleep(EMPTY_PAUSE_MILLIS, undefined, { signal: stopping })
      for (const update of updates) {
        await handleOnce(update)
        offset = update.update_id + 1
      }
    }
    while (!stopping.aborted) await retry.run(pollOnce)
  }

  /** Telegram is asked whether it still sends updates here: otherwise nothing would show that it does not. */
  async function watchWebhook(): Promise<void> {
    while (!stopping.aborted) {
      await sleep(deps.webhookMillis, undefined, { signal: stopping }).catch(() => undefined)
      await retry.run(async () => {
        const { url } = await bot.api.getWebhookInfo()
        if (url !== botWebhookUrl) await setUp(deps, expectedSecret)
      })
    }
  }

  async function receive(secret: unknown, body: unknown): Promise<WebhookResult> {
    if (typeof secret !== 'string' || !isEqual(secret, expectedSecret)) return 'wrong secret'
    if (!isUpdate(body)) return 'malformed'
    if (!bot.isInited() || stopping.aborted) return 'not ready'
    await handleOnce(body)
    return 'handled'
  }

  return {
    async run() {
      if (settings.appUrl === undefined)
        log.warn({ event: 'bot.no_app_url' }, 'PUBLIC_URL is not an https URL: the bot cannot open the mini-app')
      await retry.run(() => setUp(deps, expectedSecret))
      if (stopping.aborted) return
      const webhook = botWebhookUrl !== undefined
      log.info({ event: 'bot.started', bot: bot.botInfo.username, webhook }, 'the bot receives updates')
      await (webhook ? watchWebhook() : poll())
    },
    receive: botWebhookUrl === undefined ? undefined : receive,
  }
}

/** Reads the bot's name and sets its commands, menu button and webhook. Can be repeated. */
async function setUp({ bot, settings, texts }: UpdateDeps, secret: string): Promise<void> {
  const { botWebhookUrl, appUrl } = settings
  const me = await bot.api.getMe()
  if (typeof me?.username !== 'string') throw new Error('the reply has no username')
  bot.botInfo = me
  await bot.api.setMyCommands(COMMANDS)
  if (appUrl !== undefined)
    await bot.api.setChatMenuButton({ menu_button: { type: 'web_app', text: texts.open, web_app: { url: appUrl } } })
  if (botWebhookUrl === undefined) await bot.api.deleteWebhook()
  else await bot.api.setWebhook(botWebhookUrl, { secret_token: secret, allowed_updates: KINDS })
}

/** Rethrows transient errors for a retry; logs all others and skips the update. */
async function handle({ bot, log }: UpdateDeps, update: Update): Promise<void> {
  try {
    await bot.handleUpdate(update)
  } catch (error) {
    const cause = error instanceof BotError ? error.error : error
    if (cause instanceof Error && isTransient(cause)) throw cause
    log.error({ event: 'bot.update_failed', err: cause }, 'an update could not be handled')
  }
}

/** Runs a task once per id; a failed task is forgotten and can be retried. */
function deduplicate() {
  const tasks = new Map<number, Promise<void>>()
  return (id: number, task: () => Promise<void>): Promise<void> => {
    const known = tasks.get(id)
    if (known !== undefined) return known
    const running = task()
    tasks.set(id, running)
    running.catch(() => tasks.delete(id))
    const oldest = tasks.size > REMEMBERED_UPDATES ? tasks.keys().next().value : undefined
    if (oldest !== undefined) tasks.delete(oldest)
    return running
  }
}

function isEqual(sent: string, secret: string): boolean {
  const [left, right] = [Buffer.from(sent), Buffer.from(secret)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const isUpdate = (body: unknown): body is Update =>
  typeof body === 'object' && body !== null && 'update_id' in body && Number.isSafeInteger(body.update_id)
