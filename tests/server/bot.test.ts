/** The bot of the whole server, talking with people through a Bot API of this machine. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RecoveryCodesView, TwoFactorSetup } from '../../src/contract/account-views.ts'
import { api } from '../../src/contract/api.ts'
import type { InviteMessageView, InviteView, NotificationsView } from '../../src/contract/bot-views.ts'
import type { ErrorBody, OrderView, ProfileView, StartAppView, Tokens } from '../../src/contract/views.ts'
import { readConfig } from '../../src/server/config.ts'
import type { Listener } from '../../src/server/core/sequencer.ts'
import { openLog } from '../../src/server/log.ts'
import { openDatabase } from '../../src/server/postgres/database.ts'
import { openBot } from '../../src/server/telegram/bot.ts'
import { house } from './exchange-world.ts'
import { buttonsOf, OFF, refuses, startTelegram, until } from './fake-telegram.ts'
import { codeAt } from './locked-account.ts'
import { quiet } from './quiet.ts'
import { BOT_TOKEN, initData, person, widgetData } from './telegram-bot.ts'

const PUBLIC_URL = 'https://tern.example'
const telegram = await startTelegram(BOT_TOKEN)
const home = house({ BOT_TOKEN, BOT_API_URL: `${telegram.address}/`, PUBLIC_URL: `${PUBLIC_URL}/` })
const without = house()
afterAll(() => telegram.stop())

const DOGE = 7
let ahead = 0
let nextId = 5_000
let id = 0
let widgets = 0
beforeEach(() => {
  id = ++nextId
})
let friend: ProfileView
let other: ProfileView
beforeAll(async () => {
  friend = await profile((await home().signUp()).access)
  other = await profile((await home().signUp()).access)
})

const now = () => Date.now() + ahead
const profile = async (access: string) => (await home().ask<ProfileView>('GET', api.profile.path, { access })).body
const referrerOf = (uuid: string) => home().exchange.sequencer.read(({ accounts }) => accounts.get(uuid)?.referrer)

type Launched = StartAppView & Tokens
async function launch(telegramId: number, more: Readonly<Record<string, string>> = {}, kept?: string) {
  const body = { init_data: initData(person(telegramId), now(), more), referrer_uid: kept }
  return (await home().ask<Launched>('POST', api.startApp.path, { body })).body
}
const widget = async (telegramId: number) =>
  (
    await home().ask<Tokens>('POST', api.telegramWidget.path, {
      // The same data is good once: each is of another second.
      body: { raw_callback_data: widgetData(telegramId, now() - ++widgets * 1_000) },
    })
  ).body

/** What the bot said to this, and nothing after it. */
async function answerTo(text: string, to = id) {
  const before = telegram.saidTo(to).length
  telegram.tell(telegram.say(to, text))
  await until(() => telegram.saidTo(to).length > before, text)
  const said = telegram.saidTo(to).slice(before)
  expect(said).toHaveLength(1)
  return { text: said[0]?.text, buttons: buttonsOf(said[0] ?? {}) }
}

/** Everything that was queued for this person before has been sent when this arrives. */
async function settled(access: string, to = id): Promise<void> {
  const before = signIns(to)
  const { order_filled } = await chosen(access)
  await choose(access, { order_filled, sign_in: true })
  await widget(to)
  await until(() => signIns(to) > before, 'a sign-in')
}
const signIns = (to: number) => telegram.saidTo(to).filter(({ text }) => text?.startsWith('New sign-in')).length

const choose = async (access: string, body: object) =>
  (await home().ask<NotificationsView>('POST', api.setNotifications.path, { body, access })).body
const chosen = async (access: string) =>
  (await home().ask<NotificationsView>('GET', api.notifications.path, { access })).body

async function buy(access: string, wish: object = {}) {
  const body = { client_order_id: randomUUID(), pair_id: DOGE, side: 'buy', type: 'limit', price: '0.1', ...wish }
  const { status, body: order } = await home().ask<OrderView>('POST', api.placeOrder.path, { body, access })
  expect(status).toBe(200)
  return order
}

test('at the start it says who it is: commands, and a menu button that opens the mini-app', async () => {
  await until(() => telegram.of('getUpdates').length > 0)
  const [commands] = telegram.of('setMyCommands')
  expect(commands?.commands?.map(({ command }) => command)).toEqual(['start', 'notifications', 'help'])
  expect(telegram.of('setChatMenuButton')).toEqual([
    { menu_button: { type: 'web_app', text: 'Open Tern', web_app: { url: `${PUBLIC_URL}/tma` } } },
  ])
  expect(telegram.of('deleteWebhook')).toHaveLength(1)
  expect(telegram.of('getUpdates')[0]?.allowed_updates).toEqual(['message', 'callback_query'])
})

test('/start welcomes with a button that opens the mini-app; other words get a short help', async () => {
  const open = { text: 'Open Tern', web_app: { url: `${PUBLIC_URL}/tma` } }
  expect(await answerTo('/start')).toEqual({ text: 'Tern is a spot exchange.', buttons: [open] })
  expect(await answerTo('/start x_123')).toEqual({ text: 'Tern is a spot exchange.', buttons: [open] })
  expect(await answerTo('/help')).toEqual({ text: expect.stringContaining('/notifications'), buttons: [open] })
  for (const text of ['hello', '/stop', '/start@other_bot', '😀'.repeat(2_000)])
    expect(await answerTo(text)).toEqual({ text: 'I understand /start, /notifications and /help.', buttons: [] })
})

test('a link to a pair opens that pair, and one to no pair of ours says so', async () => {
  for (const payload of ['p_BTC', 'p_btc'])
    expect(await answerTo(`/start ${payload}`)).toEqual({
      text: 'BTC/USDT on Tern.',
      buttons: [{ text: 'Open BTC/USDT', web_app: { url: `${PUBLIC_URL}/tma?tgWebAppStartParam=p_BTC` } }],
    })
  expect((await answerTo('/start p_NONE')).text).toBe('NONE is not listed on Tern.')
})

test('whoever brought somebody to the bot is their referrer when they sign up, by launch or widget', async () => {
  for (const form of ['r_', 'ref_', '']) {
    const [launching, showing] = [++nextId, ++nextId]
    for (const each of [launching, showing])
      expect((await answerTo(`/start ${form}${friend.referral_code}`, each)).text).toContain('invitation is remembered')
    expect(await referrerOf((await launch(launching)).uuid)).toBe(friend.uuid)
    expect(await referrerOf((await profile((await widget(showing)).access)).uuid)).toBe(friend.uuid)
  }
})

test('the first code that is somebody’s counts, after a signed one and before one that was kept', async () => {
  const nobodys = friend.referral_code === '999999999' ? '999999998' : '999999999'
  expect((await answerTo(`/start r_${nobodys}`)).text).not.toContain('remembered')
  expect((await answerTo(`/start r_${friend.referral_code}`)).text).toContain('remembered')
  expect((await answerTo(`/start r_${other.referral_code}`)).text).not.toContain('remembered')
  expect(await referrerOf((await launch(id, {}, other.referral_code)).uuid)).toBe(friend.uuid)

  const signed = ++nextId
  await answerTo(`/start r_${friend.referral_code}`, signed)
  const { uuid } = await launch(signed, { start_param: `r_${other.referral_code}` })
  expect(await referrerOf(uuid)).toBe(other.uuid)
})

test('whoever has signed up already has no referrer to remember', async () => {
  const { uuid } = await launch(id)
  expect((await answerTo(`/start r_${friend.referral_code}`)).text).not.toContain('remembered')
  expect(await referrerOf(uuid)).toBeNull()
})

test('/notifications has switches for an account, and says how to get one', async () => {
  expect(await answerTo('/notifications')).toEqual({
    text: expect.stringContaining('No account on Tern belongs to this Telegram account yet.'),
    buttons: [{ text: 'Open Tern', web_app: { url: `${PUBLIC_URL}/tma` } }],
  })
  telegram.tell(telegram.press(id, 'sign_in:on'))
  const { access } = await launch(id)
  const off = [
    { text: 'Order filled: off', callback_data: 'order_filled:on' },
    { text: 'New sign-in: off', callback_data: 'sign_in:on' },
  ]
  expect((await answerTo('/notifications')).buttons).toEqual(off)
  expect(await chosen(access)).toEqual({ available: true, linked: true, ...OFF })
})

test('a switch that is pressed is turned, however often, and shown as it is', async () => {
  const { access } = await launch(id)
  const edits = () => telegram.of('editMessageReplyMarkup').filter(({ chat_id }) => chat_id === id)
  for (const press of ['order_filled:on', 'order_filled:on', 'sign_in:on', 'order_filled:off']) {
    const before = edits().length
    telegram.tell(telegram.press(id, press))
    await until(() => edits().length > before)
  }
  expect(buttonsOf(edits().at(-1) ?? {}).map(({ callback_data }) => callback_data)).toEqual([
    'order_filled:on',
    'sign_in:off',
  ])
  expect(await chosen(access)).toEqual({ available: true, linked: true, order_filled: false, sign_in: true })
  const before = telegram.of('answerCallbackQuery').length
  telegram.tell(telegram.press(id, 'order_filled:maybe'))
  await until(() => telegram.of('answerCallbackQuery').length > before)
  expect(edits()).toHaveLength(4)
})

test('the settings of the app turn the same switches; without Telegram, or without a bot, all stays off', async () => {
  const { access } = await launch(id)
  const on = { order_filled: true, sign_in: true }
  expect(await choose(access, on)).toEqual({ available: true, linked: true, ...on })
  expect(await chosen(access)).toEqual({ available: true, linked: true, ...on })
  const byMail = (await home().signUp()).access
  expect(await choose(byMail, on)).toEqual({ available: true, linked: false, ...OFF })
  expect(await chosen(byMail)).toEqual({ available: true, linked: false, ...OFF })
  const { access: elsewhere } = await without().signUp()
  const reply = await without().ask('POST', api.setNotifications.path, { body: on, access: elsewhere })
  expect(reply).toMatchObject({ status: 200, body: { available: false, linked: false, ...OFF } })
})

test('a limit order that is filled is told to who asked for it, once; parts, markets and cancels are not', async () => {
  const { access } = await launch(id)
  await choose(access, { ...OFF, order_filled: true })
  await home().offer(DOGE, '0.1', '300')
  await buy(access, { volume: '100' })
  await buy(access, { volume: '300' })
  await buy(access, { volume: '100', price: '0.09', time_in_force: 'IOC' })
  await home().offer(DOGE, '0.1', '200')
  await until(() => telegram.saidTo(id).length === 2)
  await home().offer(DOGE, '0.11', '100')
  await buy(access, { type: 'market', volume: '100', price: undefined })
  await settled(access)
  expect(telegram.saidTo(id).map(({ text }) => text)).toEqual([
    'Order filled. Bought 100 DOGE at 0.1 USDT, 10 USDT in all.',
    'Order filled. Bought 300 DOGE at 0.1 USDT, 30 USDT in all.',
    expect.stringContaining('New sign-in'),
  ])
})

test('what a start hears again is queued once, and what is old by then not at all', async () => {
  const heard: Parameters<Listener['done']>[] = []
  home().exchange.sequencer.listen({ done: (...batch) => void heard.push(batch) })
  const { access, uuid } = await launch(id)
  await choose(access, { ...OFF, order_filled: true })
  await home().offer(DOGE, '0.1', '100')
  await buy(access, { volume: '100' })
  await until(() => telegram.saidTo(id).length === 1)

  const database = await openDatabase({ dataDir: '', databaseUrl: home().databaseUrl, log: quiet })
  const queued = async () => (await database.pool.query('select from notices where user_id = $1', [uuid])).rows.length
  const warnings: string[] = []
  const log = openLog('warn', { write: (line) => void warnings.push(line) })
  /** Another start, which talks with nobody. */
  async function hearAgain(later: number): Promise<number> {
    const [clock, config] = [{ now: () => now() + later }, readConfig({})]
    const bot = await openBot({
      token: BOT_TOKEN,
      config,
      database,
      sequencer: { glance: () => undefined },
      clock,
      log,
    })
    for (const batch of heard) bot.done(...batch)
    await bot.stop()
    return queued()
  }
  expect(await hearAgain(0)).toBe(1)
  await database.pool.query('delete from notices where user_id = $1', [uuid])
  expect(await hearAgain(61 * 60_000)).toBe(0)
  expect(await hearAgain(59 * 60_000)).toBe(1)
  expect(warnings).toEqual([])
  await database.close()
})

test('nobody hears what they did not ask for, or turned off while it waited', async () => {
  const { access } = await launch(id)
  await home().offer(DOGE, '0.1', '400')
  await buy(access, { volume: '100' })
  await choose(access, { ...OFF, order_filled: true })
  telegram.misbehave('sendMessage', refuses(429, 'Too Many Requests: retry after 1', { retry_after: 1 }))
  const before = telegram.of('sendMessage').length
  await buy(access, { volume: '100' })
  await until(() => telegram.of('sendMessage').length > before)
  await buy(access, { volume: '100' })
  await choose(access, OFF)
  const tries = telegram.saidTo(id).length
  telegram.misbehave('sendMessage', undefined)
  await settled(access)
  expect(telegram.saidTo(id)).toHaveLength(tries + 1)
})

test('a sign-in on the website is told, a launch in Telegram is not', async () => {
  const { access } = await launch(id)
  await choose(access, { order_filled: true, sign_in: true })
  await launch(id)
  await widget(id)
  await home().offer(DOGE, '0.1', '100')
  await buy(access, { volume: '100' })
  await until(() => telegram.saidTo(id).some(({ text }) => text?.startsWith('Order filled')))
  expect(telegram.saidTo(id).map(({ text }) => text)).toEqual([
    expect.stringMatching(
      /^New sign-in to Tern on the website by your Telegram account, \d{4}-\d\d-\d\d \d\d:\d\d UTC\./,
    ),
    expect.stringContaining('Order filled'),
  ])
})

test('nor is a launch that a code finished', async () => {
  const { access } = await launch(id)
  const post = async <T>(path: string, body: object) => (await home().ask<T>('POST', path, { body, access })).body
  const { secret } = await post<TwoFactorSetup>(api.setTwoFactor.path, {})
  const code = codeAt(secret, home().now())
  const { recovery_codes: codes } = await post<RecoveryCodesView>(api.confirmTwoFactor.path, { code, secret })
  await choose(access, { ...OFF, sign_in: true })
  const tickets = [await launch(id), await widget(id)].map((refused) => (refused as Partial<ErrorBody>).ticket)
  for (const [index, ticket] of tickets.entries()) await post(api.secondFactor.path, { ticket, code: codes[index] })
  await home().offer(DOGE, '0.1', '100')
  await choose(access, { order_filled: true, sign_in: true })
  await buy(access, { volume: '100' })
  await until(() => telegram.saidTo(id).some(({ text }) => text?.startsWith('Order filled')))
  expect(signIns(id)).toBe(1)
})

test('whoever blocked the bot, or never began to talk with it, is told nothing more', async () => {
  for (const mischief of [
    refuses(403, 'Forbidden: bot was blocked by the user'),
    refuses(400, 'Bad Request: chat not found'),
  ]) {
    const each = ++nextId
    const { access } = await launch(each)
    await choose(access, { order_filled: true, sign_in: true })
    telegram.misbehave('sendMessage', mischief)
    await widget(each)
    await until(async () => !(await chosen(access)).sign_in)
    telegram.misbehave('sendMessage', undefined)
    expect(await chosen(access)).toEqual({ available: true, linked: true, ...OFF })
    const before = telegram.saidTo(each).length
    await widget(each)
    await settled(access, each)
    expect(telegram.saidTo(each)).toHaveLength(before + 1)
  }
})

test('what waited for more than an hour is dropped', async () => {
  const { access } = await launch(id)
  await choose(access, { ...OFF, sign_in: true })
  telegram.misbehave('sendMessage', refuses(429, 'Too Many Requests: retry after 1', { retry_after: 1 }))
  const before = telegram.of('sendMessage').length
  await widget(id)
  await until(() => telegram.of('sendMessage').length > before)
  ahead += 61 * 60_000
  home().later(61 * 60_000)
  const tries = telegram.saidTo(id).length
  telegram.misbehave('sendMessage', undefined)
  await widget(id)
  await until(() => telegram.saidTo(id).length > tries)
  const [first] = telegram.saidTo(id)
  // They name the minute.
  expect(telegram.saidTo(id).slice(tries)).not.toContainEqual(first)
})

test('what was heard is not asked for again', async () => {
  const update = telegram.say(id, '/help')
  telegram.tell(update)
  await until(() => telegram.of('getUpdates').at(-1)?.offset === update.update_id + 1)
})

describe('an invitation', () => {
  const invite = async (access: string) => (await home().ask<InviteView>('GET', api.invite.path, { access })).body
  const message = async (access: string) =>
    (await home().ask<InviteMessageView>('POST', api.inviteMessage.path, { body: {}, access })).body.message_id

  test('opens the mini-app with the code of whoever invites, and Telegram keeps a message with it', async () => {
    const { access, referral_code } = await launch(id)
    const telegram_link = `https://t.me/tern_bot?startapp=r_${referral_code}`
    expect(await invite(access)).toEqual({ referral_code, telegram_link })
    expect(await message(access)).toBe('prepared')
    const kept = telegram.of('savePreparedInlineMessage').at(-1)
    expect([kept?.user_id, kept?.result?.reply_markup?.inline_keyboard[0]?.[0]?.url]).toEqual([id, telegram_link])
  })

  test('has no message for who is not linked, nor while Telegram keeps none', async () => {
    const { access } = await home().signUp()
    expect(await message(access)).toBe(null)
    telegram.misbehave('savePreparedInlineMessage', refuses(400, 'Bad Request: USER_NOT_FOUND'))
    expect(await message((await launch(id)).access)).toBe(null)
    telegram.misbehave('savePreparedInlineMessage', undefined)
  })

  test('leads to the website where there is no bot', async () => {
    const { access } = await without().signUp()
    const { body } = await without().ask<InviteView>('GET', api.invite.path, { access })
    expect(body).toEqual({ referral_code: expect.stringMatching(/^[1-9]\d{8}$/), telegram_link: null })
  })
})
