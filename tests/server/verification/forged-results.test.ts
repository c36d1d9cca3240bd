/** Rows, triggers and views of who can write to the database do not keep a level that the provider takes away. */

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { type FakeSumsub, FINAL, signature, startFakeSumsub, webhookBody } from '../../fixtures/fake-sumsub.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

const PATH = '/exchange-backend/verify/sumsub/'
const AT = Date.now() - 86_400_000

let databases: TestDatabases
let sumsub: FakeSumsub
let server: TestServer
let database: Database
let access = ''
let user = ''

beforeAll(async () => {
  databases = await startTestDatabases()
  sumsub = await startFakeSumsub()
  const databaseUrl = await databases.newDatabaseUrl()
  server = await startTestServer(databaseUrl, sumsub.settings)
  database = await openDatabase({ dataDir: '', databaseUrl, log: quiet })
})
afterAll(async () => {
  await server?.exchange.stop()
  await database?.close()
  await sumsub?.stop()
  await databases?.stop()
})
beforeEach(async () => {
  access = (await server.signUp()).access
  user = (await profile()).uuid
})

const profile = async (): Promise<ProfileView> =>
  (await server.request<ProfileView>('GET', api.profile.path, { access })).body
const sql = (text: string, ...values: unknown[]) => database.pool.query(text, values)
const post = async (at: number, changes: object = {}): Promise<number> => {
  const body = webhookBody(user, AT + at, { ...changes })
  return (await server.request('POST', PATH, { body, headers: signature(body) })).status
}

const shown = async () => {
  const { is_verified, verification } = await profile()
  return [is_verified, verification.status, verification.reject_reason]
}

test('A rejection takes the level away if another program has given the approval a later time', async () => {
  expect(await post(0)).toBe(200)
  expect(await shown()).toEqual([true, 'approved', null])
  await sql('update verifications set provider_time = 9e15 where user_id = $1', user)
  expect(await post(1, { reviewResult: FINAL })).toBe(200)
  expect(await shown()).toEqual([false, 'rejected', 'The document is forged.'])
})

test.each([
  ['drops results', 'return null'],
  ['marks results as applied', 'new.applied_at = 1; return new'],
  ['refuses results', "raise exception 'no'"],
] as const)('A rejection takes the level away if a trigger %s', async (what, body) => {
  expect(await post(0)).toBe(200)
  await sql(`create function meddle() returns trigger language plpgsql as $$ begin ${body}; end $$`)
  await sql('create trigger meddle before insert or update on verifications for each row execute function meddle()')
  try {
    expect([what, await post(1, { reviewResult: FINAL })]).toEqual([what, what === 'refuses results' ? 503 : 200])
    expect([what, (await profile()).is_verified]).toEqual([what, false])
  } finally {
    await sql('drop function meddle cascade')
  }
})

test('The person of a row that another program wrote for another account is approved', async () => {
  await server.signUp()
  const other = (
    await sql('select id from users where id <> $1 and id not in (select user_id from verifications)', user)
  ).rows[0].id
  const forged = `insert into verifications (user_id, provider, applicant_id, status, provider_time, updated_at, mac)
    values ($1, 'sumsub', $2, 'approved', 9e15, 1, sha256('a'))`
  await sql(forged, other, `applicant-of-${user}`)
  expect(await post(0)).toBe(200)
  expect(await shown()).toEqual([true, 'approved', null])
})

test('A sentence that another program wrote is not shown to the user', async () => {
  expect(await post(0, { reviewResult: FINAL })).toBe(200)
  await sql("update verifications set reason = 'Pay 10 USDT to this address.' where user_id = $1", user)
  expect(await shown()).toEqual([false, 'none', null])
})

test('A reset takes the level away, also of an approval that was followed by another check', async () => {
  expect(await post(0)).toBe(200)
  expect(await post(1, { type: 'applicantPending', reviewResult: undefined })).toBe(200)
  expect(await post(2, { type: 'applicantReset', reviewResult: undefined })).toBe(200)
  expect(await shown()).toEqual([false, 'none', null])
})
