/** A log-out whose refresh token another program has taken out of the table. */

import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { RefreshedTokens } from '../../../src/contract/auth/views.ts'
import { setUpDatabase, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const database = setUpDatabase(server)

test('A session has ended after its user has logged out, although its row was missing and is put back', async () => {
  const tokens = await server().signUp('owner@example.com', 'correct horse')
  const { pool } = database()
  await pool.query('create table kept as select * from refresh_tokens')
  await pool.query('delete from refresh_tokens')
  const body = { refresh_token: tokens.refresh }
  const logout = await server().request('POST', api.logout.path, { body })
  await pool.query('insert into refresh_tokens select * from kept')
  const refreshed = await server().request<RefreshedTokens>('POST', api.refresh.path, { body })
  const profile = await server().request('GET', api.profile.path, { access: tokens.access })
  expect([logout.status, refreshed.status, profile.status]).toEqual([200, 401, 401])
})

test('A refresh token with the session of another user ends nothing', async () => {
  const [ann, bob] = [await server().signUp(), await server().signUp()]
  const [secret, ...bound] = ann.refresh.split('.')
  const [other, ...otherBound] = bob.refresh.split('.')
  const forged = [secret, ...otherBound.slice(0, -1), bound.at(-1)].join('.')
  await server().request('POST', api.logout.path, { body: { refresh_token: forged } })
  for (const refresh_token of [forged, [secret, ...otherBound].join('.'), other ?? ''])
    expect((await server().request('POST', api.refresh.path, { body: { refresh_token } })).status).toBe(401)
  for (const { access } of [ann, bob])
    expect((await server().request('GET', api.profile.path, { access })).status).toBe(200)
})
