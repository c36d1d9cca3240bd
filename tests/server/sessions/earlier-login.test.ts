/** A login that began before a change of the password, on a database that says that nothing has changed. */

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import { openRefreshTokens } from '../../../src/server/sessions/refresh-tokens.ts'
import { openRevokedSessions } from '../../../src/server/sessions/revoked-sessions.ts'
import { openAccountRecords } from '../../../src/server/users/account-records.ts'
import { openUnrecordedChanges } from '../../../src/server/users/unrecorded-changes.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { serverKey } from '../../fixtures/stored-accounts.ts'
import { setUpDatabase, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const database = setUpDatabase(server)

test('A login that was decided before the password was changed starts no session, whatever version the database answers with', async () => {
  const email = `${randomUUID()}@example.com`
  const { access } = await server().signUp(email, 'correct horse')
  const read = async () =>
    (await database().pool.query('select id, credentials_version from users where email = $1', [email])).rows[0]
  const before = await read()
  const body = { password: 'battery staple', current_password: 'correct horse' }
  expect((await server().request('POST', api.setPassword.path, { body, access })).status).toBe(200)
  const { credentials_version } = await read()
  /** As a view of the users with the version that was asked for. */
  const lying =
    (db: pg.Pool | pg.PoolClient) =>
    (text: string, values: unknown[] = []) =>
      db.query(
        text,
        text.includes('credentials_version = $6')
          ? values.map((value, index) => (index === 5 ? credentials_version : value))
          : values,
      )
  const connect = async () => {
    const client = await database().pool.connect()
    return { query: lying(client), release: (error?: Error) => client.release(error) }
  }
  const clock = { now: server().now, confirmedNow: () => undefined }
  const deps = {
    database: { ...database(), pool: { query: lying(database().pool), connect } as never },
    clock,
    log: quiet,
  }
  const records = openAccountRecords({
    ...deps,
    sequencer: server().exchange.sequencer,
    key: await serverKey(database().pool, 'accounts'),
    unrecorded: openUnrecordedChanges(scratchFolder()),
    onDiffers: async () => undefined,
  })
  const revoked = await openRevokedSessions(database(), clock)
  const tokens = openRefreshTokens({ ...deps, records, users: { isWaiting: () => false } }, new Uint8Array(32), revoked)
  const device = { name: 'a browser', ipMasked: '127.0.0.x' } as never
  const start = (user: typeof before) => tokens.startSession({ user, loginMethod: 'email', device })
  expect(await start(before)).toBeUndefined()
  expect(await start(await read())).toBeDefined()
})
