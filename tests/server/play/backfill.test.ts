/** The week before the first start, in the real process: killed in the middle, it is lived to its end, once. */

import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import type { Done } from '../../src/server/core/carry-out.ts'
import { openPostgresJournal } from '../../src/server/core/postgres-journal.ts'
import { recover } from '../../src/server/core/recovery.ts'
import { Sequencer } from '../../src/server/core/sequencer.ts'
import { openPast } from '../../src/server/demo/past.ts'
import { openDatabase } from '../../src/server/postgres/database.ts'
import { quiet } from './quiet.ts'
import { freePort, type RunningServer, spawnServer, startServer } from './running-server.ts'
import { scratchFolder } from './world.ts'

const folder = scratchFolder()
let server: RunningServer | undefined
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const DAY = 24 * 60 * 60 * 1_000
const settings = { PAST_DAYS: '1', SEED: '7', JOURNAL_KEEP: 'on' }

async function history(): Promise<{ done: Done[]; candles: number; summed: bigint; traded: bigint }> {
  const database = await openDatabase({ dataDir: folder, databaseUrl: undefined, log: quiet })
  try {
    const done: Done[] = []
    const journal = await openPostgresJournal(database)
    const { state } = await recover(journal, (batch) => void done.push(...batch))
    const tickLots = new Map([...state.markets].map(([id, { pair }]) => [id, pair.tickLot]))
    await journal.close()
    const { rows } = await database.pool.query<{ candles: number; summed: bigint }>(
      "select count(*) as candles, sum(turnover) as summed from candles where timeframe = '15m'",
    )
    return { done, candles: rows[0]?.candles ?? 0, summed: rows[0]?.summed ?? 0n, traded: turnoverOf(done, tickLots) }
  } finally {
    await database.close()
  }
}

/** Of every trade there was, straight from the events. */
function turnoverOf(done: readonly Done[], tickLots: ReadonlyMap<number, bigint>): bigint {
  let sum = 0n
  for (const { outcome } of done)
    for (const event of outcome.events)
      if (event.type === 'traded')
        sum += BigInt(event.price) * BigInt(event.quantity) * (tickLots.get(event.pair) ?? 0n)
  return sum
}

/** As far as a start comes that is killed when it has hardly begun. */
async function beginThePast(): Promise<void> {
  const database = await openDatabase({ dataDir: folder, databaseUrl: undefined, log: quiet })
  const clock = { now: () => Date.now() - DAY }
  const sequencer = new Sequencer({ openJournal: () => openPostgresJournal(database), clock, log: quiet })
  await sequencer.start(0)
  await openPast(sequencer)
  await sequencer.stop()
  await database.close()
}

test('a past that was cut off is lived to its end, and not twice', async () => {
  await beginThePast()
  const port = await freePort()
  const first = spawnServer(folder, port, settings)
  // The database takes as long as the machine lets it; the past begins a little later.
  while (!existsSync(join(folder, 'pg', 'postmaster.pid'))) await sleep(20)
  await sleep(1_000)
  await first.kill(true)
  const started = Date.now()
  server = await startServer(folder, port, settings)
  expect(await server.stop()).toBe(0)
  const lived = await history()
  server = await startServer(folder, port, settings)
  expect(await server.stop()).toBe(0)
  server = undefined
  const again = await history()

  const stamps = lived.done.map(({ at }) => at)
  expect(stamps[0]).toBeLessThan(started - DAY + 60_000)
  expect(stamps.every((at, index) => index === 0 || at >= (stamps[index - 1] ?? 0))).toBe(true)
  // Every 100 seconds of the day there was trading, across the kill too.
  const gaps = stamps.slice(1).map((at, index) => at - (stamps[index] ?? at))
  expect(Math.max(...gaps)).toBeLessThanOrEqual(200_000)
  expect(lived.done.length).toBeGreaterThan(40_000)
  expect(lived.candles).toBeGreaterThan(10 * 90)
  expect(lived.summed).toBe(lived.traded)
  expect(again.summed).toBe(again.traded)
  // What comes later is live: a few commands, with stamps of today.
  const later = again.done.slice(lived.done.length)
  expect(later.length).toBeLessThan(1_000)
  expect(later.every(({ at }) => at >= started)).toBe(true)
}, 120_000)
