/** The real sequencer on a real PostgreSQL: how many commands a second become durable, and how long each waits. */

import type { Command } from '../../src/engine/commands.ts'
import { systemClock } from '../../src/server/clock.ts'
import { openPostgresJournal } from '../../src/server/core/postgres-journal.ts'
import { Sequencer } from '../../src/server/core/sequencer.ts'
import type { Database } from '../../src/server/postgres/database.ts'
import { quiet } from '../server/quiet.ts'
import { startWorld } from '../server/world.ts'
import { type Bench, percentile, type Row } from './figures.ts'
import { commandOf, opening, workload } from './workload.ts'

const IN_FLIGHT = [1, 64, 1_024] as const
const SECONDS = 5
/** More than is carried out in the time. */
const STEPS = 600_000

export const benchJournal: Bench = {
  includes:
    'each command with a client id: engine, hashes, packing, commit in PostgreSQL on this disk; no sockets, no listeners',
  async run() {
    const world = await startWorld()
    try {
      const commands = everything()
      const rows: Row[] = []
      for (const inFlight of IN_FLIGHT) rows.push(await measure(await world.newDatabase(), commands, inFlight))
      return rows
    } finally {
      await world.end()
    }
  },
}

function everything(): { readonly before: readonly Command[]; readonly steps: readonly Command[] } {
  const { users, prefill, steps } = workload(1_000, STEPS, 100)
  const before = [...opening(users), ...prefill.map((step) => commandOf(step, true))]
  return { before, steps: steps.map((step) => commandOf(step, true)) }
}

async function measure(database: Database, { before, steps }: ReturnType<typeof everything>, inFlight: number) {
  const sequencer = new Sequencer({ openJournal: () => openPostgresJournal(database), clock: systemClock, log: quiet })
  await sequencer.start(0)
  await submitAll(sequencer, before, 1_024)
  const start = performance.now()
  const waits = await submitAll(sequencer, steps, inFlight, start + SECONDS * 1_000)
  const seconds = (performance.now() - start) / 1_000
  await sequencer.stop()
  return {
    'in flight': inFlight,
    'commands/s': Math.round(waits.length / seconds),
    'p50 ms': percentile(waits, 50),
    'p99 ms': percentile(waits, 99),
  }
}

/** Always so many on their way, in order. What each waited, in milliseconds. */
export async function submitAll(
  sequencer: Sequencer,
  commands: readonly Command[],
  inFlight: number,
  until = Number.POSITIVE_INFINITY,
): Promise<number[]> {
  const waits: number[] = []
  let next = 0
  async function lane(): Promise<void> {
    for (let command = commands[next++]; command !== undefined; command = commands[next++]) {
      const asked = performance.now()
      if (asked > until) return
      await sequencer.submit(command, () => undefined)
      waits.push(performance.now() - asked)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, lane))
  return waits
}
