/** How each part of the server is, for `/health`. */

import type { NetworkId } from '../../contract/ids.ts'
import { networksOf } from '../../engine/exchange.ts'
import type { GoogleSignIn } from '../auth/google-sign-in.ts'
import type { ConnectedNetwork } from '../custody/base/networks.ts'
import { HISTORY_FAILS } from '../http/routes/health.ts'
import type { Database } from '../postgres/database.ts'
import { SchemaDiffers, schemaComparison } from '../postgres/schema.ts'
import type { Projector } from '../read-models/projector.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import {
  failingIf,
  type HealthOfParts,
  type HealthTimes,
  openPartHealth,
  type PartReading,
  type PartReadings,
} from '../runtime/part-health.ts'
import { openRepeatedCheck, type RepeatedCheck } from '../runtime/repeated-check.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import type { Bot } from '../telegram-bot/bot.ts'
import type { AccountCheck } from '../users/account-check.ts'
import type { Funds } from './open-networks.ts'
import type { Payments, SignerConnection } from './open-payments.ts'

type Healthy = { readonly health: PartReading }

type Parts = {
  readonly databaseCheck: Pick<RepeatedCheck, 'failure'>
  readonly schemaCheck: Pick<RepeatedCheck, 'failure'>
  readonly sequencer: Pick<Sequencer, 'unavailableReason' | 'commitProblem' | 'isStalled'>
  readonly anchorHealth: () => PartReading
  readonly projector: Pick<Projector, 'isFull' | 'isFailing'>
  readonly networks: Funds['networks']
  /** Of the networks, as they were listed at the start. */
  readonly codes: ReadonlyMap<NetworkId, string>
  readonly reconcilers: Payments['reconcilers']
  readonly refusals: Payments['refusals']
  readonly signer: Pick<SignerConnection, 'health'>
  readonly email: Healthy
  readonly bot: Pick<Bot, 'health'>
  readonly fiatRates: Healthy
  readonly google: Pick<GoogleSignIn, 'health' | 'start' | 'stop'>
  readonly accounts: Pick<AccountCheck, 'health' | 'start' | 'stop'>
}

type PartsDeps = Omit<Parts, 'databaseCheck' | 'schemaCheck' | 'codes' | 'sequencer'> & {
  readonly sequencer: Pick<Sequencer, 'unavailableReason' | 'commitProblem' | 'isStalled' | 'read' | 'committed'>
  readonly database: Pick<Database, 'pool'>
  /** Servers of the database that must have a commit before it is answered. */
  readonly copies: number
  readonly clock: Clock
  readonly log: Log
  readonly healthTimes: HealthTimes
}

/** Reads the parts from now on. */
export async function openParts(deps: PartsDeps): Promise<HealthOfParts> {
  const { sequencer, clock, log, healthTimes: times } = deps
  const databaseCheck = openDatabaseCheck(deps)
  const schemaCheck = openSchemaCheck(deps)
  const listed = await sequencer.read(networksOf)
  const codes = new Map(listed.map(({ network: { id, code } }) => [id, code]))
  const parts = { ...deps, databaseCheck, schemaCheck, codes }
  const health = openPartHealth({ readings: () => partReadings(parts), now: clock.now, log, times })
  const checks = [databaseCheck, schemaCheck, deps.google, deps.accounts]
  for (const check of checks) check.start()
  return {
    read: health.read,
    stop() {
      health.stop()
      for (const check of checks) check.stop()
    },
  }
}

class CommandsMissing extends Error {}
class CopiesMissing extends Error {}

/**
 * Whether the database answers, still has the newest command, and has a copy where a commit waits for one. What was committed since
 * the last check tells of the command too: each row of the journal needs the one before.
 */
function openDatabaseCheck({ database, copies, sequencer, healthTimes }: PartsDeps): RepeatedCheck {
  const { databaseMillis: millis } = healthTimes
  let last = 0
  return openRepeatedCheck({
    async check() {
      const { batch, hash } = sequencer.committed ?? { batch: 0, hash: undefined }
      if (batch !== last || hash === undefined) await database.pool.query('select')
      else if ((await database.pool.query(NEWEST, [batch, hash])).rowCount === 0) throw new CommandsMissing()
      last = batch
      if (copies > 1 && (await database.pool.query(COPIES)).rowCount === 0) throw new CopiesMissing()
    },
    reasonOf(error) {
      if (error instanceof CommandsMissing) return 'the journal does not have the newest command: its rows were deleted'
      if (error instanceof CopiesMissing) return 'no copy of the database is connected, and a commit waits for one'
      return `a query failed (${(error as { code?: string }).code ?? 'no code'})`
    },
    pauseMillis: millis,
    retryMillis: millis,
    slowMillis: millis,
  })
}

/** Users without a right see their number only. */
const COPIES = 'select from pg_stat_replication limit 1'
const NEWEST = 'select from journal where batch = $1 and hash = $2'

/** Whether the tables are those of this version. A query that fails is reported by the check of the database. */
function openSchemaCheck({ database, healthTimes }: PartsDeps): RepeatedCheck {
  const { schemaMillis: millis } = healthTimes
  const compare = schemaComparison()
  return openRepeatedCheck({
    check: () => compare(database.pool),
    reasonOf: (error) => (error instanceof SchemaDiffers ? error.message : 'the tables could not be compared'),
    pauseMillis: millis,
    retryMillis: millis,
    slowMillis: millis,
  })
}

function partReadings(parts: Parts): PartReadings {
  const { projector, networks, codes, bot } = parts
  return new Map<string, PartReading>([
    ['database', databaseReading(parts)],
    ['schema', failingIf(parts.schemaCheck.failure)],
    ['anchor', parts.anchorHealth()],
    ['accounts', parts.accounts.health],
    ['read_models', failingIf(projector.isFailing || projector.isFull ? HISTORY_FAILS : undefined)],
    ...Array.from(networks.values(), (network): [string, PartReading] => [
      `network_${codes.get(network.id)}`,
      networkReading(parts, network),
    ]),
    ['signer', parts.signer.health],
    ['email', parts.email.health],
    ['bot', bot.health.bot],
    ['fiat_rates', parts.fiatRates.health],
    ['google_login', parts.google.health],
    ['telegram_login', bot.health.login],
  ])
}

function databaseReading({ sequencer, databaseCheck }: Parts): PartReading {
  const { unavailableReason, commitProblem, isStalled } = sequencer
  if (unavailableReason !== undefined && unavailableReason !== 'stopping') return failingIf(unavailableReason)
  return failingIf(commitProblem ?? (isStalled ? 'it does not answer' : databaseCheck.failure))
}

function networkReading({ reconcilers, refusals }: Parts, network: ConnectedNetwork): PartReading {
  const { health } = network
  if (health.state === 'off') return health
  // The reason of the pause is for operators: it can name amounts.
  if (network.listed()?.paused != null) return { state: 'paused', reason: 'npm run operator -- networks says why' }
  if (health.state === 'failing') return health
  const payments = refusals.get(network.id)?.health
  if (payments !== undefined && payments.state !== 'ok') return payments
  const isOverdue = reconcilers.get(network.id)?.isOverdue === true
  return failingIf(isOverdue ? 'books and chain were not compared for too long' : undefined)
}
