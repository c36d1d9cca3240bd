/** How long a start takes, from the beginning and from a snapshot, and how long orders wait while one is taken. */

import type { Command } from '../../src/engine/commands.ts'
import { freeze } from '../../src/engine/snapshot.ts'
import { systemClock } from '../../src/server/clock.ts'
import { openPostgresJournal } from '../../src/server/core/postgres-journal.ts'
import { postgresSnapshots } from '../../src/server/core/postgres-snapshots.ts'
import { type Recovered, recover } from '../../src/server/core/recovery.ts'
import { Sequencer } from '../../src/server/core/sequencer.ts'
import { newestThatFits, openSnapshots } from '../../src/server/core/snapshots.ts'
import type { Database } from '../../src/server/postgres/database.ts'
import { quiet } from '../server/quiet.ts'
import { startWorld } from '../server/world.ts'
import { type Bench, millisOf, percentile, type Row, rounded } from './figures.ts'
import { submitAll } from './journal.ts'
import { carryOut, commandOf, newExchange, opening, workload } from './workload.ts'

const COMMANDS = 1_000_000
const USERS = 1_000
const LIVE = 5_000

export const benchRecovery: Bench = {
  includes:
    'reading from PostgreSQL, unpacking, carrying out, comparing every hash; a client id for every order is remembered, or none',
  async run() {
    const world = await startWorld()
    try {
      const rows: Row[] = []
      for (const withIds of [true, false]) rows.push(...(await restarts(await world.newDatabase(), withIds)))
      return [...rows, pause('pause for a snapshot', LIVE, USERS), pause('pause for a snapshot', 62_000, 1_240)]
    } finally {
      await world.end()
    }
  },
}

async function restarts(database: Database, withIds: boolean): Promise<Row[]> {
  await fill(database, withIds)
  const journal = await openPostgresJournal(database)
  const heard = (): void => undefined
  const store = postgresSnapshots(database.pool)
  let now: Recovered | undefined
  const fromZero = await millisOf(async () => {
    now = await recover(journal, heard)
  })
  if (now === undefined) throw new Error('what was written is there')
  const { state } = now
  const snapshots = openSnapshots({ store, log: quiet, every: 0 })
  snapshots.consider(now)
  while ((await store.heads()).length === 0) await new Promise((wake) => setTimeout(wake, 100))
  let thawed: Recovered | undefined
  const fromSnapshot = await millisOf(async () => {
    thawed = await newestThatFits(store, quiet, journal, state.seq)
  })
  await journal.close()
  if (thawed?.state.seq !== state.seq) throw new Error('the snapshot is used')
  const remembered = [...state.remembered.users.values()].reduce((sum, { byId }) => sum + byId.size, 0)
  const about = { commands: state.seq, 'open orders': state.orders.size, 'remembered requests': remembered }
  return [
    { what: 'start from the beginning', ...about, ms: rounded(fromZero) },
    { what: 'start from a snapshot', ...about, ms: rounded(fromSnapshot) },
  ]
}

async function fill(database: Database, withIds: boolean): Promise<void> {
  const { users, prefill, steps } = workload(LIVE, COMMANDS - LIVE - USERS - 3, 500, USERS)
  const commands: Command[] = [...opening(users), ...[...prefill, ...steps].map((step) => commandOf(step, withIds))]
  const sequencer = new Sequencer({ openJournal: () => openPostgresJournal(database), clock: systemClock, log: quiet })
  await sequencer.start(0)
  await submitAll(sequencer, commands, 1_024)
  await sequencer.stop()
}

/** Only the freezing happens at once; the median of several. */
function pause(what: string, live: number, users: number): Row {
  const { prefill } = workload(live, 0, 500, users)
  const state = newExchange(users)
  for (const step of prefill) carryOut(state, commandOf(step))
  const times = Array.from({ length: 9 }, () => {
    const start = performance.now()
    freeze(state)
    return performance.now() - start
  })
  return {
    what,
    commands: state.seq,
    'open orders': state.orders.size,
    'remembered requests': 0,
    ms: percentile(times, 50),
  }
}
