/** What a refused start tells an operator about a loss, when another program has changed the newest row that is left. */

import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Exchange, startExchange } from '../../../src/server/exchange.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { readConfig } from '../../../src/server/runtime/config.ts'
import { systemClock } from '../../../src/server/runtime/system-clock.ts'
import { LIVE_MODE } from '../../fixtures/live-mode.ts'
import { runOperator } from '../../fixtures/operator-tool.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'

const PLAY = { SECRET_KEY: LIVE_MODE.SECRET_KEY, PAST_DAYS: '0', PLAY_CHAIN: 'off' }
let databases: TestDatabases
let folder: string
let url: string
let running: Exchange | undefined
let database: Database

beforeAll(async () => {
  databases = await startTestDatabases()
})
afterAll(() => databases?.stop())
beforeEach(async () => {
  folder = scratchFolder()
  url = await databases.newDatabaseUrl()
  database = await openDatabase({ dataDir: '', databaseUrl: url, log: quiet })
})
afterEach(async () => {
  await stop()
  await database?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<Exchange> {
  const config = readConfig({ ...PLAY, DATABASE_URL: url, DATA_DIR: folder, PORT: '0' }, [])
  running = await startExchange(config, { clock: systemClock(), log: quiet, demoTraders: 'absent' })
  return running
}

async function stop(): Promise<void> {
  await running?.stop()
  running = undefined
}

const sql = (text: string, ...values: unknown[]) => database.pool.query(text, values)
const accept = () => runOperator(folder, ['anchor', 'accept', '--as', 'ann', '--reason', 'one command was lost'])

test('A start that misses rows does not tell an operator how much is lost from a newest row that was changed, and this loss cannot be accepted', async () => {
  const { sequencer } = await start()
  const kept = sequencer.committed?.batch
  const seq = await sequencer.read((state) => state.seq)
  for (let more = 0; more < 20; more++) await sequencer.submit({ type: 'set-rules', rules: 1 }, () => undefined)
  await stop()
  await sql('delete from snapshots where batch > $1', kept)
  await sql('delete from journal where batch > $1', kept)
  await sql('update projection_positions set seq = $1', seq)
  await expect(start()).rejects.toThrow(`It ends with batch ${kept}, command ${seq}, of `)
  await sql('update journal set last_seq = last_seq + 19 where batch = $1', kept)
  await expect(start()).rejects.toThrow(`Its newest row, batch ${kept}, was changed from outside`)
  // Also not with what the start before has told.
  expect((await accept()).problem).toContain('start the exchange first')
  expect(existsSync(join(folder, 'anchor.accepted'))).toBe(false)
  await sql('update journal set last_seq = last_seq - 19 where batch = $1', kept)
  await expect(start()).rejects.toThrow(`It ends with batch ${kept}, command ${seq}, of `)
  expect((await accept()).code).toBe(0)
  await start()
})
