/** Coming in from Telegram: whoever is not known yet becomes a user, whoever is known signs in. */

import { hash } from 'node:crypto'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import { readStartParameter } from '../../contract/start-parameter.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Database } from '../postgres/database.ts'
import { type Judgement, openTelegramData, type TelegramLogin, WIDGET_DATA_MILLIS } from './telegram-data.ts'
import type { User, Users } from './users.ts'

export type ReferralCode = string | null | undefined

export type Telegram = {
  /** A mini-app may be loaded twice, so the same data is good until it is too old. */
  readInitData(text: string): TelegramLogin | Refusal
  /** The same data is good once. */
  readWidget(fields: Readonly<Record<string, string | number>>): Promise<TelegramLogin | Refusal>
  /** Who it is here; somebody new when nobody is. */
  userOf(login: TelegramLogin, referralCode: ReferralCode): Promise<User>
}

type Parts = {
  readonly database: Database
  readonly users: Users
  readonly clock: Clock
  readonly log: Log
  /** Undefined: this exchange has no bot, and nobody comes in from Telegram. */
  readonly botToken: string | undefined
  /** Who the bot was told had brought somebody. */
  readonly referralOf?: ((telegramId: number) => Promise<string | undefined>) | undefined
}

const NOT_CONFIGURED = refuse('TELEGRAM_NOT_CONFIGURED')

export function openTelegram({ database, users, clock, log, botToken, referralOf }: Parts): Telegram {
  const data = botToken === undefined ? undefined : openTelegramData(botToken)

  function refusalOf(judgement: Exclude<Judgement, TelegramLogin>, expired: Refusal): Refusal {
    log.info(`data of Telegram is ${judgement}`)
    return judgement === 'expired' ? expired : refuse('INVALID_TELEGRAM_DATA')
  }

  return {
    readInitData(text) {
      if (data === undefined) return NOT_CONFIGURED
      const judgement = data.readInitData(text, clock.now())
      return typeof judgement === 'string' ? refusalOf(judgement, refuse('INIT_DATA_EXPIRED')) : judgement
    },
    async readWidget(fields) {
      if (data === undefined) return NOT_CONFIGURED
      const now = clock.now()
      const judgement = data.readWidgetData(fields, now)
      if (typeof judgement === 'string') return refusalOf(judgement, refuse('WIDGET_DATA_EXPIRED'))
      const isFirst = await isFirstUse(database, judgement.seal, now)
      return isFirst ? judgement : refusalOf('expired', refuse('WIDGET_DATA_EXPIRED'))
    },
    async userOf({ telegramId, username, startParameter }, kept) {
      const codeOf = async () => signedCode(startParameter) ?? (await referralOf?.(telegramId)) ?? kept
      const way = { type: 'telegram', telegramId } as const
      const user =
        (await users.byTelegramId(telegramId)) ??
        (await users.register({ way, referralCode: await codeOf() })) ??
        // Another launch of theirs was faster.
        (await users.byTelegramId(telegramId))
      if (user === undefined) throw new Error('a user of Telegram is neither new nor known')
      await users.keepGreeting(user.id, { username })
      log.info({ user: user.id }, 'came in from Telegram')
      return user
    },
  }
}

function signedCode(startParameter: string | undefined): string | undefined {
  const read = readStartParameter(startParameter ?? '')
  return read.type === 'referral' ? read.code : undefined
}

/** Twice as long as the data is good, because clocks differ. */
async function isFirstUse({ kysely }: Database, seal: Buffer, now: number): Promise<boolean> {
  await kysely
    .deleteFrom('used_widget_data')
    .where('used_at', '<=', now - 2 * WIDGET_DATA_MILLIS)
    .execute()
  const { numInsertedOrUpdatedRows } = await kysely
    .insertInto('used_widget_data')
    .values({ hash: hash('sha256', seal, 'buffer'), used_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
