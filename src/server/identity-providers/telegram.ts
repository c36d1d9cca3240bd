/** Verifies what Telegram signed: the init data of a mini-app launch and the data of the login widget. */

import { hash, randomBytes } from 'node:crypto'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { Database } from '../postgres/database.ts'
import { deleteOld } from '../postgres/delete-old.ts'
import { execute, query } from '../postgres/query.ts'
import type { CleanupClock } from '../runtime/clock.ts'
import { keyedHash } from '../runtime/keyed-hash.ts'
import type { Log } from '../runtime/log.ts'
import { type TtlMap, ttlMap } from '../runtime/ttl-map.ts'
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
  /** Of the hashes of devices. */
  readonly key: Uint8Array
  /** Undefined: there is no bot, and login with Telegram is refused. */
  readonly botToken: string | undefined
}

const NOT_CONFIGURED = refuse('TELEGRAM_NOT_CONFIGURED')
const INIT_DATA_EXPIRED = refuse('INIT_DATA_EXPIRED')
const WIDGET_DATA_EXPIRED = refuse('WIDGET_DATA_EXPIRED')

export function openTelegram(deps: TelegramDeps): Telegram {
  const { clock, log, botToken } = deps
  const signatures = botToken === undefined ? undefined : openTelegramSignatures(botToken)
  const uses = openUses(deps)
  if (signatures === undefined)
    log.info({ event: 'login-method.unavailable', method: 'telegram', hint: 'set BOT_TOKEN' }, 'no Telegram login')

  function refusalOf(reason: Exclude<SignatureResult, TelegramLogin>, expired: Refusal): Refusal {
    log.info({ event: 'auth.telegram_refused', reason }, 'refused sign-in data from Telegram')
    return reason === 'expired' ? expired : refuse('INVALID_TELEGRAM_DATA')
  }

  return {
    async readInitData(text, deviceId) {
      if (signatures === undefined) return NOT_CONFIGURED
      const result = signatures.readInitData(text, clock.now())
      if (typeof result === 'string') return refusalOf(result, INIT_DATA_EXPIRED)
      const isOwn = await uses.claimInitData(result, deviceId)
      return isOwn ? result : refusalOf('expired', INIT_DATA_EXPIRED)
    },
    async readWidget(fields) {
      if (signatures === undefined) return NOT_CONFIGURED
      const now = clock.now()
      const result = signatures.readWidgetData(fields, now)
      if (typeof result === 'string') return refusalOf(result, WIDGET_DATA_EXPIRED)
      const isFirst = await uses.isFirstOfWidget(result)
      return isFirst ? result : refusalOf('expired', WIDGET_DATA_EXPIRED)
    },
  }
}

type Uses = {
  /** True for the first use, and for later uses on the same device. */
  claimInitData(login: TelegramLogin, deviceId: string | undefined): Promise<boolean>
  /** True once. */
  isFirstOfWidget(login: TelegramLogin): Promise<boolean>
}

const DELETE_EXPIRED = 'delete from used_widget_data where used_at <= $1'
const INSERT = 'insert into used_widget_data (hash, used_at) values ($1, $2) on conflict do nothing'

/** Older init data is refused unless it was used before. */
const FIRST_USE_MILLIS = 60 * 60 * 1_000

const DELETE_EXPIRED_INIT_DATA = 'delete from used_init_data where used_at <= $1'
const INSERT_INIT_DATA = `insert into used_init_data (hash, device_hash, used_at) values ($1, $2, $3)
on conflict do nothing`
const SAME_DEVICE = 'select from used_init_data where hash = $1 and device_hash = $2'

const hashOf = (signature: Buffer): Buffer => hash('sha256', signature, 'buffer')

/**
 * Rows are kept twice as long as the data is accepted, because clocks differ. Uses are also in memory: a deleted row lets
 * nobody use the data again before the server starts anew. The hash of a device is keyed: no row names another one.
 */
function openUses({ database: { pool }, clock, key }: TelegramDeps): Uses {
  const devices: TtlMap<Buffer> = ttlMap(clock, INIT_DATA_MILLIS)
  const ofWidget: TtlMap<true> = ttlMap(clock, WIDGET_DATA_MILLIS)

  return {
    async claimInitData({ signature, signedAt, telegramId }, deviceId) {
      const now = clock.now()
      const used = hashOf(signature)
      const name = used.toString('hex')
      // Nothing is equal to the random value of a client without a device id.
      const device = keyedHash(key, 'device', [name, deviceId ? deviceId : randomBytes(32).toString('hex')])
      await deleteOld(pool, clock, DELETE_EXPIRED_INIT_DATA, 2 * INIT_DATA_MILLIS)
      const known = devices.get(name)
      if (known !== undefined && !known.equals(device)) return false
      if (now - signedAt <= FIRST_USE_MILLIS) await execute(pool, INSERT_INIT_DATA, [used, device, now])
      if ((await query(pool, SAME_DEVICE, [used, device])).length === 0) return false
      devices.set(name, device, String(telegramId))
      return true
    },
    async isFirstOfWidget({ signature, telegramId }) {
      const used = hashOf(signature)
      const name = used.toString('hex')
      await deleteOld(pool, clock, DELETE_EXPIRED, 2 * WIDGET_DATA_MILLIS)
      if ((await execute(pool, INSERT, [used, clock.now()])) === 0 || ofWidget.get(name)) return false
      ofWidget.set(name, true, String(telegramId))
      return true
    },
  }
}
