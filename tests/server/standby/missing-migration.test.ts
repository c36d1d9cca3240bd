/** A process that waits, with a database that an older version writes. */

import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HealthView } from '../../../src/contract/api.ts'
import type { HttpListener } from '../../../src/server/http/listener.ts'
import { readConfig } from '../../../src/server/runtime/config.ts'
import { openListenerAndLead } from '../../../src/server/wiring/lead.ts'
import { TEST_SECRET_KEY } from '../../fixtures/record-keys.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'

let databases: TestDatabases
let leader: pg.Client
let url: string
beforeAll(async () => {
  databases = await startTestDatabases()
  url = await databases.newDatabaseUrl()
  leader = new pg.Client({ connectionString: url, application_name: 'tern-server-other-0' })
  leader.on('error', () => undefined)
  await leader.connect()
  await leader.query('drop table short_lived')
  await leader.query(`delete from migrations where name = '0002-short-lived.sql'`)
  await leader.query('select pg_advisory_lock(7836110)')
})
afterAll(async () => {
  await leader.end()
  await databases.stop()
})

test('A standby says in /health which migrations it would apply, and applies none while another process leads', async () => {
  const stopping = new AbortController()
  const settings = { SECRET_KEY: TEST_SECRET_KEY, PLAY_CHAIN: 'off', STANDBY: 'on', PORT: '0' }
  const config = readConfig({ ...settings, DATABASE_URL: url, DATA_DIR: scratchFolder(), LEASE_MILLIS: '600000' })
  let listener: HttpListener | undefined
  const waiting = openListenerAndLead({ config, log: quiet, stopping: stopping.signal }, (opened) => {
    listener = opened
  })
  waiting.catch(() => undefined)
  const detail = async (): Promise<string | undefined> => {
    const reply = await fetch(`${listener?.address}/health`)
    return ((await reply.json()) as HealthView).detail
  }
  await expect.poll(() => listener).toBeDefined()
  await expect.poll(detail).toMatch(/^tern-server-other-0 leads; this process would apply 0002-short-lived\.sql/)
  expect((await leader.query(`select to_regclass('short_lived') as name`)).rows).toEqual([{ name: null }])
  stopping.abort()
  await expect(waiting).rejects.toThrow()
  await listener?.close()
})
