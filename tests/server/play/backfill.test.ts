/** The history backfill in the real process: after a kill in the middle it is completed, once. */

import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { markets } from '../../../src/engine/exchange.ts'
import { startBackfill } from '../../../src/server/play/backfill.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import type { ExecutedCommand } from '../../../src/server/sequencer/execute-batch.ts'
import { replayJournal } from '../../../src/server/sequencer/replay-journal.ts'
import { Sequencer } from '../../../src/server/sequencer/sequencer.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { openTestJournal } from '../../fixtures/record-keys.ts'
import { scratchDataDir } from '../../fixtures/scratch-folder.ts'
import { freePort, type RunningServer, spawnServer, startServer } from '../../fixtures/server-process.ts'
import { quiet } from '../../fixtures/silent-log.ts'

const folder = scratchDataDir()
let server: RunningServer | undefined
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const DAY = 24 * 60 * 60 * 1_000
const settings = { PAST_DAYS: '1', SEED: '7', JOURNAL_KEEP: 'on' }

async function history(): Promise<{ done: ExecutedCommand[]; candles: number; summed: bigint; traded: bigint }> {
  const database = await openDatabase({ dataDir: folder, databaseUrl: undefined, log: quiet })
  try {
    const done: ExecutedCommand[] = []
    const journal = await openTestJournal(database, { dataDir: folder })
    const { state } = await replayJournal(journal, (batch) => void done.push(...batch))
    const tickLots = new Map(Array.from(markets(state), ({ pair }) => [pair.id, pair.tickLot]))
    await journal.close()
    const { rows } = await database.pool.query<{ candles: number; summed: bigint }>(
      "select count(*) as candles, sum(turnover) as summed from candles where timeframe = '15m'",
    )
    return { done, candles: rows[0]?.candles ?? 0, summed: rows[0]?.summed ?? 0n, traded: turnoverOf(done, tickLots) }
  } finally {
    await database.close()
  }
}

/** The turnover of all trades, from the events. */
function turnoverOf(done: readonly ExecutedCommand[], tickLots: ReadonlyMap<number, bigint>): bigint {
  let sum = 0n
  for (const { outcome } of done)
    for (const event of outcome.events)
      if (event.type === 'traded')
        sum += BigInt(event.price) * BigInt(event.quantity) * (tickLots.get(event.pair) ?? 0n)
  return sum
}

/** Starts the backfill and stops it immediately, like a start killed early. */
async function beginBackfill(): Promise<void> {
  const database = await openDatabase({ dataDir: folder, databaseUrl: undefined, log: quiet })
  const clock = { now: () => Date.now() - DAY }
  const sequencer = new Sequencer({
    openJournal: () => openTestJournal(database, { dataDir: folder }),
    clock,
    log: quiet,
  })
  await sequencer.start(0)
  await startBackfill(sequencer)
  await sequencer.stop()
  await database.close()
}

test('A backfill interrupted by kill -9 is completed by the next start, which reports its progress, and not repeated', async () => {
  await beginBackfill()
  const port = await freePort()
  const shown = { ...settings, LOG_LEVEL: 'info' }
  const first = spawnServer(folder, port, shown)
  await eventually(() => first.output().includes('"backfill.progress"'))
  await first.kill(true)
  const started = Date.now()
  server = await startServer(folder, port, shown)
  expect(await server.stop()).toBe(0)
  const shares = Array.from(server.output().matchAll(/"backfill\.progress","percent":(\d+)/g), ([, share]) =>
    Number(share),
  )
  expect(shares).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
  const backfilled = await history()
  server = await startServer(folder, port, settings)
  expect(await server.stop()).toBe(0)
  server = undefined
  const again = await history()

  const timestamps = backfilled.done.map(({ at }) => at)
  expect(timestamps[0]).toBeLessThan(started - DAY + 60_000)
  expect(timestamps.every((at, index) => index === 0 || at >= (timestamps[index - 1] ?? 0))).toBe(true)
  // Trading occurs every 100 seconds of the day, also around the kill.
  const gaps = timestamps.slice(1).map((at, index) => at - (timestamps[index] ?? at))
  expect(Math.max(...gaps)).toBeLessThanOrEqual(200_000)
  expect(backfilled.done.length).toBeGreaterThan(40_000)
  expect(backfilled.candles).toBeGreaterThan(10 * 90)
  expect(backfilled.summed).toBe(backfilled.traded)
  expect(again.summed).toBe(again.traded)
  // Later commands are live: a few, with timestamps of today.
  const later = again.done.slice(backfilled.done.length)
  expect(later.length).toBeLessThan(1_000)
  expect(later.every(({ at }) => at >= started)).toBe(true)
})
