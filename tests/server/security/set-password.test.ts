/** Passwords: allowed values, reauthentication for a change, and the sessions it revokes. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ProfileView, StartAppView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import { checkPassword } from '../../../src/server/security/password-rules.ts'
import { createSecuredAccount } from '../../fixtures/secured-account.ts'
import { BOT_TOKEN, initData, telegramUser } from '../../fixtures/telegram-signer.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer({ BOT_TOKEN })
const limited = setUpTestServer({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' })
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const newEmail = () => `${randomUUID()}@example.com`
const post = <T = ErrorBody>(path: string, body: unknown, access?: string) =>
  server().request<T>('POST', path, { body, access })
const login = (email: string, password: string) => post<Tokens & ErrorBody>(api.login.path, { email, password })
const setPassword = (body: object, access: string) => post(api.setPassword.path, body, access)
const profile = async (access: string) =>
  (await server().request<ProfileView>('GET', api.profile.path, { access })).body
const statusOf = async (access: string) => (await server().request('GET', api.profile.path, { access })).status
const field = (name: string, code: string) => ({ code, detail: [{ loc: ['body', name], msg: expect.any(String) }] })

test('The password check refuses common passwords and the email in any case, and accepts long uncommon ones', () => {
  for (const each of ['password', 'PassWord', '123456', 'dragon123', 'qwertyuiop'])
    expect(checkPassword(each, null)).toMatchObject({ code: 'COMMON_PASSWORD' })
  expect(checkPassword('Ann@Example.com', 'ann@example.com')).toMatchObject({ code: 'PASSWORD_IS_EMAIL' })
  for (const each of ['correct horse', 'password of ann', 'ann@example.com'])
    expect(checkPassword(each, null)).toBeUndefined()
})

test('Registration and password change refuse common passwords and the email', async () => {
  const email = newEmail()
  const register = (password: string) => post(api.register.path, { email, password })
  expect(await register('Iloveyou')).toMatchObject({ status: 422, body: field('password', 'COMMON_PASSWORD') })
  expect(await register(email.toUpperCase())).toMatchObject({
    status: 422,
    body: field('password', 'PASSWORD_IS_EMAIL'),
  })
  const { access } = await server().signUp(email)
  const change = (password: string) => setPassword({ password, current_password: 'correct horse' }, access)
  expect(await change('Iloveyou')).toMatchObject({ status: 422, body: field('password', 'COMMON_PASSWORD') })
  expect(await change(email)).toMatchObject({ status: 422, body: field('password', 'PASSWORD_IS_EMAIL') })
  expect(await change('12345')).toMatchObject({ status: 422, body: field('password', 'INVALID_REQUEST') })
  expect((await login(email, 'correct horse')).status).toBe(200)
})

test('A password change requires the current password, revokes other sessions and holds withdrawals for a day', async () => {
  const email = newEmail()
  const here = await server().signUp(email)
  const { body: there } = await login(email, 'correct horse')
  const socket = await server().openSocket(1, there.access)
  expect(await profile(here.access)).toMatchObject({ password_changed_at: null, withdraw_hold_until: null })
  const change = (body: object) => setPassword({ password: 'other words', ...body }, here.access)
  expect(await change({})).toMatchObject({ status: 403, body: { code: 'REAUTH_REQUIRED', params: { by: 'password' } } })
  const wrong = await change({ current_password: 'wrong words' })
  expect(wrong).toMatchObject({ status: 400, body: field('current_password', 'WRONG_PASSWORD') })
  const before = server().now()
  expect(await change({ current_password: 'correct horse' })).toMatchObject({ status: 200, body: { status: 'ok' } })
  const { password_changed_at, withdraw_hold_until } = await profile(here.access)
  const changedAt = Date.parse(password_changed_at ?? '')
  expect([changedAt >= before, changedAt <= server().now()]).toEqual([true, true])
  expect(Date.parse(withdraw_hold_until ?? '')).toBe(changedAt + DAY)
  expect(await socket.closed).toBe(4401)
  expect(await statusOf(there.access)).toBe(401)
  expect((await post(api.refresh.path, { refresh_token: there.refresh })).status).toBe(401)
  expect((await post(api.refresh.path, { refresh_token: here.refresh })).status).toBe(200)
  expect((await login(email, 'correct horse')).status).toBe(400)
  expect((await login(email, 'other words')).status).toBe(200)
})

test('A password change with 2FA also requires a code, and a wrong password does not consume it', async () => {
  const { password, tokens, nextCode } = await createSecuredAccount(server())
  const code = nextCode()
  const change = (body: object) => setPassword({ password: 'other words', ...body }, tokens.access)
  expect(await change({ current_password: password })).toMatchObject({
    status: 403,
    body: { code: 'REAUTH_REQUIRED', params: { by: 'code' } },
  })
  expect(await change({ code })).toMatchObject({ body: { params: { by: 'password' } } })
  expect(await change({ current_password: 'wrong', code })).toMatchObject({ body: { code: 'WRONG_PASSWORD' } })
  expect(await change({ current_password: password, code: '000' })).toMatchObject({
    body: field('code', 'INVALID_2FA_CODE'),
  })
  expect(await change({ current_password: password, code })).toMatchObject({ status: 200 })
})

test('A Telegram user can set a first password within ten minutes of the sign-in', async () => {
  const launch = (id: number) =>
    post<StartAppView>(api.startApp.path, { init_data: initData(telegramUser(id), server().now()) })
  const { access = '' } = (await launch(41)).body
  server().advanceClock(10 * MINUTE)
  const late = await setPassword({ password: 'other words' }, access)
  expect(late).toMatchObject({ status: 403, body: { code: 'REAUTH_REQUIRED', params: { by: 'sign-in' } } })
  const { access: fresh = '' } = (await launch(41)).body
  server().advanceClock(9 * MINUTE)
  expect(await setPassword({ password: 'other words' }, fresh)).toMatchObject({ status: 200 })
  expect(await profile(fresh)).toMatchObject({ has_password: true, ways: ['telegram'], password_changed_at: null })
  const next = await setPassword({ password: 'third words' }, fresh)
  expect(next).toMatchObject({ status: 403, body: { params: { by: 'password' } } })
})

test('A sign-in concurrent with a password change gets no valid session for the old password', async () => {
  const email = newEmail()
  const { access } = await server().signUp(email)
  const change = setPassword({ password: 'other words', current_password: 'correct horse' }, access)
  const logins = await Promise.all(Array.from({ length: 20 }, () => login(email, 'correct horse')))
  expect((await change).status).toBe(200)
  for (const { status, body } of logins) if (status === 200) expect(await statusOf(body.access)).toBe(401)
})

test('The login endpoint allows ten attempts per account from any address, then one per 30 s', async () => {
  let far = 0
  const tryOnce = (email: string) =>
    fetch(`${limited().address}/exchange-backend${api.login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${++far}` },
      body: JSON.stringify({ email, password: 'wrong words' }),
    })
  const known = newEmail()
  limited().stopClock()
  await limited().signUp(known)
  const refusals: unknown[] = []
  for (const email of [known, newEmail()]) {
    for (let count = 0; count < 10; count++) expect((await tryOnce(email)).status).toBe(400)
    const refused = await tryOnce(email.toUpperCase())
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    const { params: _seconds, ...body } = (await refused.json()) as ErrorBody
    refusals.push(body)
    limited().advanceClock(31_000)
    expect((await tryOnce(email)).status).toBe(400)
    expect((await tryOnce(email)).status).toBe(429)
  }
  expect(refusals[0]).toEqual(refusals[1])
  limited().advanceClock(31_000)
  const { body } = await limited().request<Tokens>('POST', api.login.path, {
    body: { email: known, password: 'correct horse' },
  })
  const change = { password: 'other words', current_password: 'wrong words' }
  // Failed logins count against the password change of a signed-in user.
  for (const code of ['WRONG_PASSWORD', 'RATE_LIMITED'])
    expect(
      (await limited().request('POST', api.setPassword.path, { body: change, access: body.access })).body.code,
    ).toBe(code)
})
