/** The sequencer with its journal and its snapshots in PostgreSQL. */

import type { Seq } from '../contract/ids.ts'
import type { Database } from './postgres/database.ts'
import { commandClock } from './runtime/command-clock.ts'
import type { Config } from './runtime/config.ts'
import type { Log } from './runtime/log.ts'
import type { SteadyClock } from './runtime/steady-clock.ts'
import { storedPositions } from './sequencer/consumer-positions.ts'
import { openPostgresJournal } from './sequencer/postgres-journal.ts'
import { postgresSnapshots } from './sequencer/postgres-snapshots.ts'
import { Sequencer } from './sequencer/sequencer.ts'
import { openSnapshots } from './sequencer/snapshots.ts'
import { startWithRetry } from './sequencer/start-with-retry.ts'

/** Not started yet. `stamps` is the clock of its commands. */
export function openSequencer(database: Database, config: Config, clock: SteadyClock, log: Log) {
  const stamps = commandClock(clock, () => performance.now())
  const store = postgresSnapshots(database.pool, !config.keepJournal)
  const sequencer = new Sequencer({
    openJournal: () => openPostgresJournal(database),
    clock: stamps,
    log,
    snapshots: openSnapshots({ store, log }),
    positions: () => storedPositions(database.pool),
  })
  const start = async (lastDelivered: Seq): Promise<void> => {
    await startWithRetry(sequencer, lastDelivered)
    stamps.notBefore(await sequencer.read(({ at }) => at))
  }
  return { sequencer, stamps, store, start }
}
