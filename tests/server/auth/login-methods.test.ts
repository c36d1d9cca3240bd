/** Login methods: linking, unlinking, reauthentication, and the profile fields taken from Telegram. */

import { expect, test } from 'vitest'
import type { ProfileView, StartAppView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import { HOSTILE_LITERALS, toText } from '../../fixtures/hostile-inputs.ts'
import { codeAt, createSecuredAccount } from '../../fixtures/secured-account.ts'
import { BOT_TOKEN, initData, type TelegramUser, widgetData } from '../../fixtures/telegram-signer.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer({ BOT_TOKEN })
const serverWithoutBot = setUpTestServer()
const MINUTE = 60_000
const PASSWORD = 'correct horse'
let nextId = 5_000

const post = <T = ErrorBody>(path: string, body: unknown, access?: string) =>
  server().request<T>('POST', path, { body, access })
const DEVICE = 'a phone'
const link = (body: object, access: string) => post(api.linkTelegram.path, body, access)
const unlink = (way: string, access: string, proof: object = { password: PASSWORD }) =>
  post(api.unlink.path, { way, ...proof }, access)
const profile = async (access: string) =>
  (await server().request<ProfileView>('GET', api.profile.path, { access })).body
const person = (id: number, more: object = {}): TelegramUser => ({ id, first_name: 'Ann', ...more })
const launch = (ann: TelegramUser, more: object = {}) =>
  post<StartAppView & ErrorBody>(api.startApp.path, {
    init_data: initData(ann, server().now()),
    device_id: DEVICE,
    ...more,
  })
const widget = (id: number) => ({ raw_callback_data: widgetData(id, server().now()) })
const reauth = (by: string) => ({ status: 403, body: { code: 'REAUTH_REQUIRED', params: { by } } })

test('A linked Telegram user signs in to the same account, and an unlinked one to a new account', async () => {
  for (const evidence of [
    (id: number) => ({ init_data: initData(person(id), server().now()), device_id: DEVICE }),
    widget,
  ]) {
    const { access } = await server().signUp()
    const id = ++nextId
    expect((await profile(access)).ways).toEqual(['email'])
    expect(await link({ ...evidence(id), password: PASSWORD }, access)).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    })
    const { uuid, ways } = await profile(access)
    expect(ways).toEqual(['email', 'telegram'])
    const launched = (await launch(person(id))).body
    expect(launched.uuid).toBe(uuid)
    // Widget data is accepted once.
    server().advanceClock(1_000)
    expect(await link({ ...evidence(id), password: PASSWORD }, access)).toMatchObject({ status: 200 })
    expect(await unlink('telegram', access)).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(await profile(access)).toMatchObject({ ways: ['email'], username: null })
    expect((await server().request('GET', api.profile.path, launched)).status).toBe(401)
    expect((await launch(person(id))).body.uuid).not.toBe(uuid)
  }
})

test('The server refuses to link a Telegram user of another account or a second Telegram user', async () => {
  const id = ++nextId
  await launch(person(id))
  const { access } = await server().signUp()
  const taken = { status: 409, body: { code: 'WAY_TAKEN' } }
  expect(await link({ ...widget(id), password: PASSWORD }, access)).toMatchObject(taken)
  expect(await link({ ...widget(++nextId), password: PASSWORD }, access)).toMatchObject({ status: 200 })
  const second = await link({ ...widget(++nextId), password: PASSWORD }, access)
  expect(second).toMatchObject({ status: 409, body: { code: 'WAY_LINKED' } })
})

test('Exactly one of six accounts that link the same Telegram user concurrently succeeds', async () => {
  const tokens = await Promise.all(Array.from({ length: 6 }, () => server().signUp()))
  const init_data = initData(person(++nextId), server().now())
  const replies = await Promise.all(
    tokens.map(({ access }) => link({ init_data, device_id: DEVICE, password: PASSWORD }, access)),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
})

test('The server refuses to unlink the last login method or one that is not linked', async () => {
  const { access } = await server().signUp()
  expect(await unlink('email', access)).toMatchObject({ status: 409, body: { code: 'LAST_WAY_IN' } })
  expect(await unlink('telegram', access)).toMatchObject({ status: 409, body: { code: 'WAY_NOT_LINKED' } })
  const { access: other = '' } = (await launch(person(++nextId))).body
  expect(await unlink('telegram', other, {})).toMatchObject({ status: 409, body: { code: 'LAST_WAY_IN' } })
  expect(await unlink('email', other, {})).toMatchObject({ status: 409, body: { code: 'WAY_NOT_LINKED' } })
  expect((await unlink('letter', other, {})).status).toBe(422)
})

test('Concurrent unlink requests leave one login method', async () => {
  const { access } = await server().signUp()
  await link({ ...widget(++nextId), password: PASSWORD }, access)
  const replies = await Promise.all(['email', 'telegram', 'email', 'telegram'].map((way) => unlink(way, access)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await profile(access)).ways).toHaveLength(1)
})

test('Unlinking the email removes its password and frees the address for registration', async () => {
  const email = 'leaving@example.com'
  const { access } = await server().signUp(email)
  await link({ ...widget(++nextId), password: PASSWORD }, access)
  server().advanceClock(72 * 60 * 60_000)
  const { body } = await post<Tokens>(api.login.path, { email, password: PASSWORD })
  expect(await unlink('email', body.access)).toMatchObject({ status: 200 })
  expect(await profile(body.access)).toMatchObject({ email: null, has_password: false, ways: ['telegram'] })
  expect((await post(api.login.path, { email, password: PASSWORD })).status).toBe(400)
  expect((await post<Tokens>(api.register.path, { email, password: PASSWORD })).status).toBe(201)
})

test('Reauthentication requires a 2FA code, or else the password, or else a recent sign-in', async () => {
  const { access } = await server().signUp()
  expect(await link(widget(++nextId), access)).toMatchObject(reauth('password'))
  expect(await link({ ...widget(nextId), code: '123456' }, access)).toMatchObject(reauth('password'))
  const wrong = await link({ ...widget(nextId), password: 'wrong words' }, access)
  expect(wrong).toMatchObject({
    status: 400,
    body: { code: 'WRONG_PASSWORD', detail: [{ loc: ['body', 'password'] }] },
  })

  const account2fa = await createSecuredAccount(server())
  const reauthentication = [{}, { password: account2fa.password }]
  for (const proof of reauthentication)
    expect(await unlink('email', account2fa.tokens.access, proof)).toMatchObject(reauth('code'))
  const code = account2fa.nextCode()
  const bad = { code: codeAt(account2fa.secret, 0) }
  expect(await unlink('email', account2fa.tokens.access, bad)).toMatchObject({ body: { code: 'INVALID_2FA_CODE' } })
  expect(await unlink('email', account2fa.tokens.access, { code })).toMatchObject({ body: { code: 'LAST_WAY_IN' } })

  const { access: fresh = '' } = (await launch(person(++nextId))).body
  expect(await unlink('telegram', fresh, {})).toMatchObject({ body: { code: 'LAST_WAY_IN' } })
  server().advanceClock(10 * MINUTE)
  expect(await unlink('telegram', fresh, {})).toMatchObject(reauth('sign-in'))
})

test('Linking Telegram refuses missing, forged and expired data and a server without a bot', async () => {
  const { access } = await server().signUp()
  const proof = { password: PASSWORD }
  expect(await link(proof, access)).toMatchObject({ status: 400, body: { code: 'INIT_DATA_REQUIRED' } })
  const init_data = initData(person(++nextId), server().now())
  const forged = { init_data: init_data.replace('Ann', 'Bob'), ...proof }
  expect(await link(forged, access)).toMatchObject({ status: 400, body: { code: 'INVALID_TELEGRAM_DATA' } })
  const fields = widget(++nextId)
  server().advanceClock(6 * MINUTE)
  expect(await link({ ...fields, ...proof }, access)).toMatchObject({ body: { code: 'WIDGET_DATA_EXPIRED' } })
  const { access: other } = await serverWithoutBot().signUp()
  const off = await serverWithoutBot().request('POST', api.linkTelegram.path, {
    body: { init_data, ...proof },
    access: other,
  })
  expect(off).toMatchObject({ status: 409, body: { code: 'TELEGRAM_NOT_CONFIGURED' } })
})

test('The profile has the username and language of the last launch that sent them', async () => {
  const id = ++nextId
  const first = await launch(person(id, { username: 'ann_b', language_code: 'de' }), { platform: 'ios' })
  expect(first.body).toMatchObject({ username: 'ann_b', lang_code: 'de' })
  expect((await launch(person(id, { username: 'ann_c' }), { lang_code: 'pt-br' })).body).toMatchObject({
    username: 'ann_c',
    lang_code: 'pt-br',
  })
  const { body } = await launch(person(id))
  expect(body).toMatchObject({ username: null, lang_code: 'pt-br', ways: ['telegram'], email_confirmed: false })
  const again = await post<ProfileView>(api.startApp.path, { lang_code: 'fr' }, body.access)
  expect(again.body.lang_code).toBe('fr')
  const { access } = await server().signUp()
  expect(await profile(access)).toMatchObject({ lang_code: 'en', username: null, ways: ['email'] })
})

test('The server ignores an invalid Telegram username or language', async () => {
  const id = ++nextId
  for (const literal of HOSTILE_LITERALS.filter((_, index) => index % 4 === 0)) {
    const text = toText(literal).slice(0, 200)
    const { status, body } = await launch(person(id, { username: text, language_code: text }))
    expect([literal, status]).toEqual([literal, 200])
    expect(body.username ?? 'none').toMatch(/^[A-Za-z\d_]{1,32}$/)
    expect(body.lang_code).toMatch(/^[a-z]{2,3}(-[a-z\d]{2,8})*$/i)
  }
})
