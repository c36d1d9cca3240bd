/** Sessions and login history over HTTP on the whole server. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { LoginHistoryPage, SessionView } from '../../../src/contract/account/views.ts'
import { api, EXCHANGE_BASE } from '../../../src/contract/api.ts'
import type { RefreshedTokens, Tokens } from '../../../src/contract/auth/views.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { createSecuredAccount } from '../../fixtures/secured-account.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const PIXEL =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'

const password = 'correct horse'
const newEmail = () => `${randomUUID()}@example.com`
const post = <T>(path: string, body: unknown) => server().request<T>('POST', path, { body })
const login = async (email: string, secret = password) =>
  (await post<Tokens>(api.login.path, { email, password: secret })).body
const sessions = async (access: string) =>
  (await server().request<SessionView[]>('GET', api.sessions.path, { access })).body
const end = (id: string, access: string) =>
  server().request('DELETE', api.endSession.path.replace(':session', id), { access })
const endAll = (query: string, access: string) => server().request('DELETE', api.endSessions.path + query, { access })
const statusOf = async (access: string) => (await server().request('GET', api.profile.path, { access })).status
const history = async (access: string, query = '') =>
  (await server().request<LoginHistoryPage>('GET', api.loginHistory.path + query, { access })).body

test('Every sign-in creates a session with its login method, device and last use', async () => {
  const email = newEmail()
  const first = await server().signUp(email)
  server().advanceClock(MINUTE)
  const reply = await fetch(server().address + EXCHANGE_BASE + api.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': PIXEL },
    body: JSON.stringify({ email, password }),
  })
  const second = (await reply.json()) as Tokens
  const [newer, older, ...others] = await sessions(second.access)
  expect(others).toEqual([])
  expect(newer).toMatchObject({ way: 'email', device: 'Chrome on Android', ip_masked: '127.0.0.x', current: true })
  expect(older).toMatchObject({ way: 'email', device: 'Unknown device', current: false })
  expect(older?.last_seen_at).toBe(older?.created_at)
  server().advanceClock(MINUTE)
  const { body } = await post<RefreshedTokens>(api.refresh.path, { refresh_token: first.refresh })
  const [, seen] = await sessions(body.access_token)
  expect(seen).toMatchObject({ id: older?.id, created_at: older?.created_at, current: true })
  expect(Date.parse(seen?.last_seen_at ?? '') - Date.parse(seen?.created_at ?? '')).toBeGreaterThanOrEqual(2 * MINUTE)
})

test('A user can revoke an own session by id, which closes its sockets, but not one of another user', async () => {
  const email = newEmail()
  const [here, there] = [await server().signUp(email), await login(email)]
  const otherUser = await server().signUp()
  const socket = await server().openSocket(1, there.access)
  const id = (await sessions(there.access)).find(({ current }) => current)?.id ?? ''
  const notFound = { status: 404, body: { code: 'SESSION_NOT_FOUND' } }
  for (const each of [id, randomUUID(), 'x', '%00']) expect(await end(each, otherUser.access)).toMatchObject(notFound)
  expect(await statusOf(there.access)).toBe(200)
  expect((await end(id, here.access)).body).toEqual({ status: 'ok' })
  expect(await socket.closed).toBe(4401)
  expect(await statusOf(there.access)).toBe(401)
  expect((await post(api.refresh.path, { refresh_token: there.refresh })).status).toBe(401)
  expect(await end(id, here.access)).toMatchObject(notFound)
  expect((await sessions(here.access)).map(({ current }) => current)).toEqual([true])
})

test('A user can revoke all other sessions, or all sessions including the current one', async () => {
  const email = newEmail()
  const here = await server().signUp(email)
  const others = [await login(email), await login(email)]
  const otherUser = await server().signUp()
  expect((await endAll('?others=true', here.access)).status).toBe(200)
  for (const { access } of others) expect(await statusOf(access)).toBe(401)
  expect([await statusOf(here.access), await statusOf(otherUser.access)]).toEqual([200, 200])
  expect((await endAll('?others=maybe', here.access)).status).toBe(422)
  const again = await login(email)
  expect((await endAll('', here.access)).status).toBe(200)
  for (const { access } of [here, again]) expect(await statusOf(access)).toBe(401)
  expect(await statusOf(otherUser.access)).toBe(200)
})

test('The session list omits sessions that are logged out or expired', async () => {
  const email = newEmail()
  const [old, out] = [await server().signUp(email), await login(email)]
  await post(api.logout.path, { refresh_token: out.refresh })
  expect(await sessions(old.access)).toHaveLength(1)
  server().advanceClock(61 * DAY)
  const { access } = await login(email)
  expect(await sessions(access)).toHaveLength(1)
})

test('The login history lists successful and failed sign-ins, newest first, in pages', async () => {
  const { email, tokens, nextCode } = await createSecuredAccount(server())
  const { access } = tokens
  await login(email, 'wrong password')
  await expect.poll(async () => (await history(access)).entries[0]?.outcome).toBe('wrong_password')
  const { ticket } = (await post<{ ticket: string }>(api.login.path, { email, password })).body
  expect((await history(access)).entries[0]?.outcome).toBe('code_asked')
  await post(api.secondFactor.path, { ticket, code: '12345' })
  await post(api.secondFactor.path, { ticket, code: nextCode() })
  const { entries, next } = await history(access)
  expect(entries.map(({ outcome }) => outcome)).toEqual(['wrong_code', 'signed_in', 'wrong_password', 'signed_in'])
  expect(next).toBe(false)
  expect(entries[0]).toEqual({
    at: expect.stringMatching(/^20.*Z$/),
    way: 'email',
    device: 'Unknown device',
    ip_masked: '127.0.0.x',
    outcome: 'wrong_code',
  })
  const page = await history(access, '?offset=1&limit=2')
  expect(page).toEqual({ entries: entries.slice(1, 3), next: true })
  expect(
    (
      await history(
        await server()
          .signUp()
          .then((other) => other.access),
      )
    ).entries,
  ).toHaveLength(1)
})

test('Sessions and login attempts older than 60 days are deleted', async () => {
  const old = newEmail()
  await server().signUp(old)
  server().advanceClock(61 * DAY)
  await server().signUp()
  const database = await openDatabase({ dataDir: '', databaseUrl: server().databaseUrl, log: quiet })
  const left = await Promise.all(
    ['sessions', 'login_attempts', 'refresh_tokens'].map(async (table) => {
      const query = `select count(*) from ${table} t join users u on u.id = t.user_id where u.email = $1`
      return (await database.pool.query(query, [old])).rows[0]
    }),
  )
  await database.close()
  expect(left).toEqual([{ count: 0 }, { count: 0 }, { count: 0 }])
})
