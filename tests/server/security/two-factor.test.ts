/** Two-factor authentication over HTTP on the whole server. */

import encodeQR from 'qr'
import { expect, test } from 'vitest'
import type {
  LoginHistoryPage,
  ProfileView,
  RecoveryCodesView,
  SessionView,
  StartAppView,
  TwoFactorSetup,
} from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import { codeAt, createSecuredAccount, TOTP_STEP_MILLIS } from '../../fixtures/secured-account.ts'
import { BOT_TOKEN, initData, telegramUser, widgetData } from '../../fixtures/telegram-signer.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer({ BOT_TOKEN })
const MINUTE = 60_000

const post = <T = ErrorBody>(path: string, body: unknown, access?: string) =>
  server().request<T>('POST', path, { body, access })
const login = (body: object) => post<Tokens & ErrorBody>(api.login.path, body)
const finish = (ticket: unknown, code: unknown) => post<Tokens & ErrorBody>(api.secondFactor.path, { ticket, code })
const setUp = async (access: string) => (await post<TwoFactorSetup>(api.setTwoFactor.path, {}, access)).body
const confirm = (access: string, body: object) =>
  post<RecoveryCodesView & ErrorBody>(api.confirmTwoFactor.path, body, access)
const profile = async (access: string) =>
  (await server().request<ProfileView>('GET', api.profile.path, { access })).body
const statusOf = async (access: string) => (await server().request('GET', api.profile.path, { access })).status
const codeNow = (secret: string) => codeAt(secret, server().now())
/** Advances the clock by one 30 s time step, so that the code differs from the last one. */
const nextCode = (secret: string) => {
  server().advanceClock(TOTP_STEP_MILLIS)
  return codeNow(secret)
}
const INVALID = {
  status: 400,
  body: { detail: [{ loc: ['body', 'code'], msg: 'Invalid 2FA code.' }], code: 'INVALID_2FA_CODE' },
}
const usedBefore = (used: 'code' | 'recovery') => ({
  status: 400,
  body: { code: 'INVALID_2FA_CODE', params: { used } },
})
const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('The 2FA setup returns a 160-bit secret as text, URL and QR code, with issuer and email', async () => {
  const tokens = await server().signUp()
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
  const [prefix, base64 = ''] = qr_code.split(',')
  expect([prefix, Buffer.from(base64, 'base64').toString()]).toEqual([
    'data:image/svg+xml;base64',
    encodeQR(otpauth_url, 'svg'),
  ])
  expect((await setUp(tokens.access)).secret).not.toBe(secret)
})

test('TOTP codes match the test vectors of RFC 6238', () => {
  // RFC 6238 appendix B, last six digits.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [20_000_000_000, '353130'],
  ] as const)
    expect(codeAt(secret, seconds * 1_000)).toBe(code)
})

test('Confirming 2FA with a first code enables it and revokes all other sessions', async () => {
  const [email, password] = ['first@example.com', 'correct horse']
  const here = await server().signUp(email, password)
  const { body: there } = await login({ email, password })
  const socket = await server().openSocket(1, there.access)
  const { secret } = await setUp(here.access)
  expect(await profile(here.access)).toMatchObject({ has_2fa: false, recovery_codes_left: 0 })
  const { status, body } = await confirm(here.access, { code: codeNow(secret), secret, password })
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
  const again = await confirm(here.access, { code: nextCode(secret), secret, password })
  expect(again).toMatchObject({ status: 400, body: { code: '2FA_SETUP_EXPIRED' } })
})

test('The 2FA confirmation accepts only the secret issued to this session in the last ten minutes', async () => {
  const [email, password] = ['pending@example.com', 'correct horse']
  const { access } = await server().signUp(email, password)
  const { body: other } = await login({ email, password })
  const { secret } = await setUp(access)
  const planted = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const expired = { status: 400, body: { code: '2FA_SETUP_EXPIRED', detail: [{ loc: ['body', 'secret'] }] } }
  expect(await confirm(access, { code: codeNow(planted), secret: planted })).toMatchObject(expired)
  expect(await confirm(access, { code: codeNow(secret), secret: '' })).toMatchObject(expired)
  expect(await confirm(other.access, { code: codeNow(secret), secret })).toMatchObject(expired)
  server().advanceClock(10 * MINUTE)
  expect(await confirm(access, { code: codeNow(secret), secret })).toMatchObject(expired)
  expect(await profile(access)).toMatchObject({ has_2fa: false })
})

test('Enabling 2FA requires the password, also right after the sign-in', async () => {
  const { access } = await server().signUp('found@example.com', 'correct horse')
  const { secret } = await setUp(access)
  const turnOn = (password?: string) => confirm(access, { code: nextCode(secret), secret, password })
  expect(await turnOn()).toMatchObject({ status: 403, body: { code: 'REAUTH_REQUIRED', params: { by: 'password' } } })
  expect(await turnOn('wrong words')).toMatchObject({ status: 400, body: { code: 'WRONG_PASSWORD' } })
  expect(await profile(access)).toMatchObject({ has_2fa: false })
  expect(await turnOn('correct horse')).toMatchObject({ status: 200, body: { status: 'ok' } })
})

test('Enabling 2FA on an account without a password requires a recent sign-in', async () => {
  const launch = { init_data: initData(telegramUser(78), server().now()) }
  const old = (await post<StartAppView>(api.startApp.path, launch)).body.access ?? ''
  server().advanceClock(10 * MINUTE)
  const { secret } = await setUp(old)
  const refused = await confirm(old, { code: codeNow(secret), secret })
  expect(refused).toMatchObject({ status: 403, body: { code: 'REAUTH_REQUIRED', params: { by: 'sign-in' } } })
  expect(await profile(old)).toMatchObject({ has_2fa: false })
})

test('A code is accepted in digits of another script, with spaces, dashes and marks of direction', async () => {
  const account = await createSecuredAccount(server())
  const { email, password, recoveryCodes } = account
  const inScript = (zero: number) => (code: string) =>
    code.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
  const carried = [
    ...[0x660, 0x6f0, 0x966, 0xff10].map(inScript),
    (code: string) => `\u200f${code.slice(0, 3)}\u2009${code.slice(3)}\u2069`,
    (code: string) => `${code.slice(0, 3)}–${code.slice(3)}`,
  ]
  for (const carry of carried) {
    const { status, body } = await login({ email, password, code: carry(account.nextCode()) })
    expect([status, body.code]).toEqual([200, undefined])
  }
  const wide = [...(recoveryCodes[0] ?? '')].map((letter) =>
    String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0),
  )
  expect((await login({ email, password, code: wide.join('') })).status).toBe(200)
})

test('A code that was used says so, after the right password only', async () => {
  const account = await createSecuredAccount(server())
  const { email, password, recoveryCodes } = account
  const textOf = async (body: object) => {
    const { detail } = (await login(body)).body
    return typeof detail === 'string' ? detail : detail?.[0]?.msg
  }
  for (const [code, text] of [
    [account.nextCode(), 'This code was used. Wait for the next one.'],
    [recoveryCodes[0], 'This recovery code was used. Enter another one.'],
  ]) {
    expect((await login({ email, password, code })).status).toBe(200)
    expect(await textOf({ email, password, code })).toBe(text)
    expect(await textOf({ email, password: 'wrong words', code })).toBe('Invalid credentials. Please try again.')
  }
})

test('A TOTP code is accepted one time step before or after the current one, but not two', async () => {
  for (const [away, isTaken] of [
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ] as const) {
    const { access } = await server().signUp()
    const { secret } = await setUp(access)
    // To the beginning of a step: none begins between the code and its check.
    server().advanceClock(TOTP_STEP_MILLIS - (server().now() % TOTP_STEP_MILLIS))
    const code = codeAt(secret, server().now() + away * TOTP_STEP_MILLIS)
    const { status } = await confirm(access, { code, secret, password: 'correct horse' })
    expect([away, status]).toEqual([away, isTaken ? 200 : 400])
  }
})

test('Login with 2FA takes a challenge token and a code, or email, password and code together', async () => {
  const { email, password, nextCode, recoveryCodes } = await createSecuredAccount(server())
  const challenge = await login({ email, password })
  expect(challenge).toMatchObject({ status: 403, body: { detail: 'Enter your 2FA code.', code: '2FA_REQUIRED' } })
  const { ticket } = challenge.body
  expect(await finish(ticket, '12345')).toMatchObject(INVALID)
  const entered = await finish(ticket, nextCode())
  expect([entered.status, Object.keys(entered.body).sort()]).toEqual([200, ['access', 'refresh']])
  expect(await statusOf(entered.body.access)).toBe(200)
  expect(await finish(ticket, nextCode())).toMatchObject({ status: 400, body: { code: 'SIGN_IN_EXPIRED' } })
  expect((await login({ email, password, code: nextCode() })).status).toBe(200)
  expect((await login({ email, password, code: recoveryCodes[3] })).status).toBe(200)
  expect(await login({ email, password, code: recoveryCodes[3] })).toMatchObject(usedBefore('recovery'))
  expect(await login({ email, password: 'wrong', code: nextCode() })).toMatchObject({
    body: { code: 'INVALID_CREDENTIALS' },
  })
})

test('A challenge token expires after five minutes and on any credential change', async () => {
  const { email, password, nextCode, tokens, recoveryCodes } = await createSecuredAccount(server())
  const first = (await login({ email, password })).body.ticket
  server().advanceClock(5 * MINUTE)
  expect(await finish(first, nextCode())).toMatchObject({ body: { code: 'SIGN_IN_EXPIRED' } })
  const second = (await login({ email, password })).body.ticket
  const change = { password: 'other words', current_password: password, code: nextCode() }
  expect((await post(api.setPassword.path, change, tokens.access)).status).toBe(200)
  expect(await finish(second, recoveryCodes[0])).toMatchObject({ status: 400, body: { code: 'SIGN_IN_EXPIRED' } })
  const third = (await login({ email, password: 'other words' })).body.ticket
  await post(api.disableTwoFactor.path, { code: nextCode() }, tokens.access)
  expect(await finish(third, recoveryCodes[1])).toMatchObject({ body: { code: 'SIGN_IN_EXPIRED' } })
})

test('Two-factor authentication applies to Telegram launches and the Telegram widget', async () => {
  const ann = telegramUser(77)
  const launch = () =>
    post<StartAppView & ErrorBody>(api.startApp.path, {
      init_data: initData(ann, server().now()),
      device_id: 'phone',
    })
  const { access = '' } = (await launch()).body
  const { secret } = await setUp(access)
  await confirm(access, { code: codeNow(secret), secret })
  const launched = await launch()
  expect(launched).toMatchObject({ status: 403, body: { code: '2FA_REQUIRED' } })
  expect((await finish(launched.body.ticket, nextCode(secret))).status).toBe(200)
  const widget = await post(api.telegramWidget.path, { raw_callback_data: widgetData(ann.id, server().now()) })
  expect(widget).toMatchObject({ status: 403, body: { code: '2FA_REQUIRED' } })
  const { body } = await finish(widget.body.ticket, nextCode(secret))
  const { body: sessions } = await server().request<SessionView[]>('GET', api.sessions.path, body)
  // The second launch continued the session of the first one.
  expect(sessions.map(({ way }) => way)).toEqual(['telegram', 'telegram'])
})

test('Five wrong codes in a row block 2FA codes of the account for fifteen minutes', async () => {
  const { email, password, tokens, secret, nextCode } = await createSecuredAccount(server())
  const bad = () => login({ email, password, code: wrong(codeNow(secret)) })
  for (let count = 0; count < 4; count++) expect(await bad()).toMatchObject(INVALID)
  // A correct code resets the count, whatever it authorizes.
  expect((await post(api.recoveryCodes.path, { code: nextCode() }, tokens.access)).status).toBe(200)
  const { ticket } = (await login({ email, password })).body
  server().advanceClock(TOTP_STEP_MILLIS)
  const uses = [
    () => finish(ticket, wrong(codeNow(secret))),
    () => post(api.disableTwoFactor.path, { code: 'ABCD-EFGH-ABCD-EFGH' }, tokens.access),
    () => post(api.recoveryCodes.path, { code: wrong(codeNow(secret)) }, tokens.access),
    () => post(api.unlink.path, { way: 'telegram', code: wrong(codeNow(secret)) }, tokens.access),
    bad,
  ]
  for (const use of uses) expect(await use()).toMatchObject(INVALID)
  const refusal = await login({ email, password, code: nextCode() })
  expect(refusal).toMatchObject({ status: 429, body: { code: '2FA_LOCKED' } })
  const wait = Number(refusal.headers.get('retry-after'))
  expect(wait).toBe(Number(refusal.body.params?.seconds))
  expect([wait > 800, wait <= 900]).toEqual([true, true])
  expect((await post(api.disableTwoFactor.path, { code: nextCode() }, tokens.access)).status).toBe(429)
  const { body: history } = await server().request<LoginHistoryPage>('GET', `${api.loginHistory.path}?limit=1`, tokens)
  expect(history.entries[0]).toMatchObject({ outcome: 'locked', way: 'email' })
  server().advanceClock(15 * MINUTE)
  expect((await login({ email, password, code: nextCode() })).status).toBe(200)
})

test('A reused TOTP code is refused and does not count as a wrong attempt', async () => {
  const { email, password, nextCode } = await createSecuredAccount(server())
  const code = nextCode()
  expect((await login({ email, password, code })).status).toBe(200)
  for (let count = 0; count < 8; count++)
    expect(await login({ email, password, code })).toMatchObject(usedBefore('code'))
  expect((await login({ email, password, code: nextCode() })).status).toBe(200)
})

test('A TOTP code older than the last used one is refused', async () => {
  const { email, password, secret } = await createSecuredAccount(server())
  server().advanceClock(2 * TOTP_STEP_MILLIS)
  const older = codeNow(secret)
  expect((await login({ email, password, code: nextCode(secret) })).status).toBe(200)
  expect(await login({ email, password, code: older })).toMatchObject(usedBefore('code'))
})

test('A used recovery code signs nobody in, and sending it again counts as no wrong code', async () => {
  const { email, password, nextCode, recoveryCodes } = await createSecuredAccount(server())
  const [used, unused] = recoveryCodes
  const signIn = (code: string | undefined) => login({ email, password, code })
  expect((await signIn(used)).status).toBe(200)
  for (let count = 0; count < 10; count++) expect(await signIn(used)).toMatchObject(usedBefore('recovery'))
  expect((await signIn(nextCode())).status).toBe(200)
  const { status, body } = await signIn(unused)
  expect([status, (await profile(body.access)).recovery_codes_left]).toEqual([200, 8])
})

test('Disabling 2FA takes a TOTP or recovery code and holds withdrawals for a day', async () => {
  for (const field of ['code', 'recovery_code'] as const) {
    const { email, password, tokens, nextCode, recoveryCodes } = await createSecuredAccount(server())
    const { body: other } = await login({ email, password, code: nextCode() })
    expect(await post(api.disableTwoFactor.path, {}, tokens.access)).toMatchObject(INVALID)
    const code = field === 'code' ? nextCode() : recoveryCodes[9]?.toLowerCase().replaceAll('-', ' ')
    const before = server().now()
    expect(await post(api.disableTwoFactor.path, { [field]: code }, tokens.access)).toMatchObject({ status: 200 })
    const { has_2fa, recovery_codes_left, withdraw_hold_until } = await profile(tokens.access)
    expect([has_2fa, recovery_codes_left]).toEqual([false, 0])
    expect(Date.parse(withdraw_hold_until ?? '') - before).toBeGreaterThanOrEqual(24 * 60 * MINUTE)
    expect(Date.parse(withdraw_hold_until ?? '') - server().now()).toBeLessThanOrEqual(24 * 60 * MINUTE)
    expect(await statusOf(other.access)).toBe(401)
    expect((await login({ email, password })).status).toBe(200)
    expect(await post(api.disableTwoFactor.path, { code }, tokens.access)).toMatchObject({
      body: { code: '2FA_NOT_ON' },
    })
  }
})

test('New recovery codes invalidate the old ones', async () => {
  const { email, password, tokens, nextCode, recoveryCodes } = await createSecuredAccount(server())
  const { body } = await post<RecoveryCodesView>(api.recoveryCodes.path, { code: recoveryCodes[0] }, tokens.access)
  expect(body.recovery_codes).toHaveLength(10)
  expect(recoveryCodes.filter((code) => body.recovery_codes.includes(code))).toEqual([])
  expect(await login({ email, password, code: recoveryCodes[1] })).toMatchObject(INVALID)
  expect((await login({ email, password, code: body.recovery_codes[1] })).status).toBe(200)
  expect((await profile(tokens.access)).recovery_codes_left).toBe(9)
  expect((await post(api.recoveryCodes.path, { code: nextCode() }, tokens.access)).status).toBe(200)
})
