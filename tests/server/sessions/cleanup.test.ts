/** A clock that jumps ahead deletes no sessions and no login history. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, EXCHANGE_BASE } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import { startExchange } from '../../../src/server/exchange.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { readConfig } from '../../../src/server/runtime/config.ts'
import { steadyClock } from '../../../src/server/runtime/steady-clock.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'

const DAY = 24 * 3_600_000

let databases: TestDatabases
let database: Database
beforeAll(async () => {
  databases = await startTestDatabases()
})
afterAll(async () => {
  await database?.close()
  await databases?.stop()
})

test('A clock that jumps by 61 days deletes no refresh tokens and no login history', async () => {
  const databaseUrl = await databases.newDatabaseUrl()
  let jump = 0
  const clock = steadyClock({ wall: () => Date.now() + jump, monotonic: () => performance.now() })
  const config = readConfig({
    PORT: '0',
    RATE_LIMITS: 'off',
    DATABASE_URL: databaseUrl,
    DATA_DIR: databases.dataDir,
  })
  const exchange = await startExchange(config, { clock, log: quiet, demoTraders: 'absent' })
  const post = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(exchange.address + EXCHANGE_BASE + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return { status: reply.status, body: (await reply.json()) as Tokens }
  }
  const account = { email: 'trader@example.com', password: 'correct horse' }
  const { body: tokens } = await post(api.register.path, account)
  database = await openDatabase({ dataDir: '', databaseUrl, log: quiet })
  const counts = async () =>
    (
      await database.pool.query(
        'select (select count(*) from refresh_tokens) as tokens, (select count(*) from sessions) as sessions, (select count(*) from login_attempts) as logins',
      )
    ).rows[0]
  const before = await counts()
  jump = 61 * DAY
  const login = await post(api.login.path, account)
  expect(login.status).toBe(200)
  expect(await counts()).toEqual({
    tokens: before.tokens + 1,
    sessions: before.sessions + 1,
    logins: before.logins + 1,
  })
  expect((await post(api.refresh.path, { refresh_token: tokens.refresh })).status).toBe(200)
  await exchange.stop()
})
