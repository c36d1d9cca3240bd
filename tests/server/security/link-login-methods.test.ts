/** Google and an e-mail as further ways into an account, and the second factor in front of all of them. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { ErrorBody, ProfileView, Tokens } from '../../src/contract/views.ts'
import { house } from './exchange-world.ts'
import { type Claims, type GoogleDouble, googleSettings, startGoogleDouble } from './google-double.ts'
import { lockedAccount } from './locked-account.ts'
import { freePort } from './running-server.ts'
import { shownToken } from './shown-letters.ts'
import { BOT_TOKEN, widgetData } from './telegram-bot.ts'

const HERE = 'https://tern.example'
const BACK = `${HERE}/register`
const HOUR = 60 * 60 * 1_000
const PASSWORD = 'correct horse'
/** What happens by itself is waited for. */
const poll = <T>(what: () => T) => expect.poll(what, { timeout: 10_000 })
const port = await freePort()
const home = house({ BOT_TOKEN, PUBLIC_URL: HERE, ...googleSettings(port) })
let google: GoogleDouble
let telegramId = 500

beforeAll(async () => {
  google = await startGoogleDouble(port, [BACK])
})
afterAll(() => google?.stop())

const post = <T = ErrorBody>(path: string, body: object, access?: string) =>
  home().ask<T>('POST', path, { body, access })
const profileOf = async (access: string) => (await home().ask<ProfileView>('GET', api.profile.path, { access })).body
const newAddress = () => `${randomUUID()}@example.com`
const comeByGoogle = async (account: string, claims: Claims = {}) =>
  post<Tokens & ErrorBody>(api.google.path, await google.visit(account, claims, BACK))
const comeByTelegram = async (id = ++telegramId) => {
  const raw_callback_data = widgetData(id, home().now())
  return (await post<Tokens>(api.telegramWidget.path, { raw_callback_data })).body
}
const linkGoogle = async (access: string, account: string, proof: object = {}) =>
  post(api.linkGoogle.path, { ...(await google.visit(account, {}, BACK)), ...proof }, access)
const linkEmail = (access: string, email: string, proof: object = {}) =>
  post(api.linkEmail.path, { email, ...proof }, access)

test('Google is linked by the owner of an account, and is a way in from then on', async () => {
  const account = randomUUID()
  const { access } = await home().signUp()
  expect(await linkGoogle(access, account)).toMatchObject({ status: 403, body: { code: 'REAUTH_REQUIRED' } })
  expect(await linkGoogle(access, account, { password: 'wrong' })).toMatchObject({ body: { code: 'WRONG_PASSWORD' } })
  expect((await linkGoogle(access, account, { password: PASSWORD })).status).toBe(200)
  const { uuid, ways } = await profileOf(access)
  expect(ways).toEqual(['email', 'google'])
  expect((await profileOf((await comeByGoogle(account)).body.access)).uuid).toBe(uuid)
})

test('nobody links what is somebody else’s, nor a second one', async () => {
  const [hers, his] = [randomUUID(), randomUUID()]
  await comeByGoogle(hers)
  const { access } = await home().signUp()
  const proof = { password: PASSWORD }
  expect(await linkGoogle(access, hers, proof)).toMatchObject({ status: 409, body: { code: 'WAY_TAKEN' } })
  expect((await linkGoogle(access, his, proof)).status).toBe(200)
  expect(await linkGoogle(access, randomUUID(), proof)).toMatchObject({ status: 409, body: { code: 'WAY_LINKED' } })
})

test('of ten accounts that link one Google account at once one gets it', async () => {
  const account = randomUUID()
  const people = await Promise.all(Array.from({ length: 10 }, () => home().signUp()))
  const visits = []
  for (const { access } of people) visits.push({ access, evidence: await google.visit(account, {}, BACK) })
  const replies = await Promise.all(
    visits.map(({ access, evidence }) => post(api.linkGoogle.path, { ...evidence, password: PASSWORD }, access)),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('the address of Google is not taken over by linking', async () => {
  const { access } = await comeByTelegram()
  const evidence = await google.visit(randomUUID(), { email: newAddress(), email_verified: true }, BACK)
  expect((await post(api.linkGoogle.path, evidence, access)).status).toBe(200)
  expect((await profileOf(access)).email).toBe(null)
})

test('an account of an hour ago signs in again before it links', async () => {
  const { access } = await comeByTelegram()
  home().later(14 * 60_000)
  expect(await linkGoogle(access, randomUUID())).toMatchObject({ status: 403, body: { code: 'REAUTH_REQUIRED' } })
  expect(await linkEmail(access, newAddress())).toMatchObject({ status: 403, body: { code: 'REAUTH_REQUIRED' } })
})

test('what was unlinked leads in no more, and the last way stays', async () => {
  const account = randomUUID()
  const { body } = await comeByGoogle(account)
  expect(await post(api.unlink.path, { way: 'google' }, body.access)).toMatchObject({ body: { code: 'LAST_WAY_IN' } })
  const { access } = await home().signUp()
  const other = randomUUID()
  const { uuid } = await profileOf(access)
  await linkGoogle(access, other, { password: PASSWORD })
  expect((await post(api.unlink.path, { way: 'google', password: PASSWORD }, access)).status).toBe(200)
  expect((await profileOf((await comeByGoogle(other)).body.access)).uuid).not.toBe(uuid)
})

test('an address becomes the account’s when it is confirmed, and not before', async () => {
  const { access } = await comeByTelegram()
  const email = newAddress()
  expect((await linkEmail(access, email)).status).toBe(200)
  expect(await profileOf(access)).toMatchObject({ email: null, email_confirmed: false })
  await post(api.forgot.path, { email })
  const token = await shownToken(home(), email)
  await expect(shownToken(home(), email, 'reset')).rejects.toThrow('no letter')
  expect((await post(api.confirmEmail.path, { token })).status).toBe(200)
  expect(await profileOf(access)).toMatchObject({ email, email_confirmed: true })
  await post(api.forgot.path, { email })
  const reset = await shownToken(home(), email, 'reset')
  expect((await post(api.reset.path, { token: reset, password: PASSWORD })).status).toBe(200)
  expect((await post(api.login.path, { email, password: PASSWORD })).status).toBe(200)
})

test('an address of somebody else is not linked, whoever is faster', async () => {
  const email = newAddress()
  const [ann, bob] = [await comeByTelegram(), await comeByTelegram()]
  await home().signUp(email)
  expect(await linkEmail(ann.access, email)).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } })
  const free = newAddress()
  await linkEmail(ann.access, free)
  const hers = await shownToken(home(), free)
  await linkEmail(bob.access, free)
  await poll(() => shownToken(home(), free)).not.toBe(hers)
  const his = await shownToken(home(), free)
  expect((await post(api.confirmEmail.path, { token: his })).status).toBe(200)
  expect(await post(api.confirmEmail.path, { token: hers })).toMatchObject({
    status: 409,
    body: { code: 'EMAIL_TAKEN' },
  })
  expect([(await profileOf(ann.access)).email, (await profileOf(bob.access)).email]).toEqual([null, free])
})

test('a link to an address that was left leads nowhere', async () => {
  const [old, next] = [newAddress(), newAddress()]
  const { access } = await home().signUp(old)
  await post(api.confirmEmail.path, { token: await shownToken(home(), old) })
  await post(api.forgot.path, { email: old })
  const forgotten = await shownToken(home(), old, 'reset')
  await linkEmail(access, next, { password: PASSWORD })
  await post(api.confirmEmail.path, { token: await shownToken(home(), next) })
  expect(await post(api.reset.path, { token: forgotten, password: 'battery staple' })).toMatchObject({
    body: { code: 'LINK_EXPIRED' },
  })
  expect(await linkEmail(access, next, { password: PASSWORD })).toMatchObject({ body: { code: 'EMAIL_CONFIRMED' } })
})

test('what was proved before the password changed links nothing after', async () => {
  const email = newAddress()
  const { access } = await home().signUp(email)
  let letGo: () => void = () => undefined
  google.held = new Promise((resolve) => {
    letGo = resolve
  })
  const linking = linkGoogle(access, randomUUID(), { password: PASSWORD })
  const passwords = { password: 'battery staple', current_password: PASSWORD }
  // The proof has been given by then.
  await poll(() => google.waiting).toBe(1)
  expect((await post(api.setPassword.path, passwords, access)).status).toBe(200)
  letGo()
  google.held = Promise.resolve()
  expect(await linking).toMatchObject({ status: 403, body: { code: 'REAUTH_REQUIRED' } })
  expect((await profileOf(access)).ways).toEqual(['email'])
})

test('a letter that was asked for before the password changed changes nothing after', async () => {
  const [email, strange] = [newAddress(), newAddress()]
  const { access } = await home().signUp(email)
  await linkEmail(access, strange, { password: PASSWORD })
  await post(api.forgot.path, { email })
  const [confirm, reset] = [await shownToken(home(), strange), await shownToken(home(), email, 'reset')]
  const passwords = { password: 'battery staple', current_password: PASSWORD }
  expect((await post(api.setPassword.path, passwords, access)).status).toBe(200)
  const expired = { status: 400, body: { code: 'LINK_EXPIRED' } }
  expect(await post(api.confirmEmail.path, { token: confirm })).toMatchObject(expired)
  expect(await post(api.reset.path, { token: reset, password: 'other words' })).toMatchObject(expired)
  expect((await profileOf(access)).email).toBe(email)
})

test('the second factor stands in front of every way in, and a new password opens it not', async () => {
  const locked = await lockedAccount(home())
  const { access } = locked.tokens
  const account = randomUUID()
  expect(await linkGoogle(access, account, { password: locked.password })).toMatchObject({
    body: { code: 'REAUTH_REQUIRED', params: { by: 'code' } },
  })
  expect((await linkGoogle(access, account, { code: locked.nextCode() })).status).toBe(200)
  const came = await comeByGoogle(account)
  expect([came.status, came.body.code, typeof came.body.ticket]).toEqual([403, '2FA_REQUIRED', 'string'])
  const finished = await post<Tokens>(api.secondFactor.path, { ticket: came.body.ticket, code: locked.nextCode() })
  expect((await profileOf(finished.body.access)).email).toBe(locked.email)
  await post(api.forgot.path, { email: locked.email })
  const token = await shownToken(home(), locked.email, 'reset')
  const reset = await post(api.reset.path, { token, password: 'battery staple' })
  expect([reset.status, reset.body]).toEqual([200, { status: 'ok' }])
  expect(await post(api.login.path, { email: locked.email, password: 'battery staple' })).toMatchObject({
    status: 403,
    body: { code: '2FA_REQUIRED' },
  })
})

test('a new password holds withdrawals for a day, and must not be a common one', async () => {
  const email = newAddress()
  await home().signUp(email)
  await post(api.forgot.path, { email })
  const token = await shownToken(home(), email, 'reset')
  const reset = (password: string) => post(api.reset.path, { token, password })
  expect(await reset('password')).toMatchObject({ status: 422, body: { code: 'COMMON_PASSWORD' } })
  expect(await reset(email)).toMatchObject({ status: 422, body: { code: 'PASSWORD_IS_EMAIL' } })
  const before = home().now()
  expect((await reset('battery staple')).status).toBe(200)
  const { body } = await post<Tokens>(api.login.path, { email, password: 'battery staple' })
  const { withdraw_hold_until, password_changed_at } = await profileOf(body.access)
  expect(Date.parse(String(withdraw_hold_until))).toBeGreaterThanOrEqual(before + 24 * HOUR)
  expect(Date.parse(String(password_changed_at))).toBeGreaterThanOrEqual(before)
})
