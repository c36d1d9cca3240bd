/** Coming in from Telegram, at the doors of the whole server. */

import { beforeAll, expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { AssetView, ErrorBody, ProfileView, StartAppView, Tokens } from '../../src/contract/views.ts'
import { openLog } from '../../src/server/log.ts'
import { type House, house, openHouse } from './exchange-world.ts'
import { BOT_TOKEN, initData, person, widgetData } from './telegram-bot.ts'

const home = house({ BOT_TOKEN })
const without = house()
const HOUR = 60 * 60 * 1_000
let nextId = 1_000
let ahead = 0

const newPerson = () => person(++nextId)
const now = (): number => Date.now() + ahead
function later(millis: number): void {
  ahead += millis
  home().later(millis)
}

const startApp = (body: object, access?: string) =>
  home().ask<StartAppView & ErrorBody>('POST', api.startApp.path, { body, access })
const widget = (raw_callback_data: object, more: object = {}) =>
  home().ask<Tokens & ErrorBody>('POST', api.telegramWidget.path, { body: { raw_callback_data, ...more } })
const profile = async (access?: string) => (await home().ask<ProfileView>('GET', api.profile.path, { access })).body
const referrerOf = (uuid: string) => home().exchange.sequencer.read(({ accounts }) => accounts.get(uuid)?.referrer)

let friend: ProfileView
let other: ProfileView
beforeAll(async () => {
  friend = await profile((await home().signUp()).access)
  other = await profile((await home().signUp()).access)
})

test('a first launch makes a user with play money, a second one finds them', async () => {
  const ann = newPerson()
  const first = await startApp({ init_data: initData(ann, now()), lang_code: 'en', platform: 'ios' })
  expect(first.status).toBe(200)
  expect(first.body).toMatchObject({ email: null, has_password: false, play_money: true })
  const { access, refresh, ...said } = first.body
  expect(await profile(access)).toEqual(said)
  const { body: assets } = await home().ask<AssetView[]>('GET', api.assets.path, { access })
  expect(assets.find(({ currency }) => currency.symbol === 'USDT')?.balance).toBe('10000')
  expect((await home().ask('POST', api.refresh.path, { body: { refresh_token: refresh } })).status).toBe(200)
  const again = await startApp({ init_data: initData(ann, now()) })
  expect([again.body.uuid, again.body.referral_code]).toEqual([said.uuid, said.referral_code])
  expect((await startApp({ init_data: initData(newPerson(), now()) })).body.uuid).not.toBe(said.uuid)
})

test('a bearer without init data gets the profile and no tokens; neither is refused', async () => {
  const { access } = await home().signUp()
  const known = await startApp({}, access)
  expect([known.status, known.body]).toEqual([200, await profile(access)])
  expect(await startApp({ init_data: '' }, 'nonsense')).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  for (const body of [{}, { init_data: null }, { init_data: '' }])
    expect(await startApp(body)).toMatchObject({ status: 400, body: { code: 'INIT_DATA_REQUIRED' } })
})

test('a launch of yesterday is told apart from one that is forged', async () => {
  const init_data = initData(newPerson(), now())
  later(25 * HOUR)
  expect(await startApp({ init_data })).toMatchObject({ status: 400, body: { code: 'INIT_DATA_EXPIRED' } })
  const forged = init_data.replace('Ann', 'Bob')
  expect(await startApp({ init_data: forged })).toMatchObject({ status: 400, body: { code: 'INVALID_TELEGRAM_DATA' } })
})

test('fifty first launches at once make one user', async () => {
  const ann = newPerson()
  const launches = Array.from({ length: 50 }, () => startApp({ init_data: initData(ann, now()) }))
  const replies = await Promise.all(launches)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(replies.map(({ body }) => body.uuid)).size).toBe(1)
  const { access } = replies[0]?.body ?? {}
  const { body: assets } = await home().ask<AssetView[]>('GET', api.assets.path, { access })
  expect(assets.find(({ currency }) => currency.symbol === 'USDT')?.balance).toBe('10000')
})

test('the signed code says who brought somebody, then the one that was kept; later ones change nothing', async () => {
  const codes = [`r_${friend.referral_code}`, `ref_${friend.referral_code}`, friend.referral_code]
  for (const start_param of codes) {
    const init_data = initData(newPerson(), now(), { start_param })
    const { body } = await startApp({ init_data, referrer_uid: other.referral_code })
    expect([start_param, await referrerOf(body.uuid)]).toEqual([start_param, friend.uuid])
  }
  for (const start_param of ['p_BTC', `r_0${friend.referral_code.slice(1)}`, `x_${friend.referral_code}`]) {
    const ann = newPerson()
    const launch = (more: object) => startApp({ init_data: initData(ann, now(), { start_param }), ...more })
    const { body } = await launch({ referrer_uid: Number(other.referral_code) })
    expect([start_param, await referrerOf(body.uuid)]).toEqual([start_param, other.uuid])
    await launch({ referrer_uid: friend.referral_code })
    expect(await referrerOf(body.uuid)).toBe(other.uuid)
  }
})

test('the widget signs the same person in, once, for five minutes', async () => {
  const ann = newPerson()
  const { body: launched } = await startApp({ init_data: initData(ann, now()) })
  const fields = widgetData(ann.id, now())
  const first = await widget(fields)
  expect([first.status, Object.keys(first.body).sort()]).toEqual([200, ['access', 'refresh']])
  expect((await profile(first.body.access)).uuid).toBe(launched.uuid)
  const used = { status: 400, body: { code: 'WIDGET_DATA_EXPIRED' } }
  expect(await widget(fields)).toMatchObject(used)
  const old = widgetData(ann.id, now())
  later(6 * 60_000)
  expect(await widget(old)).toMatchObject(used)
  const newcomer = await widget(widgetData(++nextId, now()), { referrer_uid: friend.referral_code })
  expect(await referrerOf((await profile(newcomer.body.access)).uuid)).toBe(friend.uuid)
})

test('of twenty who show the same widget data at once, one comes in', async () => {
  const fields = widgetData(++nextId, now())
  const replies = await Promise.all(Array.from({ length: 20 }, () => widget(fields)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 400)])
})

test('neither door takes what is meant for the other', async () => {
  const ann = newPerson()
  const invalid = { status: 400, body: { code: 'INVALID_TELEGRAM_DATA' } }
  const text = initData(ann, now(), { id: String(ann.id) })
  expect(await widget(Object.fromEntries(new URLSearchParams(text)))).toMatchObject(invalid)
  const fields = { ...widgetData(ann.id, now()), user: JSON.stringify(ann) }
  const asText = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  expect(await startApp({ init_data: String(asText) })).toMatchObject(invalid)
  expect(await widget({})).toMatchObject(invalid)
})

test('an exchange without a bot says so', async () => {
  const off = { status: 409, body: { code: 'TELEGRAM_NOT_CONFIGURED' } }
  const ask = (path: string, body: object) => without().ask('POST', path, { body })
  expect(await ask(api.startApp.path, { init_data: initData(newPerson(), now()) })).toMatchObject(off)
  expect(await ask(api.telegramWidget.path, { raw_callback_data: widgetData(1, now()) })).toMatchObject(off)
})

test('only the mini-app may stand in a frame, of Telegram, and only where there is a bot', async () => {
  const framersOf = async ({ address }: House, path: string) =>
    /frame-ancestors (.*)$/.exec((await fetch(address + path)).headers.get('content-security-policy') ?? '')?.[1]
  const telegrams = 'https://web.telegram.org https://*.telegram.org'
  for (const path of ['/tma', '/tma/', '/tma/trade', '/tma?tgWebAppStartParam=p_BTC'])
    expect([path, await framersOf(home(), path), await framersOf(without(), path)]).toEqual([path, telegrams, "'none'"])
  for (const path of ['/', '/trade', '/tmax', '/x/tma', '/?/tma', '//tma', '/exchange-backend/tma', '/health'])
    expect([path, await framersOf(home(), path)]).toEqual([path, "'none'"])
})

test('nothing of what Telegram signed is ever written to the log, whatever becomes of it', async () => {
  const lines: string[] = []
  const log = openLog('trace', { write: (line) => lines.push(line) })
  await home().exchange.stop()
  const talkative = await openHouse(home().databaseUrl, { BOT_TOKEN }, log)
  talkative.later(ahead)
  const ann = { ...newPerson(), first_name: 'Zebulon' }
  const [fresh, stale] = [initData(ann, now()), initData(ann, now() - 30 * HOUR)]
  const fields = widgetData(ann.id, now())
  const ask = (path: string, body: unknown) => talkative.ask('POST', path, { body })
  for (const init_data of [fresh, stale, `${fresh}&x=1`]) await ask(api.startApp.path, { init_data })
  for (const raw_callback_data of [{ ...fields, first_name: 'Zebulon' }, fields])
    await ask(api.telegramWidget.path, { raw_callback_data })
  await ask(api.startApp.path, `{"init_data": "${fresh}`)
  await talkative.exchange.stop()
  const written = lines.join('')
  expect(written).toContain('came in from Telegram')
  expect(written).toContain('data of Telegram is expired')
  for (const secret of ['Zebulon', BOT_TOKEN, /hash=(\w+)/.exec(fresh)?.[1] ?? '', String(fields.hash)])
    expect(written).not.toContain(secret)
})
