/** Opens what tells users something: the notifications of the app, the bot, emails, and the notices of a freeze on each of them. */

import { openOutbox } from '../email/outbox.ts'
import { openEmailTransport } from '../email/transport.ts'
import { freezeNotices } from '../freezes/freeze-notices.ts'
import { openNotifications } from '../notifications/notifications.ts'
import { ownRows } from '../notifications/own-rows.ts'
import type { Database } from '../postgres/database.ts'
import type { CleanupClock } from '../runtime/clock.ts'
import type { Config } from '../runtime/config.ts'
import type { ForgedRows } from '../runtime/forged-rows.ts'
import type { Log } from '../runtime/log.ts'
import type { HealthTimes } from '../runtime/part-health.ts'
import type { RecordKey } from '../secrets/record-key.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { openBotIfConfigured } from '../telegram-bot/bot.ts'

type MessagesDeps = {
  readonly config: Config
  readonly database: Database
  readonly sequencer: Sequencer
  readonly recordKey: RecordKey
  readonly forged: ForgedRows
  readonly clock: CleanupClock
  readonly log: Log
  readonly healthTimes: HealthTimes
}

/** Nothing is sent before `bot.start` and `outbox.start`. */
export async function openMessages(deps: MessagesDeps) {
  const { config, database, sequencer, recordKey, forged, clock, log, healthTimes } = deps
  const rows = ownRows(recordKey.deriveKey('notifications'), forged)
  const notifications = await openNotifications({ database, clock, log, rows })
  const bot = await openBotIfConfigured({
    config,
    database,
    sequencer,
    notifications,
    rows,
    referralKey: recordKey.deriveKey('bot referrals'),
    forged,
    clock,
    log,
    healthTimes,
  })
  const transport = openEmailTransport(config.email, { appName: config.appName, clock, log, healthTimes })
  const outbox = openOutbox({ database, transport, clock, log })
  return { notifications, bot, outbox, notices: freezeNotices({ outbox, botNotices: bot }) }
}
