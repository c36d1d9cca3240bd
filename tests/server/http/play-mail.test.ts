/** The emails of play mode on a server that others can reach, and the address in their links. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { PlayMailView, Tokens } from '../../../src/contract/auth/views.ts'
import { shownEmails } from '../../fixtures/email-inbox.ts'
import { type Reply, setUpTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

const open = setUpTestServer({ HOST: '0.0.0.0' })
const local = setUpTestServer()
const PASSWORD = 'correct horse'
const newEmail = () => `${randomUUID()}@example.com`
const cookieOf = ({ headers }: Reply): string => /^[^;]*/.exec(headers.get('set-cookie') ?? '')?.[0] ?? ''
const register = (server: TestServer, email: string) =>
  server.request<Tokens>('POST', api.register.path, { body: { email, password: PASSWORD } })
const inbox = (server: TestServer, headers: Record<string, string> = {}) =>
  server.request<PlayMailView>('GET', api.playMail.path, { headers })
const textOf = async (server: TestServer, headers: Record<string, string> = {}) =>
  JSON.stringify(await shownEmails(server, headers))

test('A server that others can reach shows an email only to a browser that logged in to its account', async () => {
  const [ann, bob] = [newEmail(), newEmail()]
  const [annsCookie, bobsCookie] = [cookieOf(await register(open(), ann)), cookieOf(await register(open(), bob))]
  await expect.poll(() => textOf(open(), { cookie: annsCookie })).toContain(ann)
  await expect.poll(() => textOf(open(), { cookie: bobsCookie })).toContain(bob)
  expect(await textOf(open(), { cookie: annsCookie })).not.toContain(bob)
  // A request for a reset does not make the requesting browser the owner's.
  await open().request('POST', api.forgot.path, { body: { email: ann }, headers: { cookie: bobsCookie } })
  await expect.poll(() => textOf(open(), { cookie: annsCookie })).toContain('/reset#token=')
  expect(await textOf(open(), { cookie: bobsCookie })).not.toContain(ann)
  for (const headers of [{}, { cookie: 'device=x' }, { host: 'localhost' }])
    expect((await inbox(open(), headers)).body).toMatchObject({ sees_all: false, mails: [] })
})

test('An access token of the owner shows no email to a browser that did not sign in', async () => {
  const email = newEmail()
  const { headers, ...reply } = await register(open(), email)
  await expect.poll(() => textOf(open(), { cookie: cookieOf({ headers, ...reply }) })).toContain(email)
  const { body } = await open().request<PlayMailView>('GET', api.playMail.path, { access: reply.body.access })
  expect(body.mails).toEqual([])
})

test('Emails are stored by no cache, and no page of another origin reads them', async () => {
  for (const server of [open(), local()]) {
    const { headers } = await inbox(server, { origin: 'http://evil.example' })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.has('access-control-allow-origin')).toBe(false)
  }
})

test('The links in emails use the loopback address while PUBLIC_URL is not set, and the reply names it', async () => {
  const email = newEmail()
  const headers = { origin: 'http://evil.example', host: 'evil.example', 'x-forwarded-host': 'evil.example' }
  const reply = await open().request('POST', api.register.path, { body: { email, password: PASSWORD }, headers })
  const cookie = cookieOf(reply) || cookieOf(await register(open(), email))
  await expect.poll(() => textOf(open(), { cookie })).toContain(email)
  const { body } = await inbox(open(), { cookie, 'x-forwarded-host': 'evil.example' })
  expect(body.link_origin).toBe(`http://127.0.0.1:${new URL(open().address).port}`)
  expect(body.mails[0]?.parts.find(({ link }) => link !== null)?.link).toMatch(`${body.link_origin}/confirm#token=`)
  expect(JSON.stringify(body)).not.toContain('evil.example')
})

test('A server on the loopback address shows all emails to its operator, and to requests through a proxy only their own', async () => {
  const email = newEmail()
  const cookie = cookieOf(await register(local(), email))
  await expect.poll(() => textOf(local())).toContain(email)
  expect((await inbox(local())).body.sees_all).toBe(true)
  for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip']) {
    expect((await inbox(local(), { [header]: '203.0.113.7' })).body).toMatchObject({ sees_all: false, mails: [] })
    expect(await textOf(local(), { [header]: '203.0.113.7', cookie })).toContain(email)
  }
})
