/** Freezing the own account: with one press or a link, and lifting it with every factor. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import type { LiftingView } from '../../../src/contract/freezes/views.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import { openFreezeLinks } from '../../../src/server/security/freeze-links.ts'
import { newestEmailToken, newestFreezeToken, shownTo } from '../../fixtures/email-inbox.ts'
import { createSecuredAccount } from '../../fixtures/secured-account.ts'
import { BOT_TOKEN, widgetData } from '../../fixtures/telegram-signer.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer({ BOT_TOKEN })
const HOUR = 3_600_000
const DAY = 24 * HOUR
const PASSWORD = 'correct horse'
const DOGE = 7

const post = <T = ErrorBody>(path: string, body: object, access?: string) =>
  server().request<T & ErrorBody>('POST', path, { body, access })
const profileOf = async (access: string) =>
  (await server().request<ProfileView>('GET', api.profile.path, { access })).body
const freeze = (access: string) => post(api.freeze.path, {}, access)
const freezeByLink = (token: string) => post(api.freezeByLink.path, { token })
const unfreeze = (access: string, proof: object = {}) => post<LiftingView>(api.unfreeze.path, proof, access)
const login = async (email: string) => (await post<Tokens>(api.login.path, { email, password: PASSWORD })).body.access
const order = { pair_id: DOGE, side: 'buy', type: 'limit', price: '0.08', volume: '100' }
const placeOrder = (access: string) =>
  post<{ status: string }>(api.placeOrder.path, { client_order_id: randomUUID(), ...order }, access)
const frozenBy = async (access: string) => (await profileOf(access)).freezes.map(({ origin }) => origin)

async function confirmedUser() {
  const email = `${randomUUID()}@example.com`
  const { access } = await server().signUp(email, PASSWORD)
  await post(api.confirmEmail.path, { token: await newestEmailToken(server(), email) })
  return { email, access, user: (await profileOf(access)).uuid as UserId }
}

/** The token of the freeze link in the email of a requested password reset. */
async function emailedToken(email: string): Promise<string> {
  await post(api.forgot.path, { email })
  return newestFreezeToken(server(), email, 'reset')
}

test('One press freezes: orders are cancelled, new ones refused, and a connected client loads the profile again', async () => {
  await server().placeSellOrder(DOGE, '0.1', '100')
  const { access } = await server().signUp()
  const socket = await server().openSocket(DOGE, access)
  expect((await placeOrder(access)).status).toBe(200)
  expect(await freeze(access)).toMatchObject({ status: 200, body: { status: 'ok' } })
  await socket.next('profile_update')
  expect((await profileOf(access)).freezes).toEqual([{ origin: 'owner', since: expect.any(String), lifts_at: null }])
  expect(await placeOrder(access)).toMatchObject({ status: 403, body: { code: 'ACCOUNT_FROZEN' } })
  const open = await server().request<unknown[]>('GET', `${api.orders.path}?status=open`, { access })
  expect(JSON.stringify(open.body)).not.toContain('"open"')
  expect((await freeze(access)).status).toBe(200)
  socket.socket.close()
})

test('Lifting asks for the password and for a code, tells when the freeze ends, and another freeze ends the lifting', async () => {
  const account = await createSecuredAccount(server())
  const { access } = account.tokens
  expect(await unfreeze(access, { password: PASSWORD, code: account.nextCode() })).toMatchObject({
    body: { code: 'NOT_FROZEN' },
  })
  await freeze(access)
  const missing = (by: string) => ({ status: 403, body: { code: 'REAUTH_REQUIRED', params: { by } } })
  expect(await unfreeze(access)).toMatchObject(missing('password'))
  expect(await unfreeze(access, { code: account.nextCode() })).toMatchObject(missing('password'))
  expect(await unfreeze(access, { password: PASSWORD })).toMatchObject(missing('code'))
  expect(await unfreeze(access, { password: 'wrong words', code: account.nextCode() })).toMatchObject({
    body: { code: 'WRONG_PASSWORD' },
  })
  expect(await unfreeze(access, { password: PASSWORD, code: '000000' })).toMatchObject({
    body: { code: 'INVALID_2FA_CODE' },
  })
  expect((await profileOf(access)).freezes).toMatchObject([{ lifts_at: null }])
  const before = server().now()
  const lifting = await unfreeze(access, { password: PASSWORD, code: account.nextCode() })
  expect(lifting.status).toBe(200)
  expect(Date.parse(lifting.body.lifts_at) - before).toBeGreaterThanOrEqual(DAY)
  expect((await profileOf(access)).freezes).toMatchObject([{ origin: 'owner', lifts_at: lifting.body.lifts_at }])
  expect((await unfreeze(access, { password: PASSWORD, code: account.nextCode() })).body).toEqual(lifting.body)
  await freeze(access)
  expect((await profileOf(access)).freezes).toMatchObject([{ lifts_at: null }])
})

test('A freeze that was lifted ends after 24 hours and not before', async () => {
  await server().placeSellOrder(DOGE, '0.1', '100')
  const { email, access } = await confirmedUser()
  await freeze(access)
  const { lifts_at } = (await unfreeze(access, { password: PASSWORD })).body
  server().advanceClock(DAY - HOUR)
  expect(await placeOrder(await login(email))).toMatchObject({ body: { code: 'ACCOUNT_FROZEN' } })
  server().advanceClock(HOUR + 1)
  expect(server().now()).toBeGreaterThanOrEqual(Date.parse(lifts_at))
  const later = await login(email)
  expect(await frozenBy(later)).toEqual([])
  expect((await placeOrder(later)).status).toBe(200)
})

test('An account without password and 2FA lifts its freeze only with a session younger than ten minutes', async () => {
  const id = 4_711
  const signIn = async () => {
    // Widget data of the same second would be refused as used.
    server().advanceClock(1_000)
    return (await post<Tokens>(api.telegramWidget.path, { raw_callback_data: widgetData(id, server().now()) })).body
  }
  const { access } = await signIn()
  await freeze(access)
  server().advanceClock(10 * 60_000)
  expect(await unfreeze(access)).toMatchObject({ body: { code: 'REAUTH_REQUIRED', params: { by: 'sign-in' } } })
  expect((await unfreeze((await signIn()).access)).status).toBe(200)
})

test('A thief with a session who adds a password cannot lift the freeze with it', async () => {
  const { access } = (
    await post<Tokens>(api.telegramWidget.path, { raw_callback_data: widgetData(815, server().now()) })
  ).body
  expect((await post(api.setPassword.path, { password: 'planted words' }, access)).status).toBe(200)
  await freeze(access)
  server().advanceClock(11 * 60_000)
  expect(await unfreeze(access, { password: 'planted words' })).toMatchObject({
    body: { code: 'REAUTH_REQUIRED', params: { by: 'sign-in' } },
  })
})

test('A link in a security email freezes only its own account, also when it is used again, and lifts nothing', async () => {
  const [ann, bob] = [await confirmedUser(), await confirmedUser()]
  const token = await emailedToken(ann.email)
  // A mail scanner that opens the page changes nothing.
  expect((await server().request('GET', '/freeze')).status).not.toBe(500)
  expect(await frozenBy(ann.access)).toEqual([])
  expect(await freezeByLink(token)).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect([await frozenBy(ann.access), await frozenBy(bob.access)]).toEqual([['owner'], []])
  expect((await unfreeze(ann.access, { password: PASSWORD })).status).toBe(200)
  expect((await freezeByLink(token)).status).toBe(200)
  expect((await profileOf(ann.access)).freezes).toMatchObject([{ origin: 'owner', lifts_at: null }])
  for (const path of [api.undoChange.path, api.confirmEmail.path])
    expect((await post(path, { token })).status).toBe(400)
})

test('A link expires after seven days', async () => {
  const { email } = await confirmedUser()
  const token = await emailedToken(email)
  server().advanceClock(7 * DAY)
  expect(await freezeByLink(token)).toMatchObject({ status: 400, body: { code: 'FREEZE_LINK_EXPIRED' } })
  expect(await frozenBy(await login(email))).toEqual([])
})

test('A link whose account, expiry or signature was changed is refused', async () => {
  const [ann, bob] = [await confirmedUser(), await confirmedUser()]
  const token = await emailedToken(ann.email)
  const [user, expiry = '', mac = ''] = token.split('.')
  expect(user).toBe(ann.user)
  const other = openFreezeLinks(new Uint8Array(32), '', { now: server().now }).linkOf(ann.user)
  const forged = [
    `${bob.user}.${expiry}.${mac}`,
    `${user}.${Number(expiry) + 1}.${mac}`,
    `${user}.${expiry}.${mac.slice(0, -1)}`,
    `${user}.${expiry}.${mac}=`,
    `${user}.${expiry}.${mac}.x`,
    `${user}.${expiry}.`,
    other.split('token=')[1] ?? '',
    '..',
    '',
  ]
  for (const wrong of forged)
    expect([wrong, await freezeByLink(wrong)]).toMatchObject([wrong, { body: { code: 'FREEZE_LINK_INVALID' } }])
  expect([await frozenBy(ann.access), await frozenBy(bob.access)]).toEqual([[], []])
})

test('An owner gets an email about a freeze and about its lifting, each with a link that freezes again', async () => {
  const { email, access } = await confirmedUser()
  await freeze(access)
  const token = await newestFreezeToken(server(), email, 'frozen')
  await unfreeze(access, { password: PASSWORD })
  expect((await freezeByLink(await newestFreezeToken(server(), email, 'lifting'))).status).toBe(200)
  expect((await profileOf(access)).freezes).toMatchObject([{ lifts_at: null }])
  expect((await freezeByLink(token)).status).toBe(200)
})

test('An email to an address that is not confirmed has no freeze link, and no notification goes there', async () => {
  const email = `${randomUUID()}@example.com`
  const { access } = await server().signUp(email, PASSWORD)
  await newestEmailToken(server(), email)
  await freeze(access)
  // A notification to another account that was queued later has arrived.
  const other = await confirmedUser()
  await freeze(other.access)
  await newestFreezeToken(server(), other.email, 'frozen')
  const own = await shownTo(server(), email)
  expect(own.length).toBe(1)
  expect(own[0]?.text).not.toContain('/freeze#')
})
