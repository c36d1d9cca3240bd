/** Links that confirm an address, and requests for them, that are put back after the account has got another address. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { newestEmailToken } from '../../fixtures/email-inbox.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const PASSWORD = 'correct horse'
const DAY = 24 * 60 * 60 * 1_000
let database: Database
beforeAll(async () => {
  database = await openDatabase({ dataDir: '', databaseUrl: server().databaseUrl, log: quiet })
  // What passes through the tables, as a trigger of a thief keeps it.
  for (const table of ['email_tokens', 'email_queue'])
    await sql(`create table kept_${table} as select * from ${table};
      create function keep_${table}() returns trigger language plpgsql as
        $$ begin insert into kept_${table} select new.*; return new; end $$;
      create trigger keep after insert or update on ${table} for each row execute function keep_${table}()`)
})
afterAll(() => database?.close())

const sql = (text: string, values: unknown[] = []) => database.pool.query(text, values)
const post = <T = ErrorBody>(path: string, body: object, access?: string) =>
  server().request<T>('POST', path, { body, access })
const confirm = (token: string) => post(api.confirmEmail.path, { token })
const login = (email: string) => post<Tokens & ErrorBody>(api.login.path, { email, password: PASSWORD })
const newAddress = () => `${randomUUID()}@example.com`
const profileOf = async (access: string) =>
  (await server().request<ProfileView>('GET', api.profile.path, { access })).body

/** An account that had an address of which another person reads the mails, and has another one now. */
async function movedAccount() {
  const [first, read, present] = [newAddress(), newAddress(), newAddress()]
  const { access } = await server().signUp(first, PASSWORD)
  await post(api.linkEmail.path, { email: read, password: PASSWORD }, access)
  const link = await newestEmailToken(server(), read)
  expect((await confirm(link)).status).toBe(200)
  await post(api.linkEmail.path, { email: present, password: PASSWORD }, access)
  expect((await confirm(await newestEmailToken(server(), present))).status).toBe(200)
  return { access, read, present, link }
}

/** Queues all requests for an address again, and waits until the queue is empty. */
async function queueAgain(address: string) {
  await sql('delete from email_queue')
  await sql(
    `insert into email_queue (kind, email, user_id, due_at, proof)
     select distinct kind, email, user_id, 0, proof from kept_email_queue where email = $1`,
    [address],
  )
  const other = newAddress()
  await server().signUp(other)
  await newestEmailToken(server(), other)
  await expect.poll(async () => (await sql('select from email_queue')).rowCount).toBe(0)
}

test('A link that has confirmed an address gives the account that address no second time when its row is put back', async () => {
  const { access, read, present, link } = await movedAccount()
  await sql('insert into email_tokens select distinct on (hash) * from kept_email_tokens where email = $1', [read])
  expect((await confirm(link)).body.code).toBe('LINK_EXPIRED')
  expect((await profileOf(access)).email).toBe(present)
})

test('Who reads the mails of a former address does not get the account with a request that is queued again weeks later', async () => {
  const { read, present } = await movedAccount()
  server().advanceClock(20 * DAY)
  const used = await newestEmailToken(server(), read)
  await queueAgain(read)
  const link = await newestEmailToken(server(), read)
  await confirm(link)
  // Else the thief would set a new password with a mail to the former address.
  expect([link === used, (await login(present)).status]).toEqual([true, 200])
})

test('A request to confirm an address that was never confirmed sends no new link when it is queued again weeks later', async () => {
  const [first, other] = [newAddress(), newAddress()]
  const { access } = await server().signUp(first, PASSWORD)
  await post(api.linkEmail.path, { email: other, password: PASSWORD }, access)
  const link = await newestEmailToken(server(), other)
  server().advanceClock(20 * DAY)
  await queueAgain(other)
  expect(await newestEmailToken(server(), other)).toBe(link)
})
