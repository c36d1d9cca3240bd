/** A row of an account with a value that is longer than the server reads. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, EXCHANGE_BASE } from '../../../src/contract/api.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { unlessTooLong } from '../../../src/server/users/record-problem.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { TEST_SECRET_KEY } from '../../fixtures/record-keys.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { freePort, type RunningServer, startServer } from '../../fixtures/server-process.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'

let databases: TestDatabases
let databaseUrl: string
let database: Database
let server: RunningServer | undefined
beforeAll(async () => {
  databases = await startTestDatabases()
  databaseUrl = await databases.newDatabaseUrl()
  database = await openDatabase({ dataDir: '', databaseUrl, log: quiet })
})
afterAll(async () => {
  await server?.kill()
  await database?.close()
  await databases?.stop()
})

const dataDir = scratchFolder()
const start = async () => {
  server = await startServer(dataDir, await freePort(), { DATABASE_URL: databaseUrl, SECRET_KEY: TEST_SECRET_KEY })
  return server
}
const DIFFERS = 403
const PASSWORD = 'correct horse'
const post = async (path: string, email: string) => {
  const reply = await fetch((server?.address ?? '') + EXCHANGE_BASE + path, {
    method: 'POST',
    body: JSON.stringify({ email, password: PASSWORD }),
    headers: { 'content-type': 'application/json' },
  })
  return reply.status
}

test('A row of an account with a value of 140 MB locks this account only: the server goes on, starts, and names the table', async () => {
  const first = await start()
  const emails = ['mallory', 'ann', 'bob', 'carol'].map((name) => `${name}@example.com`)
  const [mallory = '', ann = '', bob = '', carol = ''] = emails
  for (const email of emails) expect(await post(api.register.path, email)).toBe(201)
  const sql = (text: string, ...values: readonly string[]) => database.pool.query(text, [...values])
  // Only the owner of the tables can store such a value, after this.
  await sql('alter table users drop constraint users_password_hash_check')
  await sql('alter table two_factors drop constraint two_factors_secret_check')
  await sql(`update users set password_hash = repeat('x', 140000000) where email = $1`, mallory)
  expect(await post(api.login.path, mallory)).toBe(DIFFERS)
  expect(await post(api.login.path, ann)).toBe(200)
  await first.kill()

  // Found by the round: a long one, one that nobody registered, and one that is short.
  const stranger = randomUUID()
  await sql(
    `insert into users (id, email, password_hash, referral_code, created_at, record_version, record_proof)
     values ($1, 'stranger@example.com', 'x', 999999999, 1, 1, decode(repeat('00', 32), 'hex'))`,
    stranger,
  )
  await sql(
    `insert into two_factors (user_id, secret, enabled_at)
     select id, convert_to(repeat('x', 70000000), 'UTF8'), 1 from users where email = $1 or id = $2`,
    carol,
    stranger,
  )
  await sql(`update users set password_hash = 'other' where email = $1`, bob)
  const { address, output } = await start()
  expect(await post(api.login.path, ann)).toBe(200)
  await eventually(() => output().includes('its stored rows of two_factors are too long to be read'))
  await eventually(() => output().includes(stranger))
  await eventually(async () => {
    const view = await (await fetch(`${address}/health`)).json()
    return JSON.stringify(view).includes('4 accounts are not as they were recorded')
  })
  expect(first.output()).toContain('its stored rows of users are too long to be read')
}, 120_000)

test('An account also counts as too long if the database refuses to make its row', async () => {
  const refused: unknown = await database.pool.query("select repeat('x', 1100000000)").catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Error)
  expect(unlessTooLong(refused)).toBeUndefined()
})
