/** The sequencer on a real PostgreSQL: committed commands per second, and their latency. */

import type { Command } from '../../src/engine/exchange.ts'
import type { Database } from '../../src/server/postgres/database.ts'
import { systemClock } from '../../src/server/runtime/system-clock.ts'
import { Sequencer } from '../../src/server/sequencer/sequencer.ts'
import { openTestJournal } from '../fixtures/record-keys.ts'
import { quiet } from '../fixtures/silent-log.ts'
import { startTestDatabases } from '../fixtures/test-database.ts'
import { type Bench, percentile, type Row } from './statistics.ts'
import { commandOf, opening, workload } from './workload.ts'

const IN_FLIGHT = [1, 64, 1_024] as const
const SECONDS = 5
/** More commands than can be executed in the time. */
const STEPS = 600_000

export const benchJournal: Bench = {
  includes:
    'each command with a client id: engine, hashes, encoding, commit in PostgreSQL on this disk; no sockets, no listeners',
  async run() {
    const databases = await startTestDatabases()
    try {
      const commands = allCommands()
      const rows: Row[] = []
      for (const inFlight of IN_FLIGHT) rows.push(await measure(await databases.newDatabase(), commands, inFlight))
      return rows
    } finally {
      await databases.stop()
    }
  },
}

function allCommands(): { readonly before: readonly Command[]; readonly steps: readonly Command[] } {
  const { users, prefill, steps } = workload(1_000, STEPS, 100)
  const before = [...opening(users), ...prefill.map((step) => commandOf(step, true))]
  return { before, steps: steps.map((step) => commandOf(step, true)) }
}

async function measure(database: Database, { before, steps }: ReturnType<typeof allCommands>, inFlight: number) {
  const sequencer = new Sequencer({
    openJournal: () => openTestJournal(database),
    clock: systemClock(),
    log: quiet,
  })
  await sequencer.start(0)
  await submitAll(sequencer, before, 1_024)
  const start = performance.now()
  const latencies = await submitAll(sequencer, steps, inFlight, start + SECONDS * 1_000)
  const seconds = (performance.now() - start) / 1_000
  await sequencer.stop()
  return {
    'in flight': inFlight,
    'commands/s': Math.round(latencies.length / seconds),
    'p50 ms': percentile(latencies, 50),
    'p99 ms': percentile(latencies, 99),
  }
}

/** Submits the commands in order with `inFlight` pending. Returns the latencies in milliseconds. */
export async function submitAll(
  sequencer: Sequencer,
  commands: readonly Command[],
  inFlight: number,
  until = Number.POSITIVE_INFINITY,
): Promise<number[]> {
  const latencies: number[] = []
  let next = 0
  async function lane(): Promise<void> {
    for (let command = commands[next++]; command !== undefined; command = commands[next++]) {
      const submitted = performance.now()
      if (submitted > until) return
      await sequencer.submit(command, () => undefined)
      latencies.push(performance.now() - submitted)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, lane))
  return latencies
}
