/** Duration of a start from the whole journal and from a snapshot, and the pause while a snapshot is saved. */

import type { Command } from '../../src/engine/exchange.ts'
import { openOrders, type State, saveSnapshot, stateLines } from '../../src/engine/exchange.ts'
import type { Database } from '../../src/server/postgres/database.ts'
import { systemClock } from '../../src/server/runtime/system-clock.ts'
import { postgresSnapshots } from '../../src/server/sequencer/postgres-snapshots.ts'
import { type Replayed, replayJournal } from '../../src/server/sequencer/replay-journal.ts'
import { Sequencer } from '../../src/server/sequencer/sequencer.ts'
import { newestUsableSnapshot, openSnapshots } from '../../src/server/sequencer/snapshots.ts'
import { openTestJournal } from '../fixtures/record-keys.ts'
import { quiet } from '../fixtures/silent-log.ts'
import { startTestDatabases } from '../fixtures/test-database.ts'
import { submitAll } from './journal.ts'
import { type Bench, millisOf, percentile, type Row, rounded } from './statistics.ts'
import { commandOf, executeNext, newExchange, opening, workload } from './workload.ts'

const COMMANDS = 1_000_000
const USERS = 1_000
const LIVE = 5_000

export const benchRecovery: Bench = {
  includes:
    'reading from PostgreSQL, decoding, execution, verification of every hash; with and without a client id for every order',
  async run() {
    const databases = await startTestDatabases()
    try {
      const rows: Row[] = []
      for (const withIds of [true, false]) rows.push(...(await restarts(await databases.newDatabase(), withIds)))
      return [...rows, pause('pause for a snapshot', LIVE, USERS), pause('pause for a snapshot', 62_000, 1_240)]
    } finally {
      await databases.stop()
    }
  },
}

async function restarts(database: Database, withIds: boolean): Promise<Row[]> {
  await fill(database, withIds)
  const journal = await openTestJournal(database)
  const ignoreBatch = (): void => undefined
  const store = postgresSnapshots(database.pool)
  let recovered: Replayed | undefined
  const fromZero = await millisOf(async () => {
    recovered = await replayJournal(journal, ignoreBatch)
  })
  if (recovered === undefined) throw new Error('the journal is empty')
  const { state } = recovered
  const snapshots = openSnapshots({ store, log: quiet, interval: 0 })
  snapshots.afterCommit(recovered)
  while ((await store.heads()).length === 0) await new Promise((wake) => setTimeout(wake, 100))
  let loaded: Replayed | undefined
  const fromSnapshot = await millisOf(async () => {
    loaded = await newestUsableSnapshot(store, quiet, journal, state.seq)
  })
  await journal.close()
  if (loaded?.state.seq !== state.seq) throw new Error('the snapshot was not used')
  const entries = [...stateLines(state)].filter((line) => 'remembered' in line).length
  const about = { commands: state.seq, 'open orders': openOrderCount(state), 'idempotency entries': entries }
  return [
    { what: 'start from the whole journal', ...about, ms: rounded(fromZero) },
    { what: 'start from a snapshot', ...about, ms: rounded(fromSnapshot) },
  ]
}

async function fill(database: Database, withIds: boolean): Promise<void> {
  const { users, prefill, steps } = workload(LIVE, COMMANDS - LIVE - USERS - 3, 500, USERS)
  const commands: Command[] = [...opening(users), ...[...prefill, ...steps].map((step) => commandOf(step, withIds))]
  const sequencer = new Sequencer({
    openJournal: () => openTestJournal(database),
    clock: systemClock(),
    log: quiet,
  })
  await sequencer.start(0)
  await submitAll(sequencer, commands, 1_024)
  await sequencer.stop()
}

/** The synchronous part of a snapshot: median of nine runs. */
function pause(what: string, live: number, users: number): Row {
  const { prefill } = workload(live, 0, 500, users)
  const state = newExchange(users)
  for (const step of prefill) executeNext(state, commandOf(step))
  const times = Array.from({ length: 9 }, () => {
    const start = performance.now()
    saveSnapshot(state)
    return performance.now() - start
  })
  return {
    what,
    commands: state.seq,
    'open orders': openOrderCount(state),
    'idempotency entries': 0,
    ms: percentile(times, 50),
  }
}

const openOrderCount = (state: State): number => [...openOrders(state)].length
