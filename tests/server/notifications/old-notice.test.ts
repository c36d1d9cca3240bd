/** A security notification of long ago, on a database that says that it is new. */

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { expect, test } from 'vitest'
import type { UserId } from '../../../src/contract/ids.ts'
import { openNotificationQueue } from '../../../src/server/notifications/queue.ts'
import { testRows } from '../../fixtures/own-notifications.ts'
import { setUpDatabase, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const database = setUpDatabase(server)

test('The bot sends no security notification that is older than three days, with new links, to the chat that the account had then', async () => {
  const email = `${randomUUID()}@example.com`
  await server().signUp(email)
  const { rows } = await database().pool.query('select id from users where email = $1', [email])
  const user = rows[0].id as UserId
  const at = server().now() - 30 * 24 * 60 * 60 * 1_000
  /** As operators of the owner of the database, to which every time is later than another. */
  const lying = {
    query: (text: string, values: unknown[] = []) =>
      database().pool.query(
        text,
        text.includes('for update of n skip locked') ? values.map((value, index) => (index < 2 ? 0 : value)) : values,
      ),
  } as never as pg.Pool
  const clock = { now: server().now, confirmedNow: () => undefined }
  const queue = openNotificationQueue({ ...database(), pool: lying }, clock, testRows)
  await queue.addSecurity(database().pool, {
    user,
    kind: 'frozen',
    subject: String(at),
    params: { origin: 'owner', since: at },
    at,
  })
  expect(await queue.claim()).not.toMatchObject({ user, kind: 'frozen', at })
})
