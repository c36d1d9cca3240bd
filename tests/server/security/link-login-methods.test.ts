/** Linking Google and an email as further login methods; 2FA applies to each of them. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import { newestEmailToken } from '../../fixtures/email-inbox.ts'
import { type Claims, type FakeGoogle, readGoogleSettings, startFakeGoogle } from '../../fixtures/fake-google.ts'
import { createSecuredAccount } from '../../fixtures/secured-account.ts'
import { freePort } from '../../fixtures/server-process.ts'
import { BOT_TOKEN, widgetData } from '../../fixtures/telegram-signer.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const ORIGIN = 'https://tern.example'
const REDIRECT_URI = `${ORIGIN}/register`
const HOUR = 60 * 60 * 1_000
const PASSWORD = 'correct horse'
/** Polls for the effect of a background job. */
const port = await freePort()
const server = setUpTestServer({ BOT_TOKEN, PUBLIC_URL: ORIGIN, ...readGoogleSettings(port) })
let google: FakeGoogle
let telegramId = 500

beforeAll(async () => {
  google = await startFakeGoogle(port, [REDIRECT_URI])
})
afterAll(() => google?.stop())

const post = <T = ErrorBody>(path: string, body: object, access?: string) =>
  server().request<T>('POST', path, { body, access })
const profileOf = async (access: string) =>
  (await server().request<ProfileView>('GET', api.profile.path, { access })).body
const newAddress = () => `${randomUUID()}@example.com`
const signInByGoogle = async (account: string, claims: Claims = {}) =>
  post<Tokens & ErrorBody>(api.google.path, await google.signIn(account, claims, REDIRECT_URI))
const signInByTelegram = async (id = ++telegramId) => {
  const raw_callback_data = widgetData(id, server().now())
  return (await post<Tokens>(api.telegramWidget.path, { raw_callback_data })).body
}
const linkGoogle = async (access: string, account: string, proof: object = {}) =>
  post(api.linkGoogle.path, { ...(await google.signIn(account, {}, REDIRECT_URI)), ...proof }, access)
const linkEmail = (access: string, email: string, proof: object = {}) =>
  post(api.linkEmail.path, { email, ...proof }, access)

test('Linking Google requires reauthentication and makes Google a login method', async () => {
  const account = randomUUID()
  const { access } = await server().signUp()
  expect(await linkGoogle(access, account)).toMatchObject({ status: 403, body: { code: 'REAUTH_REQUIRED' } })
  expect(await linkGoogle(access, account, { password: 'wrong' })).toMatchObject({ body: { code: 'WRONG_PASSWORD' } })
  expect((await linkGoogle(access, account, { password: PASSWORD })).status).toBe(200)
  const { uuid, ways } = await profileOf(access)
  expect(ways).toEqual(['email', 'google'])
  expect((await profileOf((await signInByGoogle(account)).body.access)).uuid).toBe(uuid)
})

test('The server refuses to link the Google account of another user or a second Google account', async () => {
  const [annsValue, bobsValue] = [randomUUID(), randomUUID()]
  await signInByGoogle(annsValue)
  const { access } = await server().signUp()
  const proof = { password: PASSWORD }
  expect(await linkGoogle(access, annsValue, proof)).toMatchObject({ status: 409, body: { code: 'WAY_TAKEN' } })
  expect((await linkGoogle(access, bobsValue, proof)).status).toBe(200)
  expect(await linkGoogle(access, randomUUID(), proof)).toMatchObject({ status: 409, body: { code: 'WAY_LINKED' } })
})

test('Exactly one of ten users who link one Google account concurrently succeeds', async () => {
  const account = randomUUID()
  const users = await Promise.all(Array.from({ length: 10 }, () => server().signUp()))
  const attempts = []
  for (const { access } of users) attempts.push({ access, evidence: await google.signIn(account, {}, REDIRECT_URI) })
  const replies = await Promise.all(
    attempts.map(({ access, evidence }) => post(api.linkGoogle.path, { ...evidence, password: PASSWORD }, access)),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('Linking Google does not copy its address to the account', async () => {
  const { access } = await signInByTelegram()
  const evidence = await google.signIn(randomUUID(), { email: newAddress(), email_verified: true }, REDIRECT_URI)
  expect((await post(api.linkGoogle.path, evidence, access)).status).toBe(200)
  expect((await profileOf(access)).email).toBe(null)
})

test('Linking a login method 14 minutes after the sign-in requires reauthentication', async () => {
  const { access } = await signInByTelegram()
  server().advanceClock(14 * 60_000)
  expect(await linkGoogle(access, randomUUID())).toMatchObject({ status: 403, body: { code: 'REAUTH_REQUIRED' } })
  expect(await linkEmail(access, newAddress())).toMatchObject({ status: 403, body: { code: 'REAUTH_REQUIRED' } })
})

test('An unlinked Google account signs in to a new user; the last login method cannot be unlinked', async () => {
  const account = randomUUID()
  const { body } = await signInByGoogle(account)
  expect(await post(api.unlink.path, { way: 'google' }, body.access)).toMatchObject({ body: { code: 'LAST_WAY_IN' } })
  const { access } = await server().signUp()
  const other = randomUUID()
  const { uuid } = await profileOf(access)
  await linkGoogle(access, other, { password: PASSWORD })
  expect((await post(api.unlink.path, { way: 'google', password: PASSWORD }, access)).status).toBe(200)
  expect((await profileOf((await signInByGoogle(other)).body.access)).uuid).not.toBe(uuid)
})

test('A linked email belongs to the account only after its confirmation', async () => {
  const { access } = await signInByTelegram()
  const email = newAddress()
  expect((await linkEmail(access, email)).status).toBe(200)
  expect(await profileOf(access)).toMatchObject({ email: null, email_confirmed: false })
  await post(api.forgot.path, { email })
  const token = await newestEmailToken(server(), email)
  await expect(newestEmailToken(server(), email, 'reset')).rejects.toThrow('no email')
  expect((await post(api.confirmEmail.path, { token })).status).toBe(200)
  expect(await profileOf(access)).toMatchObject({ email, email_confirmed: true })
  await post(api.forgot.path, { email })
  const reset = await newestEmailToken(server(), email, 'reset')
  expect((await post(api.reset.path, { token: reset, password: PASSWORD })).status).toBe(200)
  expect((await post(api.login.path, { email, password: PASSWORD })).status).toBe(200)
})

test('The first of two users who confirm one email gets it; the email of another account is refused', async () => {
  const email = newAddress()
  const [ann, bob] = [await signInByTelegram(), await signInByTelegram()]
  await server().signUp(email)
  expect(await linkEmail(ann.access, email)).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } })
  const free = newAddress()
  await linkEmail(ann.access, free)
  const annsValue = await newestEmailToken(server(), free)
  await linkEmail(bob.access, free)
  await expect.poll(() => newestEmailToken(server(), free)).not.toBe(annsValue)
  const bobsValue = await newestEmailToken(server(), free)
  expect((await post(api.confirmEmail.path, { token: bobsValue })).status).toBe(200)
  expect(await post(api.confirmEmail.path, { token: annsValue })).toMatchObject({
    status: 409,
    body: { code: 'EMAIL_TAKEN' },
  })
  expect([(await profileOf(ann.access)).email, (await profileOf(bob.access)).email]).toEqual([null, free])
})

test('A password reset link expires when the account changes its email', async () => {
  const [old, next] = [newAddress(), newAddress()]
  const { access } = await server().signUp(old)
  await post(api.confirmEmail.path, { token: await newestEmailToken(server(), old) })
  await post(api.forgot.path, { email: old })
  const forgotten = await newestEmailToken(server(), old, 'reset')
  await linkEmail(access, next, { password: PASSWORD })
  await post(api.confirmEmail.path, { token: await newestEmailToken(server(), next) })
  expect(await post(api.reset.path, { token: forgotten, password: 'battery staple' })).toMatchObject({
    body: { code: 'LINK_EXPIRED' },
  })
  expect(await linkEmail(access, next, { password: PASSWORD })).toMatchObject({ body: { code: 'EMAIL_CONFIRMED' } })
})

test('Reauthentication before a password change does not allow linking after it', async () => {
  const email = newAddress()
  const { access } = await server().signUp(email)
  let reset: () => void = () => undefined
  google.tokenDelay = new Promise((resolve) => {
    reset = resolve
  })
  const linking = linkGoogle(access, randomUUID(), { password: PASSWORD })
  const passwords = { password: 'battery staple', current_password: PASSWORD }
  // The reauthentication is complete at this point.
  await expect.poll(() => google.pendingTokenRequests).toBe(1)
  expect((await post(api.setPassword.path, passwords, access)).status).toBe(200)
  reset()
  google.tokenDelay = Promise.resolve()
  expect(await linking).toMatchObject({ status: 403, body: { code: 'REAUTH_REQUIRED' } })
  expect((await profileOf(access)).ways).toEqual(['email'])
})

test('Emailed links expire when the password changes', async () => {
  const [email, newEmail] = [newAddress(), newAddress()]
  const { access } = await server().signUp(email)
  await linkEmail(access, newEmail, { password: PASSWORD })
  await post(api.forgot.path, { email })
  const [confirm, reset] = [
    await newestEmailToken(server(), newEmail),
    await newestEmailToken(server(), email, 'reset'),
  ]
  const passwords = { password: 'battery staple', current_password: PASSWORD }
  expect((await post(api.setPassword.path, passwords, access)).status).toBe(200)
  const expired = { status: 400, body: { code: 'LINK_EXPIRED' } }
  expect(await post(api.confirmEmail.path, { token: confirm })).toMatchObject(expired)
  expect(await post(api.reset.path, { token: reset, password: 'other words' })).toMatchObject(expired)
  expect((await profileOf(access)).email).toBe(email)
})

test('Two-factor authentication applies to every login method and remains after a password reset', async () => {
  const account2fa = await createSecuredAccount(server())
  const { access } = account2fa.tokens
  const account = randomUUID()
  expect(await linkGoogle(access, account, { password: account2fa.password })).toMatchObject({
    body: { code: 'REAUTH_REQUIRED', params: { by: 'code' } },
  })
  expect((await linkGoogle(access, account, { code: account2fa.nextCode() })).status).toBe(200)
  const response = await signInByGoogle(account)
  expect([response.status, response.body.code, typeof response.body.ticket]).toEqual([403, '2FA_REQUIRED', 'string'])
  const finished = await post<Tokens>(api.secondFactor.path, {
    ticket: response.body.ticket,
    code: account2fa.nextCode(),
  })
  expect((await profileOf(finished.body.access)).email).toBe(account2fa.email)
  await post(api.forgot.path, { email: account2fa.email })
  const token = await newestEmailToken(server(), account2fa.email, 'reset')
  const reset = await post(api.reset.path, { token, password: 'battery staple' })
  expect([reset.status, reset.body]).toEqual([200, { status: 'ok' }])
  expect(await post(api.login.path, { email: account2fa.email, password: 'battery staple' })).toMatchObject({
    status: 403,
    body: { code: '2FA_REQUIRED' },
  })
})

test('A password reset holds withdrawals for a day and refuses common passwords', async () => {
  const email = newAddress()
  await server().signUp(email)
  await post(api.forgot.path, { email })
  const token = await newestEmailToken(server(), email, 'reset')
  const reset = (password: string) => post(api.reset.path, { token, password })
  expect(await reset('password')).toMatchObject({ status: 422, body: { code: 'COMMON_PASSWORD' } })
  expect(await reset(email)).toMatchObject({ status: 422, body: { code: 'PASSWORD_IS_EMAIL' } })
  const before = server().now()
  expect((await reset('battery staple')).status).toBe(200)
  const { body } = await post<Tokens>(api.login.path, { email, password: 'battery staple' })
  const { withdraw_hold_until, password_changed_at } = await profileOf(body.access)
  expect(Date.parse(String(withdraw_hold_until))).toBeGreaterThanOrEqual(before + 24 * HOUR)
  expect(Date.parse(String(password_changed_at))).toBeGreaterThanOrEqual(before)
})
