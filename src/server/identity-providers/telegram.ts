/** Verifies what Telegram signed: the init data of a mini-app launch and the data of the login widget. */

import { hash, randomBytes } from 'node:crypto'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { Database } from '../postgres/database.ts'
import { deleteOld } from '../postgres/delete-old.ts'
import { execute, query } from '../postgres/query.ts'
import type { CleanupClock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import {
  INIT_DATA_MILLIS,
  openTelegramSignatures,
  type SignatureResult,
  type TelegramLogin,
  WIDGET_DATA_MILLIS,
} from './telegram-signature.ts'

export type Telegram = {
  /**
   * A mini-app may be reloaded, so the same data is accepted until it expires, but only from the device that used it
   * first. Without a device id it is accepted once.
   */
  readInitData(text: string, deviceId: string | undefined): Promise<TelegramLogin | Refusal>
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

export function openTelegram(deps: TelegramDeps): Telegram {
  const { database, clock, log, botToken } = deps
  const signatures = botToken === undefined ? undefined : openTelegramSignatures(botToken)
  if (signatures === undefined)
    log.info({ event: 'login-method.unavailable', method: 'telegram', hint: 'set BOT_TOKEN' }, 'no Telegram login')

  function refusalOf(reason: Exclude<SignatureResult, TelegramLogin>, expired: Refusal): Refusal {
    log.info({ event: 'auth.telegram_refused', reason }, 'refused login data from Telegram')
    return reason === 'expired' ? expired : refuse('INVALID_TELEGRAM_DATA')
  }

  return {
    async readInitData(text, deviceId) {
      if (signatures === undefined) return NOT_CONFIGURED
      const result = signatures.readInitData(text, clock.now())
      if (typeof result === 'string') return refusalOf(result, INIT_DATA_EXPIRED)
      const isOwn = await claimInitData(deps, result, deviceId)
      return isOwn ? result : refusalOf('expired', INIT_DATA_EXPIRED)
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

/** Older init data is refused unless it was used before. */
const FIRST_USE_MILLIS = 60 * 60 * 1_000

const DELETE_EXPIRED_INIT_DATA = 'delete from used_init_data where used_at <= $1'
const INSERT_INIT_DATA = `insert into used_init_data (hash, device_hash, used_at) values ($1, $2, $3)
on conflict do nothing`
const SAME_DEVICE = 'select from used_init_data where hash = $1 and device_hash = $2'

/** True for the first use, and for later uses on the same device. */
async function claimInitData(
  { database: { pool }, clock }: TelegramDeps,
  login: TelegramLogin,
  deviceId: string | undefined,
): Promise<boolean> {
  const now = clock.now()
  const signature = hash('sha256', login.signature, 'buffer')
  // Nothing is equal to the random value of a client without a device id.
  const device = hash('sha256', deviceId ? deviceId : randomBytes(32), 'buffer')
  await deleteOld(pool, clock, DELETE_EXPIRED_INIT_DATA, 2 * INIT_DATA_MILLIS)
  if (now - login.signedAt <= FIRST_USE_MILLIS) await execute(pool, INSERT_INIT_DATA, [signature, device, now])
  return (await query(pool, SAME_DEVICE, [signature, device])).length > 0
}
