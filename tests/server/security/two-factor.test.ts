/** The second factor, at the doors of the whole server. */

import encodeQR from 'qr'
import { expect, test } from 'vitest'
import type {
  LoginHistoryPage,
  RecoveryCodesView,
  SessionView,
  TwoFactorSetup,
} from '../../src/contract/account-views.ts'
import { api } from '../../src/contract/api.ts'
import type { ErrorBody, ProfileView, StartAppView, Tokens } from '../../src/contract/views.ts'
import { house } from './exchange-world.ts'
import { codeAt, lockedAccount, STEP } from './locked-account.ts'
import { BOT_TOKEN, initData, person, widgetData } from './telegram-bot.ts'

const home = house({ BOT_TOKEN })
const MINUTE = 60_000

const post = <T = ErrorBody>(path: string, body: unknown, access?: string) =>
  home().ask<T>('POST', path, { body, access })
const login = (body: object) => post<Tokens & ErrorBody>(api.login.path, body)
const finish = (ticket: unknown, code: unknown) => post<Tokens & ErrorBody>(api.secondFactor.path, { ticket, code })
const setUp = async (access: string) => (await post<TwoFactorSetup>(api.setTwoFactor.path, {}, access)).body
const confirm = (access: string, body: object) =>
  post<RecoveryCodesView & ErrorBody>(api.confirmTwoFactor.path, body, access)
const profile = async (access: string) => (await home().ask<ProfileView>('GET', api.profile.path, { access })).body
const statusOf = async (access: string) => (await home().ask('GET', api.profile.path, { access })).status
const codeNow = (secret: string) => codeAt(secret, home().now())
/** As if the last code had been of another half minute. */
const nextCode = (secret: string) => {
  home().later(STEP)
  return codeNow(secret)
}
const INVALID = {
  status: 400,
  body: { detail: [{ loc: ['body', 'code'], msg: 'Invalid 2FA code.' }], code: 'INVALID_2FA_CODE' },
}
const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('a secret of 160 bits, told three ways, is of this exchange and of this user', async () => {
  const tokens = await home().signUp()
  const { secret, qr_code, otpauth_url } = await setUp(tokens.access)
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const { email } = await profile(tokens.access)
  const url = new URL(otpauth_url)
  expect(decodeURIComponent(url.pathname.slice(1))).toBe(`Tern:${email}`)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    issuer: 'Tern',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
  const [kind, picture = ''] = qr_code.split(',')
  expect([kind, Buffer.from(picture, 'base64').toString()]).toEqual([
    'data:image/svg+xml;base64',
    encodeQR(otpauth_url, 'svg'),
  ])
  expect((await setUp(tokens.access)).secret).not.toBe(secret)
})

test('a code is what RFC 6238 says', () => {
  // Its appendix B, of which six digits count here.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [20_000_000_000, '353130'],
  ] as const)
    expect(codeAt(secret, seconds * 1_000)).toBe(code)
})

test('it is on once a first code confirms it, and then the other sign-ins have ended', async () => {
  const [email, password] = ['first@example.com', 'correct horse']
  const here = await home().signUp(email, password)
  const { body: there } = await login({ email, password })
  const socket = await home().join(1, there.access)
  const { secret } = await setUp(here.access)
  expect(await profile(here.access)).toMatchObject({ has_2fa: false, recovery_codes_left: 0 })
  const { status, body } = await confirm(here.access, { code: codeNow(secret), secret })
  expect([status, body.status, new Set(body.recovery_codes).size]).toEqual([200, 'ok', 10])
  for (const code of body.recovery_codes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
  expect(await profile(here.access)).toMatchObject({
    has_2fa: true,
    recovery_codes_left: 10,
    withdraw_hold_until: null,
  })
  expect(await socket.closed).toBe(4401)
  expect(await statusOf(there.access)).toBe(401)
  expect((await post(api.refresh.path, { refresh_token: there.refresh })).status).toBe(401)
  expect(await post(api.setTwoFactor.path, {}, here.access)).toMatchObject({
    status: 409,
    body: { code: '2FA_ALREADY_ON' },
  })
  const again = await confirm(here.access, { code: nextCode(secret), secret })
  expect(again).toMatchObject({ status: 400, body: { code: '2FA_SETUP_EXPIRED' } })
})

test('only the secret that this sign-in was told in the last ten minutes counts', async () => {
  const [email, password] = ['pending@example.com', 'correct horse']
  const { access } = await home().signUp(email, password)
  const { body: other } = await login({ email, password })
  const { secret } = await setUp(access)
  const planted = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const expired = { status: 400, body: { code: '2FA_SETUP_EXPIRED', detail: [{ loc: ['body', 'secret'] }] } }
  expect(await confirm(access, { code: codeNow(planted), secret: planted })).toMatchObject(expired)
  expect(await confirm(access, { code: codeNow(secret), secret: '' })).toMatchObject(expired)
  expect(await confirm(other.access, { code: codeNow(secret), secret })).toMatchObject(expired)
  home().later(10 * MINUTE)
  expect(await confirm(access, { code: codeNow(secret), secret })).toMatchObject(expired)
  expect(await profile(access)).toMatchObject({ has_2fa: false })
})

test('whoever found an open session cannot lock its owner out: after ten minutes the password is asked for', async () => {
  const { access } = await home().signUp('found@example.com', 'correct horse')
  home().later(10 * MINUTE)
  const { secret } = await setUp(access)
  const turnOn = (password?: string) => confirm(access, { code: nextCode(secret), secret, password })
  expect(await turnOn()).toMatchObject({ status: 403, body: { code: 'REAUTH_REQUIRED', params: { by: 'password' } } })
  expect(await turnOn('wrong words')).toMatchObject({ status: 400, body: { code: 'WRONG_PASSWORD' } })
  expect(await profile(access)).toMatchObject({ has_2fa: false })
  expect(await turnOn('correct horse')).toMatchObject({ status: 200, body: { status: 'ok' } })
})

test('where there is no password it wants a sign-in of just now', async () => {
  const launch = { init_data: initData(person(78), home().now()) }
  const old = (await post<StartAppView>(api.startApp.path, launch)).body.access ?? ''
  home().later(10 * MINUTE)
  const { secret } = await setUp(old)
  const refused = await confirm(old, { code: codeNow(secret), secret })
  expect(refused).toMatchObject({ status: 403, body: { code: 'REAUTH_REQUIRED', params: { by: 'sign-in' } } })
  expect(await profile(old)).toMatchObject({ has_2fa: false })
})

test('a code of the half minute before or after is taken, of one further away not', async () => {
  for (const [away, isTaken] of [
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ] as const) {
    const { access } = await home().signUp()
    const { secret } = await setUp(access)
    const { status } = await confirm(access, { code: codeAt(secret, home().now() + away * STEP), secret })
    expect([away, status]).toEqual([away, isTaken ? 200 : 400])
  }
})

test('a password alone gets a ticket; the ticket and a code, or all three at once, get in', async () => {
  const { email, password, nextCode, recoveryCodes } = await lockedAccount(home())
  const asked = await login({ email, password })
  expect(asked).toMatchObject({ status: 403, body: { detail: 'Enter your 2FA code.', code: '2FA_REQUIRED' } })
  const { ticket } = asked.body
  expect(await finish(ticket, '12345')).toMatchObject(INVALID)
  const entered = await finish(ticket, nextCode())
  expect([entered.status, Object.keys(entered.body).sort()]).toEqual([200, ['access', 'refresh']])
  expect(await statusOf(entered.body.access)).toBe(200)
  expect(await finish(ticket, nextCode())).toMatchObject({ status: 400, body: { code: 'SIGN_IN_EXPIRED' } })
  expect((await login({ email, password, code: nextCode() })).status).toBe(200)
  expect((await login({ email, password, code: recoveryCodes[3] })).status).toBe(200)
  expect(await login({ email, password, code: recoveryCodes[3] })).toMatchObject(INVALID)
  expect(await login({ email, password: 'wrong', code: nextCode() })).toMatchObject({
    body: { code: 'INVALID_CREDENTIALS' },
  })
})

test('a ticket lives for five minutes, and dies with any change of a lock', async () => {
  const { email, password, nextCode, tokens, recoveryCodes } = await lockedAccount(home())
  const first = (await login({ email, password })).body.ticket
  home().later(5 * MINUTE)
  expect(await finish(first, nextCode())).toMatchObject({ body: { code: 'SIGN_IN_EXPIRED' } })
  const second = (await login({ email, password })).body.ticket
  const change = { password: 'other words', current_password: password, code: nextCode() }
  expect((await post(api.setPassword.path, change, tokens.access)).status).toBe(200)
  expect(await finish(second, recoveryCodes[0])).toMatchObject({ status: 400, body: { code: 'SIGN_IN_EXPIRED' } })
  const third = (await login({ email, password: 'other words' })).body.ticket
  await post(api.disableTwoFactor.path, { code: nextCode() }, tokens.access)
  expect(await finish(third, recoveryCodes[1])).toMatchObject({ body: { code: 'SIGN_IN_EXPIRED' } })
})

test('whoever comes from Telegram is asked as well, by launch and by widget', async () => {
  const ann = person(77)
  const launch = () => post<StartAppView & ErrorBody>(api.startApp.path, { init_data: initData(ann, home().now()) })
  const { access = '' } = (await launch()).body
  const { secret } = await setUp(access)
  await confirm(access, { code: codeNow(secret), secret })
  const launched = await launch()
  expect(launched).toMatchObject({ status: 403, body: { code: '2FA_REQUIRED' } })
  expect((await finish(launched.body.ticket, nextCode(secret))).status).toBe(200)
  const widget = await post(api.telegramWidget.path, { raw_callback_data: widgetData(ann.id, home().now()) })
  expect(widget).toMatchObject({ status: 403, body: { code: '2FA_REQUIRED' } })
  const { body } = await finish(widget.body.ticket, nextCode(secret))
  const { body: sessions } = await home().ask<SessionView[]>('GET', api.sessions.path, body)
  expect(sessions.map(({ way }) => way)).toEqual(['telegram', 'telegram', 'telegram'])
})

test('five wrong codes in a row close the account to codes for fifteen minutes', async () => {
  const { email, password, tokens, secret, nextCode } = await lockedAccount(home())
  const bad = () => login({ email, password, code: wrong(codeNow(secret)) })
  for (let count = 0; count < 4; count++) expect(await bad()).toMatchObject(INVALID)
  // A right one begins the count again, whatever it is for.
  expect((await post(api.recoveryCodes.path, { code: nextCode() }, tokens.access)).status).toBe(200)
  const { ticket } = (await login({ email, password })).body
  home().later(STEP)
  const uses = [
    () => finish(ticket, wrong(codeNow(secret))),
    () => post(api.disableTwoFactor.path, { code: 'ABCD-EFGH-ABCD-EFGH' }, tokens.access),
    () => post(api.recoveryCodes.path, { code: wrong(codeNow(secret)) }, tokens.access),
    () => post(api.unlink.path, { way: 'telegram', code: wrong(codeNow(secret)) }, tokens.access),
    bad,
  ]
  for (const use of uses) expect(await use()).toMatchObject(INVALID)
  const locked = await login({ email, password, code: nextCode() })
  expect(locked).toMatchObject({ status: 429, body: { code: '2FA_LOCKED' } })
  const wait = Number(locked.headers.get('retry-after'))
  expect(wait).toBe(Number(locked.body.params?.seconds))
  expect([wait > 800, wait <= 900]).toEqual([true, true])
  expect((await post(api.disableTwoFactor.path, { code: nextCode() }, tokens.access)).status).toBe(429)
  const { body: history } = await home().ask<LoginHistoryPage>('GET', `${api.loginHistory.path}?limit=1`, tokens)
  expect(history.entries[0]).toMatchObject({ outcome: 'locked', way: 'email' })
  home().later(15 * MINUTE)
  expect((await login({ email, password, code: nextCode() })).status).toBe(200)
})

test('a code that was good is no wrong one when it comes again', async () => {
  const { email, password, nextCode } = await lockedAccount(home())
  const code = nextCode()
  expect((await login({ email, password, code })).status).toBe(200)
  for (let count = 0; count < 8; count++) expect(await login({ email, password, code })).toMatchObject(INVALID)
  expect((await login({ email, password, code: nextCode() })).status).toBe(200)
})

test('an older code than the last is not taken, though it was never used', async () => {
  const { email, password, secret } = await lockedAccount(home())
  home().later(2 * STEP)
  const older = codeNow(secret)
  expect((await login({ email, password, code: nextCode(secret) })).status).toBe(200)
  expect(await login({ email, password, code: older })).toMatchObject(INVALID)
})

test('turned off by a code of either kind: a password is enough again, and nothing is paid out for a day', async () => {
  for (const kind of ['code', 'recovery_code'] as const) {
    const { email, password, tokens, nextCode, recoveryCodes } = await lockedAccount(home())
    const { body: other } = await login({ email, password, code: nextCode() })
    expect(await post(api.disableTwoFactor.path, {}, tokens.access)).toMatchObject(INVALID)
    const code = kind === 'code' ? nextCode() : recoveryCodes[9]?.toLowerCase().replaceAll('-', ' ')
    const before = home().now()
    expect(await post(api.disableTwoFactor.path, { [kind]: code }, tokens.access)).toMatchObject({ status: 200 })
    const { has_2fa, recovery_codes_left, withdraw_hold_until } = await profile(tokens.access)
    expect([has_2fa, recovery_codes_left]).toEqual([false, 0])
    expect(Date.parse(withdraw_hold_until ?? '') - before).toBeGreaterThanOrEqual(24 * 60 * MINUTE)
    expect(Date.parse(withdraw_hold_until ?? '') - home().now()).toBeLessThanOrEqual(24 * 60 * MINUTE)
    expect(await statusOf(other.access)).toBe(401)
    expect((await login({ email, password })).status).toBe(200)
    expect(await post(api.disableTwoFactor.path, { code }, tokens.access)).toMatchObject({
      body: { code: '2FA_NOT_ON' },
    })
  }
})

test('new recovery codes end the old ones', async () => {
  const { email, password, tokens, nextCode, recoveryCodes } = await lockedAccount(home())
  const { body } = await post<RecoveryCodesView>(api.recoveryCodes.path, { code: recoveryCodes[0] }, tokens.access)
  expect(body.recovery_codes).toHaveLength(10)
  expect(recoveryCodes.filter((code) => body.recovery_codes.includes(code))).toEqual([])
  expect(await login({ email, password, code: recoveryCodes[1] })).toMatchObject(INVALID)
  expect((await login({ email, password, code: body.recovery_codes[1] })).status).toBe(200)
  expect((await profile(tokens.access)).recovery_codes_left).toBe(9)
  expect((await post(api.recoveryCodes.path, { code: nextCode() }, tokens.access)).status).toBe(200)
})
