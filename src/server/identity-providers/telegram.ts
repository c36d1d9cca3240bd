/** Verifies what Telegram signed: the init data of a mini-app launch and the data of the login widget. */

import { hash } from 'node:crypto'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { Database } from '../postgres/database.ts'
import { deleteOld } from '../postgres/delete-old.ts'
import { execute } from '../postgres/query.ts'
import type { CleanupClock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import {
  openTelegramSignatures,
  type SignatureResult,
  type TelegramLogin,
  WIDGET_DATA_MILLIS,
} from './telegram-signature.ts'

export type Telegram = {
  /** A mini-app may be reloaded, so the same data is accepted until it expires. */
  readInitData(text: string): TelegramLogin | Refusal
  /** The same data is accepted once. */
  readWidget(fields: Readonly<Record<string, string | number>>): Promise<TelegramLogin | Refusal>
}

type TelegramDeps = {
  readonly database: Database
  readonly clock: CleanupClock
  readonly log: Log
  /** Undefined: there is no bot, and login with Telegram is refused. */
  readonly botToken: string | undefined
}

const NOT_CONFIGURED = refuse('TELEGRAM_NOT_CONFIGURED')
const INIT_DATA_EXPIRED = refuse('INIT_DATA_EXPIRED')
const WIDGET_DATA_EXPIRED = refuse('WIDGET_DATA_EXPIRED')

export function openTelegram({ database, clock, log, botToken }: TelegramDeps): Telegram {
  const signatures = botToken === undefined ? undefined : openTelegramSignatures(botToken)
  if (signatures === undefined)
    log.info({ event: 'login-method.unavailable', method: 'telegram', hint: 'set BOT_TOKEN' }, 'no Telegram login')

  function refusalOf(reason: Exclude<SignatureResult, TelegramLogin>, expired: Refusal): Refusal {
    log.info({ event: 'auth.telegram_refused', reason }, 'refused login data from Telegram')
    return reason === 'expired' ? expired : refuse('INVALID_TELEGRAM_DATA')
  }

  return {
    readInitData(text) {
      if (signatures === undefined) return NOT_CONFIGURED
      const result = signatures.readInitData(text, clock.now())
      return typeof result === 'string' ? refusalOf(result, INIT_DATA_EXPIRED) : result
    },
    async readWidget(fields) {
      if (signatures === undefined) return NOT_CONFIGURED
      const now = clock.now()
      const result = signatures.readWidgetData(fields, now)
      if (typeof result === 'string') return refusalOf(result, WIDGET_DATA_EXPIRED)
      const isFirst = await isFirstUse(database, clock, result.signature)
      return isFirst ? result : refusalOf('expired', WIDGET_DATA_EXPIRED)
    },
  }
}

const DELETE_EXPIRED = 'delete from used_widget_data where used_at <= $1'
const INSERT = 'insert into used_widget_data (hash, used_at) values ($1, $2) on conflict do nothing'

/** Rows are kept twice as long as the data is accepted, because clocks differ. */
async function isFirstUse({ pool }: Database, clock: CleanupClock, signature: Buffer): Promise<boolean> {
  await deleteOld(pool, clock, DELETE_EXPIRED, 2 * WIDGET_DATA_MILLIS)
  return (await execute(pool, INSERT, [hash('sha256', signature, 'buffer'), clock.now()])) === 1
}
