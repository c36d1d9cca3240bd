/** The sequencer with its journal and its snapshots in PostgreSQL, and the key of the record. */

import type { Seq } from '../../contract/ids.ts'
import type { Database } from '../postgres/database.ts'
import { commandClock } from '../runtime/command-clock.ts'
import type { Config } from '../runtime/config.ts'
import type { Log } from '../runtime/log.ts'
import type { HealthTimes, PartReading } from '../runtime/part-health.ts'
import type { SteadyClock } from '../runtime/steady-clock.ts'
import { openRecordKey } from '../secrets/record-key.ts'
import { openAnchor } from '../sequencer/anchor.ts'
import { openAnchorCommand } from '../sequencer/anchor-command.ts'
import { storedPositions, verifyIdentity } from '../sequencer/consumer-positions.ts'
import { type Journal, recordHashes } from '../sequencer/journal.ts'
import { readIdentity } from '../sequencer/journal-identity.ts'
import { openPostgresJournal } from '../sequencer/postgres-journal.ts'
import { postgresSnapshots } from '../sequencer/postgres-snapshots.ts'
import { Sequencer } from '../sequencer/sequencer.ts'
import { openSnapshots, stateAt } from '../sequencer/snapshots.ts'
import { startWithRetry } from '../sequencer/start-with-retry.ts'
import type { WriterSession } from '../sequencer/writer-session.ts'

type OpenDeps = {
  readonly database: Database
  readonly config: Config
  readonly clock: SteadyClock
  readonly monotonic?: () => number
  readonly log: Log
  readonly healthTimes: HealthTimes
  readonly session: WriterSession | undefined
}

/** Not started yet. `stamps` is the clock of its commands. */
export async function openSequencer(deps: OpenDeps) {
  const { database, config, clock, monotonic = () => performance.now(), log, healthTimes } = deps
  // First: with the id of another journal no key opens the record key.
  verifyIdentity(await readIdentity(database.pool), await storedPositions(database.pool))
  const recordKey = await openRecordKey(database.pool, config)
  if (config.oldSecretKey !== undefined)
    log.warn({ event: 'secret-key.changed' }, 'the record key is encrypted under SECRET_KEY: remove SECRET_KEY_OLD')
  const key = recordKey.deriveKey('journal')
  const stamps = commandClock(clock, monotonic)
  let projected = (): Seq => 0
  const store = postgresSnapshots(database.pool, !config.keepJournal, () => projected())
  const anchor = openAnchor({ ...config, key: recordKey.deriveKey('anchor'), log })
  const anchorCommand = openAnchorCommand({
    anchor,
    command: config.anchorCommand,
    pauseMillis: healthTimes.anchorMillis,
  })
  let { session } = deps
  async function openJournal(): Promise<Journal> {
    const own = { session, copies: config.journalCopies }
    session = undefined
    return anchor.verified(await openPostgresJournal(database, key, own))
  }
  const sequencer = new Sequencer({
    openJournal,
    clock: stamps,
    log,
    snapshots: openSnapshots({ store, log }),
    positions: () => storedPositions(database.pool),
  })
  /** `seq`: the last command that all read models contain. */
  async function start(readModels: { readonly seq: Seq }): Promise<void> {
    projected = () => readModels.seq
    await startWithRetry(sequencer, readModels.seq)
    stamps.notBefore(await sequencer.read(({ at }) => at))
    await anchor.follow(sequencer)
    anchorCommand.start()
  }
  async function stop(): Promise<void> {
    anchorCommand.stop()
    await sequencer.stop()
    await anchor.stop()
  }
  const anchorHealth = (): PartReading => (anchor.health.state === 'ok' ? anchorCommand.health : anchor.health)
  const readState = async (seq: Seq) => stateAt(store, seq, recordHashes(key, await readIdentity(database.pool)))
  return { sequencer, stamps, stateAt: readState, start, stop, recordKey, anchorHealth }
}
