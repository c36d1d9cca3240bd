/** Starts that rows of another program make impossible: the sentence says which row to put right, and the next start goes on. */

import { rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Exchange, startExchange } from '../../../src/server/exchange.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { readConfig } from '../../../src/server/runtime/config.ts'
import { systemClock } from '../../../src/server/runtime/system-clock.ts'
import { LIVE_MODE } from '../../fixtures/live-mode.ts'
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

const problemOfStart = (): Promise<string> =>
  start().then(
    () => 'started',
    (error: Error) => error.message,
  )

const sql = (text: string, ...values: unknown[]) => database.pool.query(text, values)

test('A start that finds a row of another program after the last one of the journal says which row to delete', async () => {
  await start()
  await stop()
  const { rows } = await sql(`insert into journal
      (batch, first_seq, last_seq, prev_hash, event_hash, format, rules, payload, hash)
    select batch + 1, last_seq + 1, last_seq + 1, hash, event_hash, format, rules, payload, event_hash from journal
    order by batch desc limit 1 returning batch`)
  const { batch } = rows[0]
  expect(await problemOfStart()).toContain(
    `the last one that the anchor knows is ${batch - 1}: if another program has stored this one, delete it, and all rows of the table journal from batch ${batch} on`,
  )
  await sql('delete from journal where batch >= $1', batch)
  expect(await problemOfStart()).toBe('started')
})

test('A start that another program has made impossible by a changed record key names the row', async () => {
  await start()
  const { rows } = await sql("select value from settings where name = 'record-key'")
  await sql("update settings set value = repeat('A', length(value)) where name = 'record-key'")
  await stop()
  expect(await problemOfStart()).toContain('the row record-key of the table settings')
  await sql("update settings set value = $1 where name = 'record-key'", rows[0].value)
  expect(await problemOfStart()).toBe('started')
})

test('A start with an empty table journal_identity says where its uuid is, too', async () => {
  await start()
  await stop()
  await sql('delete from journal_identity')
  expect(await problemOfStart()).toContain('id: the uuid in the column journal of projection_positions')
  await sql(`insert into journal_identity (id, created_at, first_batch)
    select journal, 0, (select min(batch) from journal) from projection_positions where journal is not null limit 1`)
  expect(await problemOfStart()).toBe('started')
})

test('A start after a change of the id of journal_identity names it, and the id that the read models know', async () => {
  await start()
  await stop()
  const { rows } = await sql('select id::text from journal_identity')
  await sql('update journal_identity set id = gen_random_uuid()')
  expect(await problemOfStart()).toContain(`set the id of journal_identity to ${rows[0].id} and start again`)
  await sql('update journal_identity set id = $1', rows[0].id)
  expect(await problemOfStart()).toBe('started')
})
