/** Telegram sign-in over HTTP on the whole server. */

import { beforeAll, expect, test } from 'vitest'
import type { ProfileView, SessionView, StartAppView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { RefreshedTokens, Tokens } from '../../../src/contract/auth/views.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import type { NotificationsPage } from '../../../src/contract/notifications/views.ts'
import type { AssetView } from '../../../src/contract/portfolio/views.ts'
import { accountOf } from '../../../src/engine/exchange.ts'
import { openLog } from '../../../src/server/runtime/log.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { BOT_TOKEN, initData, telegramUser, widgetData } from '../../fixtures/telegram-signer.ts'
import { setUpTestServer, startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer({ BOT_TOKEN })
const serverWithoutBot = setUpTestServer()
const HOUR = 60 * 60 * 1_000
let nextId = 1_000
let clockOffset = 0

const newUser = () => telegramUser(++nextId)
const now = (): number => Date.now() + clockOffset
function advanceClock(millis: number): void {
  clockOffset += millis
  server().advanceClock(millis)
}

const startApp = (body: object, access?: string) =>
  server().request<StartAppView & ErrorBody>('POST', api.startApp.path, {
    body: { device_id: 'a phone', ...body },
    access,
  })
const widget = (raw_callback_data: object, more: object = {}) =>
  server().request<Tokens & ErrorBody>('POST', api.telegramWidget.path, { body: { raw_callback_data, ...more } })
const profile = async (access?: string) =>
  (await server().request<ProfileView>('GET', api.profile.path, { access })).body
const referrerOf = (uuid: string) =>
  server().exchange.sequencer.read((state) => accountOf(state, uuid as UserId)?.referrer)

let friend: ProfileView
let other: ProfileView
beforeAll(async () => {
  friend = await profile((await server().signUp()).access)
  other = await profile((await server().signUp()).access)
})

test('The first mini-app launch creates a user with play money, and the second signs in the same user', async () => {
  const ann = newUser()
  const first = await startApp({ init_data: initData(ann, now()), lang_code: 'en', platform: 'ios' })
  expect(first.status).toBe(200)
  expect(first.body).toMatchObject({ email: null, has_password: false, play_money: true })
  const { access, refresh, ...view } = first.body
  expect(await profile(access)).toEqual(view)
  const { body: assets } = await server().request<AssetView[]>('GET', api.assets.path, { access })
  expect(assets.find(({ currency }) => currency.symbol === 'USDT')?.balance).toBe('10000')
  expect((await server().request('POST', api.refresh.path, { body: { refresh_token: refresh } })).status).toBe(200)
  const again = await startApp({ init_data: initData(ann, now()) })
  expect([again.body.uuid, again.body.referral_code]).toEqual([view.uuid, view.referral_code])
  expect((await startApp({ init_data: initData(newUser(), now()) })).body.uuid).not.toBe(view.uuid)
})

test('A sign-up with the widget is no new sign-in, and a later login on another device is one', async () => {
  const ann = newUser()
  const { access } = (await widget(widgetData(ann.id, now()))).body
  const kinds = async () =>
    (await server().request<NotificationsPage>('GET', api.notificationList.path, { access })).body.notifications.map(
      ({ kind }) => kind,
    )
  advanceClock(2_000)
  expect((await widget(widgetData(ann.id, now()))).status).toBe(200)
  await eventually(async () => (await kinds()).length > 0)
  expect(await kinds()).toEqual(['sign_in'])
})

const sessionsOf = async (access?: string) =>
  (await server().request<SessionView[]>('GET', api.sessions.path, { access })).body

test('A launch on a device that has a session continues it, and it counts as signed in now', async () => {
  const ann = newUser()
  const launch = async (device_id = 'a phone') => (await startApp({ init_data: initData(ann, now()), device_id })).body
  // Without a password a recent sign-in is the proof of the owner.
  const unfreeze = async (access?: string) =>
    (await server().request<ErrorBody>('POST', api.unfreeze.path, { body: {}, access })).body.code
  const first = await launch()
  const [session] = await sessionsOf(first.access)
  await server().request('POST', api.freeze.path, { body: {}, access: first.access })
  advanceClock(HOUR)
  const renewed = await server().request<RefreshedTokens>('POST', api.refresh.path, {
    body: { refresh_token: first.refresh },
  })
  expect(await unfreeze(renewed.body.access_token)).toBe('REAUTH_REQUIRED')
  const again = await launch()
  expect((await sessionsOf(again.access)).map(({ id }) => id)).toEqual([session?.id])
  expect(await unfreeze(again.access)).toBeUndefined()
  // Another device, and another user on the same one, have sessions of their own.
  advanceClock(2_000)
  const other = await launch('a tablet')
  expect(await sessionsOf(other.access)).toHaveLength(2)
  const bob = (await startApp({ init_data: initData(newUser(), now()) })).body
  expect(await sessionsOf(bob.access)).toHaveLength(1)
})

test('A launch continues no session that has ended, and ending the session of a device ends all of its launches', async () => {
  const ann = newUser()
  const launch = async (device_id = 'a phone') => (await startApp({ init_data: initData(ann, now()), device_id })).body
  const [first, second] = [await launch(), await launch()]
  // Other launch data: this is valid on its device only.
  advanceClock(2_000)
  const tablet = await launch('a tablet')
  const [phone] = (await sessionsOf(tablet.access)).filter(({ current }) => !current)
  const path = api.endSession.path.replace(':session', phone?.id ?? '')
  expect((await server().request('DELETE', path, { access: tablet.access })).status).toBe(200)
  for (const { refresh } of [first, second])
    expect((await server().request('POST', api.refresh.path, { body: { refresh_token: refresh } })).status).toBe(401)
  advanceClock(2_000)
  const third = await launch()
  const found = await sessionsOf(third.access)
  expect([found.length, found.some(({ id }) => id === phone?.id)]).toEqual([2, false])
})

test('A launch with only a bearer token returns the profile without tokens; one without either is refused', async () => {
  const { access } = await server().signUp()
  const known = await startApp({}, access)
  expect([known.status, known.body]).toEqual([200, await profile(access)])
  expect(await startApp({ init_data: '' }, 'nonsense')).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  for (const body of [{}, { init_data: null }, { init_data: '' }])
    expect(await startApp(body)).toMatchObject({ status: 400, body: { code: 'INIT_DATA_REQUIRED' } })
})

test('A launch reports expired init data and forged init data with different codes', async () => {
  const init_data = initData(newUser(), now())
  advanceClock(25 * HOUR)
  expect(await startApp({ init_data })).toMatchObject({ status: 400, body: { code: 'INIT_DATA_EXPIRED' } })
  const forged = init_data.replace('Ann', 'Bob')
  expect(await startApp({ init_data: forged })).toMatchObject({ status: 400, body: { code: 'INVALID_TELEGRAM_DATA' } })
})

test('Fifty concurrent first launches create one user', async () => {
  const ann = newUser()
  const launches = Array.from({ length: 50 }, () => startApp({ init_data: initData(ann, now()) }))
  const replies = await Promise.all(launches)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(replies.map(({ body }) => body.uuid)).size).toBe(1)
  const { access } = replies[0]?.body ?? {}
  const { body: assets } = await server().request<AssetView[]>('GET', api.assets.path, { access })
  expect(assets.find(({ currency }) => currency.symbol === 'USDT')?.balance).toBe('10000')
})

test('A launch takes the referrer from the signed code, else from the stored code; later codes change nothing', async () => {
  const codes = [`r_${friend.referral_code}`, `ref_${friend.referral_code}`, friend.referral_code]
  for (const start_param of codes) {
    const init_data = initData(newUser(), now(), { start_param })
    const { body } = await startApp({ init_data, referrer_uid: other.referral_code })
    expect([start_param, await referrerOf(body.uuid)]).toEqual([start_param, friend.uuid])
  }
  for (const start_param of ['p_BTC', `r_${friend.referral_code.slice(1)}`, `x_${friend.referral_code}`]) {
    const ann = newUser()
    const launch = (more: object) => startApp({ init_data: initData(ann, now(), { start_param }), ...more })
    const { body } = await launch({ referrer_uid: Number(other.referral_code) })
    expect([start_param, await referrerOf(body.uuid)]).toEqual([start_param, other.uuid])
    await launch({ referrer_uid: friend.referral_code })
    expect(await referrerOf(body.uuid)).toBe(other.uuid)
  }
})

test('Telegram widget data signs in the same user, once, within five minutes', async () => {
  const ann = newUser()
  const { body: launched } = await startApp({ init_data: initData(ann, now()) })
  const fields = widgetData(ann.id, now())
  const first = await widget(fields)
  expect([first.status, Object.keys(first.body).sort()]).toEqual([200, ['access', 'refresh']])
  expect((await profile(first.body.access)).uuid).toBe(launched.uuid)
  const used = { status: 400, body: { code: 'WIDGET_DATA_EXPIRED' } }
  expect(await widget(fields)).toMatchObject(used)
  const old = widgetData(ann.id, now())
  advanceClock(6 * 60_000)
  expect(await widget(old)).toMatchObject(used)
  const referred = await widget(widgetData(++nextId, now()), { referrer_uid: friend.referral_code })
  expect(await referrerOf((await profile(referred.body.access)).uuid)).toBe(friend.uuid)
})

test('Exactly one of twenty concurrent requests with the same widget data signs in', async () => {
  const fields = widgetData(++nextId, now())
  const replies = await Promise.all(Array.from({ length: 20 }, () => widget(fields)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 400)])
})

test('The launch endpoint refuses widget data, and the widget endpoint refuses init data', async () => {
  const ann = newUser()
  const invalid = { status: 400, body: { code: 'INVALID_TELEGRAM_DATA' } }
  const text = initData(ann, now(), { id: String(ann.id) })
  expect(await widget(Object.fromEntries(new URLSearchParams(text)))).toMatchObject(invalid)
  const fields = { ...widgetData(ann.id, now()), user: JSON.stringify(ann) }
  const asText = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  expect(await startApp({ init_data: String(asText) })).toMatchObject(invalid)
  expect(await widget({})).toMatchObject(invalid)
})

test('A server without a bot answers TELEGRAM_NOT_CONFIGURED', async () => {
  const off = { status: 409, body: { code: 'TELEGRAM_NOT_CONFIGURED' } }
  const ask = (path: string, body: object) => serverWithoutBot().request('POST', path, { body })
  expect(await ask(api.startApp.path, { init_data: initData(newUser(), now()) })).toMatchObject(off)
  expect(await ask(api.telegramWidget.path, { raw_callback_data: widgetData(1, now()) })).toMatchObject(off)
})

test('Only the mini-app page can be framed by Telegram, and only if a bot is configured', async () => {
  const framersOf = async ({ address }: TestServer, path: string) =>
    /frame-ancestors (.*)$/.exec((await fetch(address + path)).headers.get('content-security-policy') ?? '')?.[1]
  const telegrams = 'https://web.telegram.org https://*.telegram.org'
  for (const path of ['/tma', '/tma/', '/tma/trade', '/tma?tgWebAppStartParam=p_BTC'])
    expect([path, await framersOf(server(), path), await framersOf(serverWithoutBot(), path)]).toEqual([
      path,
      telegrams,
      "'none'",
    ])
  for (const path of ['/', '/trade', '/tmax', '/x/tma', '/?/tma', '//tma', '/exchange-backend/tma', '/health'])
    expect([path, await framersOf(server(), path)]).toEqual([path, "'none'"])
})

test('The server does not log data signed by Telegram, whether it is accepted or refused', async () => {
  const lines: string[] = []
  const log = openLog('trace', { write: (line) => lines.push(line) })
  await server().exchange.stop()
  const tracedServer = await startTestServer(server().databaseUrl, { BOT_TOKEN }, log)
  tracedServer.advanceClock(clockOffset)
  const ann = { ...newUser(), first_name: 'Zebulon' }
  const [fresh, stale] = [initData(ann, now()), initData(ann, now() - 30 * HOUR)]
  const fields = widgetData(ann.id, now())
  const ask = (path: string, body: unknown) => tracedServer.request('POST', path, { body })
  for (const init_data of [fresh, stale, `${fresh}&x=1`]) await ask(api.startApp.path, { init_data })
  for (const raw_callback_data of [{ ...fields, first_name: 'Zebulon' }, fields])
    await ask(api.telegramWidget.path, { raw_callback_data })
  await ask(api.startApp.path, `{"init_data": "${fresh}`)
  await tracedServer.exchange.stop()
  const written = lines.join('')
  expect(written).toContain('verified a Telegram sign-in')
  expect(written).toContain('"reason":"expired"')
  for (const secret of ['Zebulon', BOT_TOKEN, /hash=(\w+)/.exec(fresh)?.[1] ?? '', String(fields.hash)])
    expect(written).not.toContain(secret)
})
