/** Rows that another program inserts, and which would end each start if they were believed. */

import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { postgresSnapshots } from '../../../src/server/sequencer/postgres-snapshots.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startOwnDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer } from '../../fixtures/test-exchange.ts'

let databases: TestDatabases
let database: Database | undefined
beforeAll(async () => {
  databases = await startOwnDatabases()
})
afterEach(async () => {
  await database?.close()
  database = undefined
})
afterAll(() => databases?.stop())

test.each([
  [
    'snapshots',
    `insert into snapshots (batch, seq, state_hash, row_hash, version, hash, journal)
    select 9e14, 9e14, sha256('a'), sha256('a'), 1, sha256('a'), id from journal_identity`,
  ],
  [
    'snapshots of another journal',
    `insert into snapshots (batch, seq, state_hash, row_hash, version, hash, journal)
    select 1, 1, sha256('a'), sha256('a'), 1, sha256('a'), gen_random_uuid() from journal_identity`,
  ],
  [
    'chain_cursors',
    `insert into chain_cursors (stream, journal_id, height, hash, seen_height, position, mac, updated_at)
    values ('thief', gen_random_uuid(), 0, '', 0, 0, '', 0)`,
  ],
  [
    'incoming',
    `insert into incoming (uuid, stream, txid, part, network_id, journal_id, height, block_hash, address, currency_id, raw, amount, state, seen_at, updated_at)
    values (gen_random_uuid(), 'thief', '', 0, 0, gen_random_uuid(), 0, '', '', 0, 0, 0, 'seen', 0, 0)`,
  ],
  [
    'payments',
    `insert into payments (id, network_id, journal_id, stream, wallet, nonce, kind, assigned_at)
    values (9e14, 0, gen_random_uuid(), 'thief', 0, 0, 'gas', 0)`,
  ],
  [
    'liability_reports',
    `insert into liability_reports select 9e14, id, 9, 0, sha256('a'), sha256('a'), 1, sha256('a'), 1, '[]', '[]', '' from journal_identity`,
  ],
])('A server starts although another program has inserted a row into %s', async (_what, insert) => {
  const url = await databases.newDatabaseUrl()
  const server = await startTestServer(url)
  for (let count = 0; count < 2; count++) await server.signUp()
  await server.exchange.stop()
  database = await openDatabase({ dataDir: '', databaseUrl: url, log: quiet })
  await database.pool.query(insert)
  const restarted = startTestServer(url).then((each) => each.exchange.stop())
  await expect(
    restarted.then(
      () => 'started',
      (error: Error) => error.message,
    ),
  ).resolves.toBe('started')
})

test('A saved snapshot stays, and so does the journal after it, although another program has inserted snapshots of later batches', async () => {
  const url = await databases.newDatabaseUrl()
  const { exchange, signUp } = await startTestServer(url)
  await signUp()
  await exchange.stop()
  database = await openDatabase({ dataDir: '', databaseUrl: url, log: quiet })
  const { pool } = database
  await pool.query(`insert into snapshots (batch, seq, state_hash, row_hash, version, hash, journal)
    select 9e14::bigint + n, 1, sha256('a'), sha256('a'), 1, sha256('a'), id from journal_identity, generate_series(1, 2) n`)
  const { rows } = await pool.query('select batch, last_seq as seq from journal order by batch desc limit 1')
  const hash = Buffer.alloc(32, 1)
  const head = { ...rows[0], version: 1, stateHash: hash, rowHash: hash, hash }
  await postgresSnapshots(pool, true).save(head, Readable.from([hash]))
  const kept = await pool.query('select batch from snapshots')
  expect(kept.rows).toEqual([{ batch: head.batch }])
  expect((await pool.query('select from journal where batch = $1', [head.batch])).rowCount).toBe(1)
})
