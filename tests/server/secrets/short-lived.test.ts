/** Values that expire, in a table that other programs can write. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { dump } from '../../../src/server/backup/dump.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { recordKeyOf } from '../../../src/server/secrets/record-key.ts'
import { openShortLived, type ShortLived } from '../../../src/server/secrets/short-lived.ts'
import { TEST_KEY } from '../../fixtures/record-keys.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'

const MINUTE = 60_000

let databases: TestDatabases
let database: Database
let now = Date.UTC(2026, 0, 1)
const clock = { now: () => now, confirmedNow: () => now }
beforeAll(async () => {
  databases = await startTestDatabases()
  database = await openDatabase({ dataDir: '', databaseUrl: await databases.newDatabaseUrl(), log: quiet })
})
afterAll(async () => {
  await database?.close()
  await databases?.stop()
})

const open = (kind: 'sign-in' | 'two-factor-setup' = 'sign-in'): ShortLived<{ readonly user: string }> =>
  openShortLived({ database, clock, deriveKey: recordKeyOf(TEST_KEY, '').deriveKey })(kind, MINUTE)

test('A value is found until it expires, is replaced, and is taken by one of two calls at once', async () => {
  const values = open()
  await values.set('token', { user: 'ann' })
  expect(await values.get('token')).toEqual({ user: 'ann' })
  await values.set('token', { user: 'bob' })
  expect([await values.get('token'), await values.get('other'), await open('two-factor-setup').get('token')]).toEqual([
    { user: 'bob' },
    undefined,
    undefined,
  ])
  now += MINUTE
  expect(await values.get('token')).toBeUndefined()
  await values.set('again', { user: 'ann' })
  const taken = await Promise.all([values.take('again'), values.take('again')])
  expect(taken.filter((value) => value !== undefined)).toEqual([{ user: 'ann' }])
})

test('What has expired is deleted when the next value is stored', async () => {
  await open().set('old', { user: 'ann' })
  now += MINUTE
  await open().set('new', { user: 'ann' })
  expect((await database.pool.query('select from short_lived')).rows).toHaveLength(1)
})

test('A row that was moved to another key or kind, changed or prolonged has no value, and no row names a token', async () => {
  const values = open()
  await values.set('mine', { user: 'ann' })
  await values.set('yours', { user: 'bob' })
  const { rows } = await database.pool.query('select * from short_lived')
  expect(JSON.stringify(rows)).not.toMatch(/mine|ann/)
  await database.pool.query(`update short_lived set value = (
    select value from short_lived as other where other.key <> short_lived.key limit 1)`)
  expect([await values.get('mine'), await values.get('yours')]).toEqual([undefined, undefined])
  await values.set('mine', { user: 'ann' })
  await database.pool.query('update short_lived set expires_at = expires_at + 1000000')
  now += MINUTE
  expect(await values.get('mine')).toBeUndefined()
  await values.set('moved', { user: 'ann' })
  await database.pool.query(`update short_lived set kind = 'two-factor-setup'`)
  expect(await open('two-factor-setup').get('moved')).toBeUndefined()
})

test('A backup has the tables with rows, but not that of the values', async () => {
  await open().set('token', { user: 'ann' })
  const client = await database.connect()
  await client.query('begin')
  const tables = new Set<string>()
  const source = {
    client,
    schema: 'public',
    signerFolder: undefined,
    recordKey: '',
    keys: { type: 'none' },
    now,
  } as const
  for await (const entry of dump(source)) if (entry.kind === 'rows') tables.add(entry.table)
  await client.end()
  expect([...tables]).toEqual(['journal_identity', 'migrations'])
})
