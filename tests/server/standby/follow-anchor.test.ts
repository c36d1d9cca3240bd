/** The anchor of a process that waits. */

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Exchange, startExchange } from '../../../src/server/exchange.ts'
import type { Database } from '../../../src/server/postgres/database.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { readConfig } from '../../../src/server/runtime/config.ts'
import { systemClock } from '../../../src/server/runtime/system-clock.ts'
import { SecretKeyMismatch } from '../../../src/server/secrets/record-key.ts'
import { openAnchorFollower } from '../../../src/server/standby/follow-anchor.ts'
import { TEST_SECRET_KEY } from '../../fixtures/record-keys.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'

let databases: TestDatabases
let leader: Exchange
let database: Database
/** Of the standby. */
let folder: string
const folders: string[] = []
const newFolder = (): string => {
  const path = scratchFolder()
  folders.push(path)
  return path
}
beforeAll(async () => {
  databases = await startTestDatabases()
})
afterAll(async () => {
  await databases.stop()
  for (const path of folders) rmSync(path, { recursive: true, force: true })
})
beforeEach(async () => {
  const databaseUrl = await databases.newDatabaseUrl()
  const settings = { SECRET_KEY: TEST_SECRET_KEY, PAST_DAYS: '0', PLAY_CHAIN: 'off', PORT: '0' }
  const config = readConfig({ ...settings, DATABASE_URL: databaseUrl, DATA_DIR: newFolder() })
  leader = await startExchange(config, { clock: systemClock(), log: quiet, demoTraders: 'absent' })
  database = await openDatabase({ dataDir: '', databaseUrl, log: quiet })
  folder = newFolder()
})
afterEach(async () => {
  await database.close()
  await leader.stop()
})

const commit = () => leader.sequencer.submit({ type: 'set-rules', rules: 1 }, (state) => state.seq)
const keys = () => ({ dataDir: folder, secretKey: TEST_SECRET_KEY })
const anchor = (): string => join(folder, 'anchor')
const place = (): { readonly batch: number; readonly hash: string } => JSON.parse(readFileSync(anchor(), 'utf8'))
const end = () => ({ batch: leader.sequencer.answered?.batch, hash: leader.sequencer.answered?.hash.toString('hex') })

test('A standby makes its anchor of the newest row, and it follows the journal', async () => {
  const follow = openAnchorFollower({ keys: keys(), log: quiet })
  expect(await follow(database.pool)).toBeUndefined()
  expect(place()).toMatchObject(end())
  for (let batches = 0; batches < 3; batches++) await commit()
  await follow(database.pool)
  expect(place()).toMatchObject(end())
  await commit()
  expect(await openAnchorFollower({ keys: keys(), log: quiet })(database.pool)).toBeUndefined()
  expect(place()).toMatchObject(end())
})

test('The anchor of a standby stays where it is when the journal becomes shorter or has other rows, and the reason is given', async () => {
  const follow = openAnchorFollower({ keys: keys(), log: quiet })
  await commit()
  await follow(database.pool)
  const before = readFileSync(anchor(), 'utf8')
  await database.pool.query('create table kept as select * from journal where batch = (select max(batch) from journal)')
  await database.pool.query('delete from journal where batch = (select max(batch) from journal)')
  expect(await follow(database.pool)).toMatch(
    /^the journal ends before batch \d+, which the anchor says was committed$/,
  )
  await database.pool.query(`insert into journal select * from kept`)
  await database.pool.query(`update journal set payload = '\\x00' where batch = (select max(batch) from journal)`)
  expect(await follow(database.pool)).toMatch(/^batch \d+ of the journal was changed from outside$/)
  expect(readFileSync(anchor(), 'utf8')).toBe(before)
})

test('A standby leaves an anchor alone that is broken, and refuses another SECRET_KEY', async () => {
  writeFileSync(anchor(), 'broken')
  const follow = openAnchorFollower({ keys: keys(), log: quiet })
  expect(await follow(database.pool)).toContain('is broken, or belongs to another exchange')
  expect(readFileSync(anchor(), 'utf8')).toBe('broken')
  const wrong = { dataDir: newFolder(), secretKey: 'another secret key, which is long enough'.replaceAll(' ', '-') }
  await expect(openAnchorFollower({ keys: wrong, log: quiet })(database.pool)).rejects.toThrow(SecretKeyMismatch)
  expect(existsSync(join(wrong.dataDir, 'anchor'))).toBe(false)
})
