/** A change of an account that was answered although its command failed, after a restart. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { beginEpoch } from '../../../src/server/sequencer/begin-epoch.ts'
import { Unavailable } from '../../../src/server/sequencer/unavailable.ts'
import { failureText } from '../../../src/server/start-failure.ts'
import { openAccountRecords } from '../../../src/server/users/account-records.ts'
import { openUnrecordedChanges } from '../../../src/server/users/unrecorded-changes.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { insertRegistered, serverKey } from '../../fixtures/stored-accounts.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

let databases: TestDatabases
let database: Database
let url: string
beforeAll(async () => {
  databases = await startTestDatabases()
  url = await databases.newDatabaseUrl()
  database = await openDatabase({ dataDir: '', databaseUrl: url, log: quiet })
})
afterAll(async () => {
  await database?.close()
  await databases?.stop()
})

const FIRST = 'correct horse'
const SECOND = 'battery staple'

/** As while another program keeps the journal from being written. */
function failingChanges({ exchange: { sequencer } }: TestServer) {
  const submit = sequencer.submit.bind(sequencer)
  vi.spyOn(sequencer, 'submit').mockImplementation((command, select) =>
    command.type === 'credentials-changed' && command.version > 1
      ? Promise.reject(new Unavailable('planted'))
      : submit(command, select),
  )
}

test.for([
  ['put back', 403],
  ['left', 200],
] as const)(
  'After a restart, the password of before a change that was answered is of no use: the old row is %s',
  async ([what, status]) => {
    const folder = scratchFolder()
    const email = `${what.replace(' ', '-')}@example.com`
    const server = await startTestServer(url, { DATA_DIR: folder })
    const { access } = await server.signUp(email, FIRST)
    expect((await server.request('POST', api.login.path, { body: { email, password: FIRST } })).status).toBe(200)
    await database.pool.query('create table kept as select * from users where email = $1', [email])
    failingChanges(server)
    const body = { password: SECOND, current_password: FIRST }
    expect((await server.request('POST', api.setPassword.path, { body, access })).status).toBe(200)
    await server.exchange.stop()
    if (what === 'put back') {
      const { rows } = await database.pool.query(
        `select string_agg(attname || ' = k.' || attname, ', ') as columns from pg_attribute
       where attrelid = 'users'::regclass and attnum > 0 and not attisdropped`,
      )
      await database.pool.query(`update users u set ${rows[0].columns} from kept k where k.id = u.id`)
    }
    await database.pool.query('drop table kept')
    const next = await startTestServer(url, { DATA_DIR: folder })
    try {
      const login = (password: string) => next.request('POST', api.login.path, { body: { email, password } })
      expect([(await login(FIRST)).status, (await login(SECOND)).status]).toEqual(
        what === 'left' ? [400, status] : [status, status],
      )
    } finally {
      await next.exchange.stop()
    }
  },
)

async function registeredIn({ exchange: { sequencer }, now }: TestServer, email: string) {
  await beginEpoch(sequencer, 'a test')
  const { id, referral_code: referralCode } = await insertRegistered(database.pool, { email, password_hash: 'x' })
  const [key, unrecorded] = [await serverKey(database.pool, 'accounts'), openUnrecordedChanges(scratchFolder())]
  const clock = { now, confirmedNow: () => undefined }
  const deps = { database, sequencer, clock, log: quiet, key, unrecorded, onDiffers: async () => undefined }
  return {
    openAccount: () =>
      sequencer.submit(
        { type: 'open-account', user: id, kind: 'user', referralCode, referrer: null, grants: [] },
        () => undefined,
      ),
    change: () => {
      const patch = { user: { withdraw_hold_until: 7 } }
      return openAccountRecords(deps).change(id, async () => ({ patch, result: {} }))
    },
    stored: async () => (await openAccountRecords(deps).find('id', id))?.user.withdraw_hold_until,
  }
}

test('The first change of an account after a restore is right also if its registration was recorded together with it', async () => {
  const server = await startTestServer(url)
  const { openAccount, change, stored } = await registeredIn(server, 'first@example.com')
  await openAccount()
  failingChanges(server)
  await change()
  vi.restoreAllMocks()
  expect(await stored()).toBe(7)
  await server.exchange.stop()
})

test('A change of a user who has no account yet is refused and stores nothing, and is made once the account is open', async () => {
  const server = await startTestServer(url)
  const { openAccount, change, stored } = await registeredIn(server, 'early@example.com')
  await expect(change()).rejects.toThrow(Unavailable)
  expect(await stored()).toBeNull()
  await openAccount()
  await change()
  expect(await stored()).toBe(7)
  await server.exchange.stop()
})

test.each(['[[', '{}', ''])(
  'A damaged file of answered changes ends the start with a message that names the file: %j',
  (text) => {
    const folder = scratchFolder()
    const file = join(folder, 'unrecorded-accounts')
    writeFileSync(file, text)
    let failure: unknown
    try {
      openUnrecordedChanges(folder)
    } catch (error) {
      failure = error
    }
    expect(failureText(failure)).toMatch(`${file} is damaged. It says`)
    expect(failureText(failure)).not.toMatch('    at ')
  },
)
