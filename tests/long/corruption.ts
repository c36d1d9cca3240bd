/**
 * Random corruptions and forgeries of a real database, each on a copy. A start must refuse and name the place, or skip the
 * snapshot and reach the right state; what a start does not read must be found by `npm run replay -- --verify`.
 */

import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { HealthView } from '../../src/contract/api.ts'
import { startExchange } from '../../src/server/exchange.ts'
import { random } from '../../src/server/play/random.ts'
import { readConfig } from '../../src/server/runtime/config.ts'
import { openLog } from '../../src/server/runtime/log.ts'
import { systemClock } from '../../src/server/runtime/system-clock.ts'
import { stateHash } from '../../src/server/sequencer/state-hash.ts'
import { COPIED_TABLES } from '../../src/server/tools/rebuild-read-models.ts'
import { replayStored } from '../../src/server/tools/replay.ts'
import { openStoredExchange } from '../../src/server/tools/stored-exchange.ts'
import { TEST_SECRET_KEY } from '../fixtures/record-keys.ts'
import { scratchFolder } from '../fixtures/scratch-folder.ts'
import { startTestDatabases } from '../fixtures/test-database.ts'
import { type Corruption, corruptRandomRow } from './corrupt-row.ts'
import { EDITED_ACCOUNT } from './forge.ts'
import { recordHistory } from './history.ts'
import { randomSeed, roundsOf, type Suite, tally } from './suite.ts'

const CORRUPTIONS = 400
/** A round over all accounts takes less, also on a slow machine. */
const ACCOUNTS_MILLIS = 60_000
const RIGHT = 'the result is right'

/** `no effect`: the change is repaired by the start, and a verification finds nothing. */
type Found = {
  readonly type:
    | 'account frozen'
    | 'start refused'
    | 'snapshot skipped'
    | 'found by verify'
    | 'no effect'
    | 'undetected'
  readonly reason: string
}

export const corruption: Suite = {
  about: `${CORRUPTIONS} random corruptions and forgeries of the record; --rounds sets their number`,
  async run(options, report) {
    const seed = options.seed ?? randomSeed()
    const counts = tally()
    const violations: string[] = []
    const databases = await startTestDatabases()
    const folder = scratchFolder()
    try {
      const original = await databases.newDatabaseUrl()
      const older: string[] = []
      const keep = async (): Promise<number> => older.push(await databases.copyOf(original))
      const expected = await recordHistory(original, folder, keep)
      const anchor = join(folder, 'anchor')
      const intact = await check(await databases.copyOf(original), anchor, { kind: 'none', place: '' }, expected)
      if (intact.reason !== RIGHT) throw new Error(`the intact copy: ${intact.type}, ${intact.reason}`)
      for (const round of roundsOf(options, CORRUPTIONS)) {
        const isOlder = round % 20 === 0
        const copy = await databases.copyOf(isOlder ? String(older[round % older.length]) : original)
        const corrupted = isOlder ? OLDER : await corruptCopy(copy, seed + round)
        const { kind, place } = corrupted
        const found = await check(copy, anchor, corrupted, expected)
        await databases.drop(copy)
        counts.add(`${kind}: ${found.type}`)
        if (found.type !== 'undetected') continue
        const violation = `--seed ${seed + round - 1} --rounds 1: ${kind} (${place}): ${found.reason}`
        violations.push(violation)
        report(violation)
      }
    } finally {
      await databases.stop()
      rmSync(folder, { recursive: true, force: true })
    }
    return { rows: counts.rows().sort(), violations }
  },
}

async function corruptCopy(databaseUrl: string, seed: number): Promise<Corruption> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await corruptRandomRow(client, random(seed))
  } finally {
    await client.end()
  }
}

/** A database as it was before, without a fault in itself. */
const OLDER: Corruption = { kind: 'an older database', place: 'everything' }

async function check(databaseUrl: string, anchor: string, corruption: Corruption, expected: Buffer): Promise<Found> {
  const dataDir = scratchFolder()
  copyFileSync(anchor, join(dataDir, 'anchor'))
  try {
    const started = await start(databaseUrl, dataDir, expected, corruption.kind)
    if (started.reason !== RIGHT) return started
    const problem = await verify(databaseUrl, dataDir)
    if (problem !== undefined) return { type: 'found by verify', reason: problem }
    const reason = whyWithoutEffect(corruption)
    return reason === undefined ? started : { type: 'no effect', reason }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Why a change that leads to the right state, and that a verification does not find, needs no detection. */
function whyWithoutEffect({ kind, place }: Corruption): string | undefined {
  if (kind === 'a changed position') return 'the start applied commands again that this read model does not add up'
  if (place.startsWith('snapshot_chunks.chunk ')) return 'the chunks are still in the same order'
  // The verification has loaded the snapshot and compared its state: the bit is one that the decompression ignores.
  return place.startsWith('snapshot_chunks.payload ') ? 'the chunk has the same content' : undefined
}

async function compareAccounts(address: string): Promise<Found> {
  for (const until = performance.now() + ACCOUNTS_MILLIS; performance.now() < until; await sleep(50)) {
    const { parts } = (await (await fetch(`${address}/health`)).json()) as HealthView
    const { state, reason = '' } = parts?.accounts ?? {}
    if (state === 'failing') return { type: 'account frozen', reason }
  }
  return { type: 'undetected', reason: 'the accounts were compared' }
}

async function verify(databaseUrl: string, dataDir: string): Promise<string | undefined> {
  let stored: Awaited<ReturnType<typeof openStoredExchange>> | undefined
  try {
    stored = await openStoredExchange({ dataDir, databaseUrl, secretKey: TEST_SECRET_KEY }, COPIED_TABLES)
    return (await replayStored(stored, true)).problem
  } catch (error) {
    return String(error)
  } finally {
    await stored?.close()
  }
}

async function start(databaseUrl: string, dataDir: string, expected: Buffer, kind: string): Promise<Found> {
  const lines: string[] = []
  const log = openLog('warn', { write: (line) => void lines.push(line) })
  const places = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SECRET_KEY: TEST_SECRET_KEY }
  const config = readConfig({ ...places, PORT: '0', PAST_DAYS: '0', JOURNAL_KEEP: 'on', PLAY_CHAIN: 'off' })
  let exchange: Awaited<ReturnType<typeof startExchange>> | undefined
  try {
    exchange = await startExchange(config, { clock: systemClock(), log, demoTraders: 'absent' })
    if (kind === EDITED_ACCOUNT) return await compareAccounts(exchange.address)
    const hash = await exchange.sequencer.read((state) => stateHash(state))
    if (!hash.equals(expected)) return { type: 'undetected', reason: 'the start took another state' }
    const skipped = lines.find((line) => line.includes('snapshot.skipped'))
    if (skipped !== undefined) return { type: 'snapshot skipped', reason: skipped }
    return { type: 'undetected', reason: RIGHT }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const isNamed = /batch \d+|journal_identity|position|command \d+|this journal is|record key|SECRET_KEY|anchor/.test(
      reason,
    )
    return { type: isNamed ? 'start refused' : 'undetected', reason: `the start failed with: ${reason}` }
  } finally {
    await exchange?.stop()
  }
}
