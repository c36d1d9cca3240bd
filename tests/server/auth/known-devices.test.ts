/** Devices that logged in before have rate limits of their own. */

import { randomInt, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { TwoFactorSetup } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { RefreshedTokens, Tokens } from '../../../src/contract/auth/views.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import type { NotificationsPage } from '../../../src/contract/notifications/views.ts'
import { newestEmailToken } from '../../fixtures/email-inbox.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { codeAt, createSecuredAccount, TOTP_STEP_MILLIS } from '../../fixtures/secured-account.ts'
import { BOT_TOKEN, widgetData } from '../../fixtures/telegram-signer.ts'
import { type Reply, setUpTestServer } from '../../fixtures/test-exchange.ts'

const PROXY = { TRUSTED_PROXIES: '127.0.0.1' }
const server = setUpTestServer({ RATE_LIMITS: 'on', BOT_TOKEN, ...PROXY })
const PASSWORD = 'correct horse'
const newEmail = () => `${randomUUID()}@example.com`
let lastAddress = 0
/** Every request comes from another address, so that only the limits per account apply. */
const send = <T = ErrorBody>(path: string, body: object, more: { cookie?: string; access?: string } = {}) => {
  const address = `10.${(++lastAddress >> 16) & 255}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`
  const headers = { 'x-forwarded-for': address, ...(more.cookie !== undefined && { cookie: more.cookie }) }
  return server().request<T & ErrorBody>('POST', path, { body, headers, access: more.access })
}
const cookieOf = ({ headers }: Reply): string => /^[^;]*/.exec(headers.get('set-cookie') ?? '')?.[0] ?? ''
const register = (email: string) => send<Tokens>(api.register.path, { email, password: PASSWORD })
const login = (email: string, password: string, cookie?: string) =>
  send<Tokens>(api.login.path, { email, password }, cookie === undefined ? {} : { cookie })

async function exhaust(email: string): Promise<void> {
  for (let count = 0; count < 10; count++) await login(email, 'wrong words')
  expect((await login(email, 'wrong words')).status).toBe(429)
}

const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('The device cookie is HTTP-only, restricted to this site, and lasts a year', async () => {
  const reply = await register(newEmail())
  const cookie = reply.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^device=[\w.-]+; /)
  for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=31536000'])
    expect(cookie).toContain(attribute)
})

test('The right password succeeds from a known device while guesses from other devices exhaust their shared limit', async () => {
  const email = newEmail()
  const cookie = cookieOf(await register(email))
  await exhaust(email)
  expect((await login(email, PASSWORD)).status).toBe(429)
  expect((await login(email, PASSWORD, cookie)).status).toBe(200)
})

test('A login on a device that is new to the account is notified, and one on a known device is not', async () => {
  const email = newEmail()
  const registered = await register(email)
  const { access } = registered.body
  const kinds = async () =>
    (await server().request<NotificationsPage>('GET', api.notificationList.path, { access })).body.notifications.map(
      ({ kind }) => kind,
    )
  await login(email, PASSWORD, cookieOf(registered))
  expect((await login(email, PASSWORD)).status).toBe(200)
  await eventually(async () => (await kinds()).length > 0)
  expect(await kinds()).toEqual(['sign_in'])
})

test('Wrong passwords from a known device use up only the limit of that device', async () => {
  const email = newEmail()
  const first = cookieOf(await register(email))
  const second = cookieOf(await login(email, PASSWORD))
  for (let count = 0; count < 10; count++) await login(email, 'wrong words', first)
  expect((await login(email, PASSWORD, first)).status).toBe(429)
  expect((await login(email, PASSWORD, second)).status).toBe(200)
  expect((await login(email, PASSWORD)).status).toBe(200)
})

test('A known device keeps its limit: a login or a refresh does not replenish it', async () => {
  const email = newEmail()
  const reply = await register(email)
  const cookie = cookieOf(reply)
  for (let count = 0; count < 9; count++) await login(email, 'wrong words', cookie)
  const again = await login(email, PASSWORD, cookie)
  expect(again.status).toBe(200)
  expect((await login(email, PASSWORD, cookieOf(again) || cookie)).status).toBe(429)
  // Refreshes without the cookie, as with a stolen refresh token, all name the same device.
  let token = reply.body.refresh
  const devices = new Set<string>()
  for (let count = 0; count < 3; count++) {
    const next = await send<RefreshedTokens>(api.refresh.path, { refresh_token: token })
    token = next.body.refresh_token
    const [, claims = ''] = cookieOf(next).split('.')
    devices.add(JSON.parse(Buffer.from(claims, 'base64url').toString()).did)
  }
  expect(devices.size).toBe(1)
})

test('A known device that resets the password stays known, with the same limit, and another one does not become known', async () => {
  const email = newEmail()
  const cookie = cookieOf(await register(email))
  const reset = async (password: string, sent?: string) => {
    await send(api.forgot.path, { email })
    const token = await newestEmailToken(server(), email, 'reset')
    return send(api.reset.path, { token, password }, sent === undefined ? {} : { cookie: sent })
  }
  const reply = await reset('another horse', cookie)
  expect(reply.status).toBe(200)
  await exhaust(email)
  expect((await login(email, 'another horse', cookie)).status).toBe(429)
  expect((await login(email, 'another horse', cookieOf(reply))).status).toBe(200)
  for (let count = 0; count < 9; count++) await login(email, 'wrong words', cookieOf(reply))
  expect((await login(email, 'another horse', cookieOf(reply))).status).toBe(429)
  expect(cookieOf(await reset(PASSWORD))).toBe('')
})

test('A device cookie survives a logout and is revoked by a password change on another device', async () => {
  const email = newEmail()
  const first = await register(email)
  const cookie = cookieOf(first)
  const second = await login(email, PASSWORD)
  await send(api.logout.path, { refresh_token: first.body.refresh }, { cookie })
  await exhaust(email)
  expect((await login(email, PASSWORD, cookie)).status).toBe(200)
  const passwords = { password: 'other words', current_password: PASSWORD }
  const own = { access: second.body.access, cookie: cookieOf(second) }
  expect((await send(api.setPassword.path, passwords, own)).status).toBe(200)
  expect((await login(email, 'other words', cookie)).status).toBe(429)
  // The device that changed the password becomes known again with its next tokens.
  const renewed = await send(api.refresh.path, { refresh_token: second.body.refresh }, { cookie: own.cookie })
  expect((await login(email, 'other words', cookieOf(renewed))).status).toBe(200)
})

test('The device on which its owner changes password, 2FA or login methods stays known, and no other one becomes known', async () => {
  const email = newEmail()
  const reply = await register(email)
  let { access } = reply.body
  let cookie = cookieOf(reply)
  let password = PASSWORD
  let secret: string | undefined
  /** Changes something on the known device, which logs in afterwards although others have used up the shared limit. */
  async function staysKnownAfter(path: string, body: object): Promise<void> {
    const changed = await send(path, body, { access, cookie })
    expect([path, changed.status]).toEqual([path, 200])
    cookie = cookieOf(changed) || cookie
    await exhaust(email)
    server().advanceClock(TOTP_STEP_MILLIS)
    const code = secret === undefined ? {} : { code: codeAt(secret, server().now()) }
    const again = await send<Tokens>(api.login.path, { email, password, ...code }, { cookie })
    expect([path, again.status]).toEqual([path, 200])
    ;({ access } = again.body)
    server().advanceClock(10 * 60_000)
  }
  const passwords = { password: 'other words', current_password: PASSWORD }
  password = passwords.password
  await staysKnownAfter(api.setPassword.path, passwords)
  const { body: setup } = await send<TwoFactorSetup>(api.setTwoFactor.path, {}, { access, cookie })
  secret = setup.secret
  const first = { code: codeAt(secret, server().now()), secret, password }
  await staysKnownAfter(api.confirmTwoFactor.path, first)
  const off = { code: codeAt(secret, server().now()) }
  secret = undefined
  await staysKnownAfter(api.disableTwoFactor.path, off)
  const telegram = { raw_callback_data: widgetData(randomInt(2 ** 40), server().now()), password }
  await staysKnownAfter(api.linkTelegram.path, telegram)
  await staysKnownAfter(api.unlink.path, { way: 'telegram', password })
  // Without the cookie the device is unknown, and no change makes it known.
  const unknown = await send(api.setPassword.path, { password: PASSWORD, current_password: password }, { access })
  expect([unknown.status, cookieOf(unknown)]).toEqual([200, ''])
})

test('A device cookie of one account, or a forged one, is unknown to another account', async () => {
  const [ann, bob] = [newEmail(), newEmail()]
  await register(ann)
  const cookie = cookieOf(await register(bob))
  await exhaust(ann)
  for (const each of [cookie, 'device=x', `device=${'a'.repeat(3_000)}`, `${cookie.slice(0, -4)}AAAA`])
    expect((await login(ann, PASSWORD, each)).status).toBe(429)
})

test('One browser is known to several accounts', async () => {
  const [ann, bob] = [newEmail(), newEmail()]
  const first = cookieOf(await register(ann))
  await register(bob)
  const both = cookieOf(await login(bob, PASSWORD, first))
  await exhaust(ann)
  await exhaust(bob)
  expect((await login(ann, PASSWORD, both)).status).toBe(200)
  expect((await login(bob, PASSWORD, both)).status).toBe(200)
})

test('Five wrong codes from unknown devices do not lock a known device, nor the other way round', async () => {
  const account = await createSecuredAccount(server())
  const { email, password, secret, nextCode } = account
  const enter = (code: string, cookie?: string) =>
    send<Tokens>(api.login.path, { email, password, code }, cookie === undefined ? {} : { cookie })
  const known = cookieOf(await enter(nextCode()))
  expect(known).not.toBe('')
  server().advanceClock(10 * 60_000)
  for (let count = 0; count < 5; count++) await enter(wrong(codeAt(secret, server().now())))
  expect(await enter(nextCode())).toMatchObject({ status: 429, body: { code: '2FA_LOCKED' } })
  expect((await enter(nextCode(), known)).status).toBe(200)
  server().advanceClock(20 * 60_000)
  const other = cookieOf(await enter(nextCode()))
  for (let count = 0; count < 5; count++) await enter(wrong(codeAt(secret, server().now())), known)
  server().advanceClock(TOTP_STEP_MILLIS)
  expect(await enter(nextCode(), known)).toMatchObject({ status: 429, body: { code: '2FA_LOCKED' } })
  server().advanceClock(5 * 60_000)
  expect((await enter(nextCode(), other)).status).toBe(200)
  expect((await enter(nextCode())).status).toBe(200)
})
