/**
 * How what is said to the bot reaches it: we ask for it, or Telegram brings it. Either way one is handled once, and
 * counts as handled when all it changes is in the database; answers go out later.
 */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { BotError, type Bot as Library } from 'grammy'
import type { Update } from 'grammy/types'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { isWeather } from '../postgres/weather.ts'
import { POLL_SECONDS } from './bot-api.ts'
import type { Retry } from './retry.ts'
import { COMMANDS, type Words } from './words.ts'

export type UpdateParts = {
  readonly bot: Library
  readonly settings: Pick<Config, 'botWebhookUrl'> & { readonly token: string; readonly appUrl: string | undefined }
  readonly words: Words
  readonly retry: Retry
  readonly log: Log
  readonly stopping: AbortSignal
}

/** What became of something that claims to be from Telegram. */
export type Received = 'taken' | 'foreign' | 'not understood' | 'later'

export type Updates = {
  /** Ends when we stop, or when Telegram knows where to bring it. */
  run(): Promise<void>
  /** Undefined where we ask. */
  readonly receive: ((secret: unknown, body: unknown) => Promise<Received>) | undefined
}

const KINDS = ['message', 'callback_query'] as const
const MOST_REMEMBERED = 1_000
/** Whoever answers at once that there is nothing is not asked again at once. */
const EMPTY_REST_MILLIS = 250

export function openUpdates(parts: UpdateParts): Updates {
  const { bot, settings, retry, log, stopping } = parts
  const { botWebhookUrl } = settings
  const secret = createHmac('sha256', settings.token).update('webhook').digest('base64url')
  const once = openOnce()
  const hear = (update: Update): Promise<void> => once(update.update_id, () => handle(parts, update))

  /** What was heard counts as heard by the next question, which asks for what follows. */
  async function poll(): Promise<void> {
    let offset = 0
    const ask = async (): Promise<void> => {
      const updates = await bot.api.getUpdates({ offset, timeout: POLL_SECONDS, allowed_updates: KINDS })
      if (!Array.isArray(updates) || !updates.every(isUpdate)) throw new Error('no updates')
      if (updates.length === 0) await sleep(EMPTY_REST_MILLIS, undefined, { signal: stopping })
      for (const update of updates) {
        await hear(update)
        offset = update.update_id + 1
      }
    }
    while (!stopping.aborted) await retry(ask)
  }

  return {
    async run() {
      if (settings.appUrl === undefined)
        log.warn('PUBLIC_URL is no https address: the bot shows no buttons that open the mini-app')
      await retry(() => setUp(parts, secret))
      if (stopping.aborted) return
      log.info({ bot: bot.botInfo.username, webhook: botWebhookUrl !== undefined }, 'the bot listens')
      if (botWebhookUrl === undefined) await poll()
    },
    receive:
      botWebhookUrl === undefined
        ? undefined
        : async (said, body) => {
            if (typeof said !== 'string' || !isSame(said, secret)) return 'foreign'
            if (!isUpdate(body)) return 'not understood'
            if (!bot.isInited() || stopping.aborted) return 'later'
            await hear(body)
            return 'taken'
          },
  }
}

/** Who we are, what we offer, and how we are told. All of it may be said again. */
async function setUp({ bot, settings, words }: UpdateParts, secret: string): Promise<void> {
  const { botWebhookUrl, appUrl } = settings
  const me = await bot.api.getMe()
  if (typeof me?.username !== 'string') throw new Error('no bot')
  bot.botInfo = me
  await bot.api.setMyCommands(COMMANDS)
  if (appUrl !== undefined)
    await bot.api.setChatMenuButton({ menu_button: { type: 'web_app', text: words.open, web_app: { url: appUrl } } })
  if (botWebhookUrl === undefined) await bot.api.deleteWebhook()
  else await bot.api.setWebhook(botWebhookUrl, { secret_token: secret, allowed_updates: KINDS })
}

/** A fault of ours is ours: it is written down, and the bot goes on with what was said next. */
async function handle({ bot, log }: UpdateParts, update: Update): Promise<void> {
  try {
    await bot.handleUpdate(update)
  } catch (error) {
    const cause = error instanceof BotError ? error.error : error
    if (cause instanceof Error && isWeather(cause)) throw cause
    log.error({ err: cause }, 'the bot failed at what was said to it')
  }
}

/** What did not work is not remembered, so it may be tried again. */
function openOnce() {
  const heard = new Map<number, Promise<void>>()
  return (id: number, work: () => Promise<void>): Promise<void> => {
    const before = heard.get(id)
    if (before !== undefined) return before
    const done = work()
    heard.set(id, done)
    done.catch(() => heard.delete(id))
    const oldest = heard.size > MOST_REMEMBERED ? heard.keys().next().value : undefined
    if (oldest !== undefined) heard.delete(oldest)
    return done
  }
}

function isSame(said: string, secret: string): boolean {
  const [left, right] = [Buffer.from(said), Buffer.from(secret)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const isUpdate = (body: unknown): body is Update =>
  typeof body === 'object' && body !== null && 'update_id' in body && Number.isSafeInteger(body.update_id)
