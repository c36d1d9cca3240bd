/** A session that was logged out, and a hundred others after it. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { SessionView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { RefreshedTokens, Tokens } from '../../../src/contract/auth/views.ts'
import { BOT_TOKEN, widgetData } from '../../fixtures/telegram-signer.ts'
import { setUpDatabase, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer({ BOT_TOKEN })
const database = setUpDatabase(server)

const post = <T>(path: string, body: object) => server().request<T>('POST', path, { body })
const newTelegramId = () => Number.parseInt(randomUUID().slice(0, 8), 16) + 1

async function loginOf(telegramId: number): Promise<Tokens> {
  server().advanceClock(1_000)
  return (await post<Tokens>(api.telegramWidget.path, { raw_callback_data: widgetData(telegramId, server().now()) }))
    .body
}

test('A session that was logged out stays ended after a hundred other logouts, whatever is deleted from the tables', async () => {
  const id = newTelegramId()
  const login = () => loginOf(id)
  await login()
  const first = await login()
  const logout = ({ refresh }: Tokens) => post(api.logout.path, { refresh_token: refresh })
  await logout(first)
  for (let count = 0; count < 100; count++) await logout(await login())
  await database().pool.query('delete from revoked_sessions')
  expect((await post<RefreshedTokens>(api.refresh.path, { refresh_token: first.refresh })).status).toBe(401)
})

test('The session that ends another one after a hundred logouts stays, and repeated logouts of one session end no other', async () => {
  const id = newTelegramId()
  const login = () => loginOf(id)
  const early = await login()
  const here = await login()
  const refreshed = async ({ refresh }: Tokens) =>
    (await post<RefreshedTokens>(api.refresh.path, { refresh_token: refresh })).status
  const ended = await login()
  for (let count = 0; count < 102; count++) await post(api.logout.path, { refresh_token: ended.refresh })
  expect(await refreshed(early)).toBe(200)
  for (let count = 0; count < 99; count++) await post(api.logout.path, { refresh_token: (await login()).refresh })
  const { body: listed } = await server().request<SessionView[]>('GET', api.sessions.path, { access: here.access })
  expect(listed.length).toBeGreaterThan(1)
  const other = listed.find(({ current }) => !current)?.id ?? ''
  const path = api.endSession.path.replace(':session', other)
  expect((await server().request('DELETE', path, { access: here.access })).status).toBe(200)
  expect([await refreshed(early), await refreshed(here)]).toEqual([401, 200])
})
