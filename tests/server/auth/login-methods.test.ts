/** The ways into an account: linked, taken away, proved, and what Telegram says of somebody. */

import { expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { ErrorBody, ProfileView, StartAppView, Tokens } from '../../src/contract/views.ts'
import { house } from './exchange-world.ts'
import { NASTY, plain } from './literals.ts'
import { codeAt, lockedAccount } from './locked-account.ts'
import { BOT_TOKEN, initData, type TelegramUser, widgetData } from './telegram-bot.ts'

const home = house({ BOT_TOKEN })
const without = house()
const MINUTE = 60_000
const PASSWORD = 'correct horse'
let nextId = 5_000

const post = <T = ErrorBody>(path: string, body: unknown, access?: string) =>
  home().ask<T>('POST', path, { body, access })
const link = (body: object, access: string) => post(api.linkTelegram.path, body, access)
const unlink = (way: string, access: string, proof: object = { password: PASSWORD }) =>
  post(api.unlink.path, { way, ...proof }, access)
const profile = async (access: string) => (await home().ask<ProfileView>('GET', api.profile.path, { access })).body
const person = (id: number, more: object = {}): TelegramUser => ({ id, first_name: 'Ann', ...more })
const launch = (ann: TelegramUser, more: object = {}) =>
  post<StartAppView & ErrorBody>(api.startApp.path, { init_data: initData(ann, home().now()), ...more })
const widget = (id: number) => ({ raw_callback_data: widgetData(id, home().now()) })
const reauth = (by: string) => ({ status: 403, body: { code: 'REAUTH_REQUIRED', params: { by } } })

test('Telegram, once linked, comes into the same account; unlinked, into another', async () => {
  for (const evidence of [(id: number) => ({ init_data: initData(person(id), home().now()) }), widget]) {
    const { access } = await home().signUp()
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
    // The widget's data is good once.
    home().later(1_000)
    expect(await link({ ...evidence(id), password: PASSWORD }, access)).toMatchObject({ status: 200 })
    expect(await unlink('telegram', access)).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(await profile(access)).toMatchObject({ ways: ['email'], username: null })
    expect((await home().ask('GET', api.profile.path, launched)).status).toBe(401)
    expect((await launch(person(id))).body.uuid).not.toBe(uuid)
  }
})

test('who has another account, or another Telegram, is not linked', async () => {
  const id = ++nextId
  await launch(person(id))
  const { access } = await home().signUp()
  const taken = { status: 409, body: { code: 'WAY_TAKEN' } }
  expect(await link({ ...widget(id), password: PASSWORD }, access)).toMatchObject(taken)
  expect(await link({ ...widget(++nextId), password: PASSWORD }, access)).toMatchObject({ status: 200 })
  const second = await link({ ...widget(++nextId), password: PASSWORD }, access)
  expect(second).toMatchObject({ status: 409, body: { code: 'WAY_LINKED' } })
})

test('of two accounts that link the same Telegram at once, one has it', async () => {
  const tokens = await Promise.all(Array.from({ length: 6 }, () => home().signUp()))
  const init_data = initData(person(++nextId), home().now())
  const replies = await Promise.all(tokens.map(({ access }) => link({ init_data, password: PASSWORD }, access)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
})

test('the last way in stays, and a way that is not there is not taken away', async () => {
  const { access } = await home().signUp()
  expect(await unlink('email', access)).toMatchObject({ status: 409, body: { code: 'LAST_WAY_IN' } })
  expect(await unlink('telegram', access)).toMatchObject({ status: 409, body: { code: 'WAY_NOT_LINKED' } })
  const { access: other = '' } = (await launch(person(++nextId))).body
  expect(await unlink('telegram', other, {})).toMatchObject({ status: 409, body: { code: 'LAST_WAY_IN' } })
  expect(await unlink('email', other, {})).toMatchObject({ status: 409, body: { code: 'WAY_NOT_LINKED' } })
  expect((await unlink('letter', other, {})).status).toBe(422)
})

test('both ways at once are not both taken away', async () => {
  const { access } = await home().signUp()
  await link({ ...widget(++nextId), password: PASSWORD }, access)
  const replies = await Promise.all(['email', 'telegram', 'email', 'telegram'].map((way) => unlink(way, access)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await profile(access)).ways).toHaveLength(1)
})

test('the e-mail goes with its password, and may be registered anew', async () => {
  const email = 'leaving@example.com'
  const { access } = await home().signUp(email)
  await link({ ...widget(++nextId), password: PASSWORD }, access)
  expect(await unlink('email', access)).toMatchObject({ status: 200 })
  expect(await profile(access)).toMatchObject({ email: null, has_password: false, ways: ['telegram'] })
  expect((await post(api.login.path, { email, password: PASSWORD })).status).toBe(400)
  expect((await post<Tokens>(api.register.path, { email, password: PASSWORD })).status).toBe(201)
})

test('that it is the owner is proved by a code, else by the password, else by having come in just now', async () => {
  const { access } = await home().signUp()
  expect(await link(widget(++nextId), access)).toMatchObject(reauth('password'))
  expect(await link({ ...widget(nextId), code: '123456' }, access)).toMatchObject(reauth('password'))
  const wrong = await link({ ...widget(nextId), password: 'wrong words' }, access)
  expect(wrong).toMatchObject({
    status: 400,
    body: { code: 'WRONG_PASSWORD', detail: [{ loc: ['body', 'password'] }] },
  })

  const locked = await lockedAccount(home())
  const proofs = [{}, { password: locked.password }]
  for (const proof of proofs) expect(await unlink('email', locked.tokens.access, proof)).toMatchObject(reauth('code'))
  const code = locked.nextCode()
  const bad = { code: codeAt(locked.secret, 0) }
  expect(await unlink('email', locked.tokens.access, bad)).toMatchObject({ body: { code: 'INVALID_2FA_CODE' } })
  expect(await unlink('email', locked.tokens.access, { code })).toMatchObject({ body: { code: 'LAST_WAY_IN' } })

  const { access: fresh = '' } = (await launch(person(++nextId))).body
  expect(await unlink('telegram', fresh, {})).toMatchObject({ body: { code: 'LAST_WAY_IN' } })
  home().later(10 * MINUTE)
  expect(await unlink('telegram', fresh, {})).toMatchObject(reauth('sign-in'))
})

test('linking takes what signs in, as fresh and as true, and nothing else', async () => {
  const { access } = await home().signUp()
  const proof = { password: PASSWORD }
  expect(await link(proof, access)).toMatchObject({ status: 400, body: { code: 'INIT_DATA_REQUIRED' } })
  const init_data = initData(person(++nextId), home().now())
  const forged = { init_data: init_data.replace('Ann', 'Bob'), ...proof }
  expect(await link(forged, access)).toMatchObject({ status: 400, body: { code: 'INVALID_TELEGRAM_DATA' } })
  const fields = widget(++nextId)
  home().later(6 * MINUTE)
  expect(await link({ ...fields, ...proof }, access)).toMatchObject({ body: { code: 'WIDGET_DATA_EXPIRED' } })
  const { access: other } = await without().signUp()
  const off = await without().ask('POST', api.linkTelegram.path, { body: { init_data, ...proof }, access: other })
  expect(off).toMatchObject({ status: 409, body: { code: 'TELEGRAM_NOT_CONFIGURED' } })
})

test('name, language and platform are those of the last launch that said them', async () => {
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
  const { access } = await home().signUp()
  expect(await profile(access)).toMatchObject({ lang_code: 'en', username: null, ways: ['email'] })
})

test('a name or a language that could not be one is none', async () => {
  const id = ++nextId
  for (const literal of NASTY.filter((_, index) => index % 4 === 0)) {
    const text = plain(literal).slice(0, 200)
    const { status, body } = await launch(person(id, { username: text, language_code: text }))
    expect([literal, status]).toEqual([literal, 200])
    expect(body.username ?? 'none').toMatch(/^[A-Za-z\d_]{1,32}$/)
    expect(body.lang_code).toMatch(/^[a-z]{2,3}(-[a-z\d]{2,8})*$/i)
  }
})
