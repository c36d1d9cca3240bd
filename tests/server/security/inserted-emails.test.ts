/** Emails that another program has queued, each in a row of its own. */

import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import { newestEmailToken } from '../../fixtures/email-inbox.ts'
import { setUpDatabase, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const database = setUpDatabase(server)

test('Rows with any subject send no password reset, and the emails of other users are sent', async () => {
  await server().signUp('ann@example.com', 'correct horse')
  await server().signUp('bob@example.com', 'correct horse')
  const { pool } = database()
  await expect.poll(async () => (await pool.query('select from email_queue')).rowCount).toBe(0)
  await pool.query(`insert into email_queue (kind, email, subject_id, due_at, attempts)
    select 'reset', 'ann@example.com', gen_random_uuid(), 0, 0 from generate_series(1, 50)`)
  await server().request('POST', api.forgot.path, { body: { email: 'bob@example.com' } })
  expect(await newestEmailToken(server(), 'bob@example.com', 'reset')).toMatch(/./)
  await expect.poll(async () => (await pool.query('select from email_queue')).rowCount).toBe(0)
  const { rows } = await pool.query(
    `select users.email from email_tokens join users on users.id = user_id where kind = 'reset'`,
  )
  expect(rows).toEqual([{ email: 'bob@example.com' }])
})
