/** The play-mode inbox on a server that others can reach, and the address in its links. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import { type Reply, setUpTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

const open = setUpTestServer({ HOST: '0.0.0.0' })
const local = setUpTestServer()
const PASSWORD = 'correct horse'
const newEmail = () => `${randomUUID()}@example.com`
const cookieOf = ({ headers }: Reply): string => /^[^;]*/.exec(headers.get('set-cookie') ?? '')?.[0] ?? ''
const register = (server: TestServer, email: string) =>
  server.request<Tokens>('POST', api.register.path, { body: { email, password: PASSWORD } })
const inbox = async (server: TestServer, headers: Record<string, string> = {}) =>
  (await server.request<string>('GET', '/play/mail', { headers })).body

test('A server that others can reach shows an email only to a browser that logged in to its account', async () => {
  const [ann, bob] = [newEmail(), newEmail()]
  const [annsCookie, bobsCookie] = [cookieOf(await register(open(), ann)), cookieOf(await register(open(), bob))]
  await expect.poll(() => inbox(open(), { cookie: annsCookie })).toContain(`To ${ann}`)
  await expect.poll(() => inbox(open(), { cookie: bobsCookie })).toContain(`To ${bob}`)
  expect(await inbox(open(), { cookie: annsCookie })).not.toContain(bob)
  // A request for a reset does not make the requesting browser the owner's.
  await open().request('POST', api.forgot.path, { body: { email: ann }, headers: { cookie: bobsCookie } })
  await expect.poll(() => inbox(open(), { cookie: annsCookie })).toContain('/reset#token=')
  expect(await inbox(open(), { cookie: bobsCookie })).not.toContain(ann)
  for (const headers of [{}, { cookie: 'device=x' }, { host: 'localhost' }])
    expect(await inbox(open(), headers)).not.toContain('@example.com')
})

test('The links in emails use the loopback address while PUBLIC_URL is not set, and the page opens them on its own host', async () => {
  const email = newEmail()
  const headers = { origin: 'http://evil.example', host: 'evil.example', 'x-forwarded-host': 'evil.example' }
  const reply = await open().request('POST', api.register.path, { body: { email, password: PASSWORD }, headers })
  const cookie = cookieOf(reply) || cookieOf(await register(open(), email))
  const page = () => inbox(open(), { cookie })
  await expect.poll(page).toContain(`To ${email}`)
  const port = new URL(open().address).port
  expect(await page()).toContain(`http://127.0.0.1:${port}/confirm#token=`)
  expect(await page()).not.toContain('evil.example')
  expect(await page()).toMatch(/href="\/confirm#token=/)
})

test('A server on the loopback address shows all emails to its operator, and to requests through a proxy only their own', async () => {
  const email = newEmail()
  const cookie = cookieOf(await register(local(), email))
  await expect.poll(() => inbox(local())).toContain(`To ${email}`)
  for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip']) {
    expect(await inbox(local(), { [header]: '203.0.113.7' })).not.toContain(email)
    expect(await inbox(local(), { [header]: '203.0.113.7', cookie })).toContain(email)
  }
})
