/** Passwords: which may be chosen, who may change one, and what ends with it. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { ErrorBody, ProfileView, StartAppView, Tokens } from '../../src/contract/views.ts'
import { weakness } from '../../src/server/identity/password-rules.ts'
import { house } from './exchange-world.ts'
import { lockedAccount } from './locked-account.ts'
import { BOT_TOKEN, initData, person } from './telegram-bot.ts'

const home = house({ BOT_TOKEN })
const limited = house({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' })
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const newEmail = () => `${randomUUID()}@example.com`
const post = <T = ErrorBody>(path: string, body: unknown, access?: string) =>
  home().ask<T>('POST', path, { body, access })
const login = (email: string, password: string) => post<Tokens & ErrorBody>(api.login.path, { email, password })
const setPassword = (body: object, access: string) => post(api.setPassword.path, body, access)
const profile = async (access: string) => (await home().ask<ProfileView>('GET', api.profile.path, { access })).body
const statusOf = async (access: string) => (await home().ask('GET', api.profile.path, { access })).status
const field = (name: string, code: string) => ({ code, detail: [{ loc: ['body', name], msg: expect.any(String) }] })

test('common passwords, in any case, and the e-mail itself are refused; what is long and rare is not', () => {
  for (const each of ['password', 'PassWord', '123456', 'dragon123', 'qwertyuiop'])
    expect(weakness(each, null)).toMatchObject({ code: 'COMMON_PASSWORD' })
  expect(weakness('Ann@Example.com', 'ann@example.com')).toMatchObject({ code: 'PASSWORD_IS_EMAIL' })
  for (const each of ['correct horse', 'password of ann', 'ann@example.com'])
    expect(weakness(each, null)).toBeUndefined()
})

test('nobody signs up with one, or changes to one', async () => {
  const email = newEmail()
  const register = (password: string) => post(api.register.path, { email, password })
  expect(await register('Iloveyou')).toMatchObject({ status: 422, body: field('password', 'COMMON_PASSWORD') })
  expect(await register(email.toUpperCase())).toMatchObject({
    status: 422,
    body: field('password', 'PASSWORD_IS_EMAIL'),
  })
  const { access } = await home().signUp(email)
  const change = (password: string) => setPassword({ password, current_password: 'correct horse' }, access)
  expect(await change('Iloveyou')).toMatchObject({ status: 422, body: field('password', 'COMMON_PASSWORD') })
  expect(await change(email)).toMatchObject({ status: 422, body: field('password', 'PASSWORD_IS_EMAIL') })
  expect(await change('12345')).toMatchObject({ status: 422, body: field('password', 'INVALID_REQUEST') })
  expect((await login(email, 'correct horse')).status).toBe(200)
})

test('the present password is needed; then the new one holds, others are out, and nothing is paid out for a day', async () => {
  const email = newEmail()
  const here = await home().signUp(email)
  const { body: there } = await login(email, 'correct horse')
  const socket = await home().join(1, there.access)
  expect(await profile(here.access)).toMatchObject({ password_changed_at: null, withdraw_hold_until: null })
  const change = (body: object) => setPassword({ password: 'other words', ...body }, here.access)
  expect(await change({})).toMatchObject({ status: 403, body: { code: 'REAUTH_REQUIRED', params: { by: 'password' } } })
  const wrong = await change({ current_password: 'wrong words' })
  expect(wrong).toMatchObject({ status: 400, body: field('current_password', 'WRONG_PASSWORD') })
  const before = home().now()
  expect(await change({ current_password: 'correct horse' })).toMatchObject({ status: 200, body: { status: 'ok' } })
  const { password_changed_at, withdraw_hold_until } = await profile(here.access)
  const changedAt = Date.parse(password_changed_at ?? '')
  expect([changedAt >= before, changedAt <= home().now()]).toEqual([true, true])
  expect(Date.parse(withdraw_hold_until ?? '')).toBe(changedAt + DAY)
  expect(await socket.closed).toBe(4401)
  expect(await statusOf(there.access)).toBe(401)
  expect((await post(api.refresh.path, { refresh_token: there.refresh })).status).toBe(401)
  expect((await post(api.refresh.path, { refresh_token: here.refresh })).status).toBe(200)
  expect((await login(email, 'correct horse')).status).toBe(400)
  expect((await login(email, 'other words')).status).toBe(200)
})

test('with 2FA a code is needed as well, and is not used up by a wrong password', async () => {
  const { password, tokens, nextCode } = await lockedAccount(home())
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

test('who came from Telegram sets a first one soon after coming in', async () => {
  const launch = (id: number) =>
    post<StartAppView>(api.startApp.path, { init_data: initData(person(id), home().now()) })
  const { access = '' } = (await launch(41)).body
  home().later(10 * MINUTE)
  const late = await setPassword({ password: 'other words' }, access)
  expect(late).toMatchObject({ status: 403, body: { code: 'REAUTH_REQUIRED', params: { by: 'sign-in' } } })
  const { access: fresh = '' } = (await launch(41)).body
  home().later(9 * MINUTE)
  expect(await setPassword({ password: 'other words' }, fresh)).toMatchObject({ status: 200 })
  expect(await profile(fresh)).toMatchObject({ has_password: true, ways: ['telegram'], password_changed_at: null })
  const next = await setPassword({ password: 'third words' }, fresh)
  expect(next).toMatchObject({ status: 403, body: { params: { by: 'password' } } })
})

test('a sign-in that was on its way with the old password does not arrive', async () => {
  const email = newEmail()
  const { access } = await home().signUp(email)
  const change = setPassword({ password: 'other words', current_password: 'correct horse' }, access)
  const tries = await Promise.all(Array.from({ length: 20 }, () => login(email, 'correct horse')))
  expect((await change).status).toBe(200)
  for (const { status, body } of tries) if (status === 200) expect(await statusOf(body.access)).toBe(401)
})

test('ten tries of one account, known or not, from wherever they come; then one in thirty seconds', async () => {
  let far = 0
  const tryOnce = (email: string) =>
    fetch(`${limited().address}/exchange-backend${api.login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${++far}` },
      body: JSON.stringify({ email, password: 'wrong words' }),
    })
  const known = newEmail()
  await limited().signUp(known)
  const said: unknown[] = []
  for (const email of [known, newEmail()]) {
    for (let count = 0; count < 10; count++) expect((await tryOnce(email)).status).toBe(400)
    const refused = await tryOnce(email.toUpperCase())
    expect([refused.status, Number(refused.headers.get('retry-after')) <= 30]).toEqual([429, true])
    const { params: _seconds, ...body } = (await refused.json()) as ErrorBody
    said.push(body)
    limited().later(31_000)
    expect((await tryOnce(email)).status).toBe(400)
    expect((await tryOnce(email)).status).toBe(429)
  }
  expect(said[0]).toEqual(said[1])
  limited().later(31_000)
  const { body } = await limited().ask<Tokens>('POST', api.login.path, {
    body: { email: known, password: 'correct horse' },
  })
  const change = { password: 'other words', current_password: 'wrong words' }
  // What a sign-in used up is not there for who is signed in.
  for (const code of ['WRONG_PASSWORD', 'RATE_LIMITED'])
    expect((await limited().ask('POST', api.setPassword.path, { body: change, access: body.access })).body.code).toBe(
      code,
    )
})
