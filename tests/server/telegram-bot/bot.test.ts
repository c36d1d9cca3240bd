/** The bot of the whole server with a fake Bot API. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type {
  ProfileView,
  RecoveryCodesView,
  StartAppView,
  TwoFactorSetup,
} from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import type { RewardParameters } from '../../../src/contract/earn/parameters.ts'
import { XP } from '../../../src/contract/earn/xp.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import type { NotificationsView } from '../../../src/contract/notifications/views.ts'
import type { OrderView } from '../../../src/contract/orders/views.ts'
import type { InviteMessageView, InviteView } from '../../../src/contract/referrals/views.ts'
import { accountOf, type Command } from '../../../src/engine/exchange.ts'
import { openNotifications } from '../../../src/server/notifications/notifications.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { openLog } from '../../../src/server/runtime/log.ts'
import type { Listener } from '../../../src/server/sequencer/deliveries.ts'
import { BY_TEST } from '../../fixtures/by-test.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { ALL_OFF, buttonsOf, errorReply, startFakeTelegram } from '../../fixtures/fake-telegram.ts'
import { testRows } from '../../fixtures/own-notifications.ts'
import { codeAt } from '../../fixtures/secured-account.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { BOT_TOKEN, initData, telegramUser, widgetData } from '../../fixtures/telegram-signer.ts'
import { testClock } from '../../fixtures/test-clock.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const PUBLIC_URL = 'https://tern.example'
const telegram = await startFakeTelegram(BOT_TOKEN)
const server = setUpTestServer({ BOT_TOKEN, BOT_API_URL: `${telegram.address}/`, PUBLIC_URL: `${PUBLIC_URL}/` })
const serverWithoutBot = setUpTestServer()
afterAll(() => telegram.stop())

const PARAMETERS: RewardParameters = {
  miningRatePerHour: 39_600_000,
  miningMillis: 1,
  dailyWheel: [1, 2, 3, 4, 5, 6, 7],
  friendBonus: 500,
  dailyCap: 1_000_000,
  userDailyCap: 10_000,
  tiers: [{ minActiveFriends: 0, share: 200_000 }],
  levels: [0, 1_000],
}
const IN_APP = {
  ...ALL_OFF,
  order_filled: true,
  sign_in: true,
  deposit_received: true,
  withdrawal_sent: true,
  identity_checked: true,
  mining_finished: true,
  streak_at_risk: true,
  friend_joined: true,
}
const DEFAULTS = { ...ALL_OFF, in_app: IN_APP, quiet_hours: null }

const DOGE = 7
let ahead = 0
let nextId = 5_000
let id = 0
const widgetSeconds = new Set<number>()
beforeEach(() => {
  id = ++nextId
})
let friend: ProfileView
let other: ProfileView
beforeAll(async () => {
  friend = await profile((await server().signUp()).access)
  other = await profile((await server().signUp()).access)
})

const now = () => Date.now() + ahead
const profile = async (access: string) =>
  (await server().request<ProfileView>('GET', api.profile.path, { access })).body
const referrerOf = (uuid: string) =>
  server().exchange.sequencer.read((state) => accountOf(state, uuid as UserId)?.referrer)

type Launched = StartAppView & Tokens
async function launch(telegramId: number, more: Readonly<Record<string, string>> = {}, kept?: string) {
  const body = { init_data: initData(telegramUser(telegramId), now(), more), referrer_uid: kept }
  return (await server().request<Launched>('POST', api.startApp.path, { body })).body
}
/** Widget data is accepted once, so each call uses another second. */
async function widget(telegramId: number): Promise<Tokens> {
  let second = Math.floor(now() / 1_000)
  while (widgetSeconds.has(second)) second -= 1
  widgetSeconds.add(second)
  const body = { raw_callback_data: widgetData(telegramId, second * 1_000) }
  return (await server().request<Tokens>('POST', api.telegramWidget.path, { body })).body
}

/** The single reply of the bot to this text. */
async function answerTo(text: string, to = id) {
  const before = telegram.messagesTo(to).length
  telegram.queueUpdates(telegram.textUpdate(to, text))
  await eventually(() => telegram.messagesTo(to).length > before)
  const replies = telegram.messagesTo(to).slice(before)
  expect(replies).toHaveLength(1)
  return { text: replies[0]?.text, buttons: buttonsOf(replies[0] ?? {}) }
}

/** Resolves when the bot has answered that this switch was pressed. */
async function press(data: string): Promise<void> {
  const update = telegram.buttonUpdate(id, data)
  telegram.queueUpdates(update)
  const answers = () => telegram.callsOf('answerCallbackQuery')
  await eventually(() => answers().some((answer) => answer.callback_query_id === String(update.update_id)))
}

/** Resolves when everything queued for this chat before has been sent. */
async function queueDrained(access: string, to = id): Promise<void> {
  const before = signIns(to)
  const { order_filled } = await notifications(access)
  await setNotifications(access, { order_filled, sign_in: true })
  await widget(to)
  await eventually(() => signIns(to) > before)
}
const signIns = (to: number) => telegram.messagesTo(to).filter(({ text }) => text?.startsWith('New sign-in')).length

const setNotifications = async (access: string, body: object) =>
  (await server().request<NotificationsView>('POST', api.setNotifications.path, { body, access })).body
const notifications = async (access: string) =>
  (await server().request<NotificationsView>('GET', api.notifications.path, { access })).body

async function buy(access: string, terms: object = {}) {
  const body = { client_order_id: randomUUID(), pair_id: DOGE, side: 'buy', type: 'limit', price: '0.1', ...terms }
  const { status, body: order } = await server().request<OrderView>('POST', api.placeOrder.path, { body, access })
  expect(status).toBe(200)
  return order
}

test('The bot registers its commands and a menu button that opens the mini-app at the start', async () => {
  await eventually(() => telegram.callsOf('getUpdates').length > 0)
  const [commands] = telegram.callsOf('setMyCommands')
  expect(commands?.commands?.map(({ command }) => command)).toEqual(['start', 'notifications', 'help'])
  expect(telegram.callsOf('setChatMenuButton')).toEqual([
    { menu_button: { type: 'web_app', text: 'Open Tern', web_app: { url: `${PUBLIC_URL}/tma` } } },
  ])
  expect(telegram.callsOf('deleteWebhook')).toHaveLength(1)
  expect(telegram.callsOf('getUpdates')[0]?.allowed_updates).toEqual(['message', 'callback_query'])
})

test('The bot answers /start with a mini-app button and unknown text with a short help', async () => {
  const open = { text: 'Open Tern', web_app: { url: `${PUBLIC_URL}/tma` } }
  expect(await answerTo('/start')).toEqual({
    text: 'Welcome to Tern. Trade crypto right in Telegram. You start with 10,000 play USDT.',
    buttons: [open],
  })
  expect(await answerTo('/start x_123')).toEqual({
    text: 'Welcome to Tern. Trade crypto right in Telegram. You start with 10,000 play USDT.',
    buttons: [open],
  })
  expect(await answerTo('/help')).toEqual({ text: expect.stringContaining('/notifications'), buttons: [open] })
  for (const text of ['hello', '/stop', '/start@other_bot', '😀'.repeat(2_000)])
    expect(await answerTo(text)).toEqual({ text: 'Try /start, /notifications or /help.', buttons: [] })
})

test('The bot answers a pair link with a button for the pair, or says that it is not listed', async () => {
  for (const payload of ['p_BTC', 'p_btc'])
    expect(await answerTo(`/start ${payload}`)).toEqual({
      text: 'BTC/USDT on Tern.',
      buttons: [{ text: 'Open BTC/USDT', web_app: { url: `${PUBLIC_URL}/tma?tgWebAppStartParam=p_BTC` } }],
    })
  expect((await answerTo('/start p_NONE')).text).toBe("NONE isn't listed on Tern.")
})

test('A referral link to the bot sets the referrer of a later sign-up by launch or widget', async () => {
  for (const form of ['r_', 'ref_', '']) {
    const [launching, showing] = [++nextId, ++nextId]
    for (const each of [launching, showing])
      expect((await answerTo(`/start ${form}${friend.referral_code}`, each)).text).toContain("friend's invite is saved")
    expect(await referrerOf((await launch(launching)).uuid)).toBe(friend.uuid)
    expect(await referrerOf((await profile((await widget(showing)).access)).uuid)).toBe(friend.uuid)
  }
})

test('The first valid referral code of the bot ranks after a signed code and before a stored one', async () => {
  const unknownCode = friend.referral_code === '999999999' ? '999999998' : '999999999'
  expect((await answerTo(`/start r_${unknownCode}`)).text).not.toContain('invite is saved')
  expect((await answerTo(`/start r_${friend.referral_code}`)).text).toContain('invite is saved')
  expect((await answerTo(`/start r_${other.referral_code}`)).text).not.toContain('invite is saved')
  expect(await referrerOf((await launch(id, {}, other.referral_code)).uuid)).toBe(friend.uuid)

  const signed = ++nextId
  await answerTo(`/start r_${friend.referral_code}`, signed)
  const { uuid } = await launch(signed, { start_param: `r_${other.referral_code}` })
  expect(await referrerOf(uuid)).toBe(other.uuid)
})

test('A referral code that another program stored for a Telegram user has no effect, and a code of the bot replaces it', async () => {
  const database = await openDatabase({ dataDir: '', databaseUrl: server().databaseUrl, log: quiet })
  const insert = 'insert into bot_referrals (telegram_id, referral_code, mac) values ($1, $2, $3)'
  const [alone, invited] = [++nextId, ++nextId]
  for (const each of [alone, invited])
    await database.pool.query(insert, [each, Number(other.referral_code), Buffer.alloc(32)])
  await database.close()
  expect(await referrerOf((await launch(alone)).uuid)).toBeNull()
  expect((await answerTo(`/start r_${friend.referral_code}`, invited)).text).toContain('invite is saved')
  expect(await referrerOf((await launch(invited)).uuid)).toBe(friend.uuid)
})

test('The bot does not store a referrer for an existing user', async () => {
  const { uuid } = await launch(id)
  expect((await answerTo(`/start r_${friend.referral_code}`)).text).not.toContain('invite is saved')
  expect(await referrerOf(uuid)).toBeNull()
})

test('The bot answers /notifications with switches, or without an account with how to create one', async () => {
  expect(await answerTo('/notifications')).toEqual({
    text: expect.stringContaining('Open Tern once to create your account'),
    buttons: [{ text: 'Open Tern', web_app: { url: `${PUBLIC_URL}/tma` } }],
  })
  await press('sign_in:on')
  const { access } = await launch(id)
  const off = [
    { text: 'Order filled: off', callback_data: 'order_filled:on' },
    { text: 'New sign-in: off', callback_data: 'sign_in:on' },
    { text: 'Deposit received: off', callback_data: 'deposit_received:on' },
    { text: 'Withdrawal sent: off', callback_data: 'withdrawal_sent:on' },
    { text: 'Identity checked: off', callback_data: 'identity_checked:on' },
    { text: 'Mining finished: off', callback_data: 'mining_finished:on' },
    { text: 'Streak at risk: off', callback_data: 'streak_at_risk:on' },
    { text: 'Friend joined: off', callback_data: 'friend_joined:on' },
    { text: 'New task: off', callback_data: 'new_task:on' },
  ]
  expect((await answerTo('/notifications')).buttons).toEqual(off)
  expect(await notifications(access)).toEqual({ available: true, linked: true, ...DEFAULTS })
})

test('A pressed notification switch is set idempotently and shows its state', async () => {
  const { access } = await launch(id)
  const edits = () => telegram.callsOf('editMessageReplyMarkup').filter(({ chat_id }) => chat_id === id)
  for (const data of ['order_filled:on', 'order_filled:on', 'sign_in:on', 'order_filled:off']) {
    const before = edits().length
    await press(data)
    await eventually(() => edits().length > before)
  }
  expect(buttonsOf(edits().at(-1) ?? {}).map(({ callback_data }) => callback_data)).toEqual([
    'order_filled:on',
    'sign_in:off',
    'deposit_received:on',
    'withdrawal_sent:on',
    'identity_checked:on',
    'mining_finished:on',
    'streak_at_risk:on',
    'friend_joined:on',
    'new_task:on',
  ])
  expect(await notifications(access)).toEqual({ available: true, linked: true, ...DEFAULTS, sign_in: true })
  await press('order_filled:maybe')
  expect(edits()).toHaveLength(4)
})

test('The app settings change the same switches; without Telegram or a bot they stay off', async () => {
  const { access } = await launch(id)
  const on = { order_filled: true, sign_in: true }
  expect(await setNotifications(access, on)).toEqual({ available: true, linked: true, ...DEFAULTS, ...on })
  expect(await notifications(access)).toEqual({ available: true, linked: true, ...DEFAULTS, ...on })
  const emailUser = (await server().signUp()).access
  expect(await setNotifications(emailUser, on)).toEqual({ available: true, linked: false, ...DEFAULTS })
  expect(await notifications(emailUser)).toEqual({ available: true, linked: false, ...DEFAULTS })
  const { access: otherUser } = await serverWithoutBot().signUp()
  const reply = await serverWithoutBot().request('POST', api.setNotifications.path, { body: on, access: otherUser })
  expect(reply).toMatchObject({ status: 200, body: { available: false, linked: false, ...DEFAULTS } })
})

test('The bot reports a fully filled limit order once, and no partial fills, market orders or cancels', async () => {
  const { access } = await launch(id)
  await setNotifications(access, { ...ALL_OFF, order_filled: true })
  await server().placeSellOrder(DOGE, '0.1', '300')
  await buy(access, { volume: '100' })
  await buy(access, { volume: '300' })
  await buy(access, { volume: '100', price: '0.09', time_in_force: 'IOC' })
  await server().placeSellOrder(DOGE, '0.1', '200')
  await eventually(() => telegram.messagesTo(id).length === 2)
  await server().placeSellOrder(DOGE, '0.11', '100')
  await buy(access, { type: 'market', volume: '100', price: undefined })
  await queueDrained(access)
  expect(telegram.messagesTo(id).map(({ text }) => text)).toEqual([
    'Order filled. Bought 99.9 DOGE at 0.1 USDT. Total 10 USDT.',
    'Order filled. Bought 299.7 DOGE at 0.1 USDT. Total 30 USDT.',
    expect.stringContaining('New sign-in'),
  ])
})

test('The bot queues a replayed fill once, and not at all if it is older than an hour', async () => {
  const batches: Parameters<Listener['onCommitted']>[] = []
  server().exchange.sequencer.listen({ onCommitted: (...batch) => void batches.push(batch) })
  const { access, uuid } = await launch(id)
  await setNotifications(access, { ...ALL_OFF, order_filled: true })
  await server().placeSellOrder(DOGE, '0.1', '100')
  await buy(access, { volume: '100' })
  await eventually(() => telegram.messagesTo(id).length === 1)

  const database = await openDatabase({ dataDir: '', databaseUrl: server().databaseUrl, log: quiet })
  const queued = async () =>
    (await database.pool.query('select from notifications where user_id = $1', [uuid])).rows.length
  const warnings: string[] = []
  const log = openLog('warn', { write: (line) => void warnings.push(line) })
  async function replayTo(later: number): Promise<number> {
    const notifications = await openNotifications({
      database,
      clock: testClock(() => now() + later),
      log,
      rows: testRows,
    })
    for (const batch of batches) notifications.onCommitted(...batch)
    await notifications.stop()
    return queued()
  }
  expect(await replayTo(0)).toBe(1)
  await database.pool.query('delete from notifications where user_id = $1', [uuid])
  expect(await replayTo(61 * 60_000)).toBe(0)
  expect(await replayTo(59 * 60_000)).toBe(1)
  expect(warnings).toEqual([])
  await database.close()
})

const QUESTION = 'Do you want messages like this one?'
const questions = () => telegram.messagesTo(id).filter(({ text }) => text?.includes(QUESTION))

test('The bot asks once, with the first filled order, whether it may send messages, and Yes turns them on', async () => {
  const { access } = await launch(id)
  await server().placeSellOrder(DOGE, '0.1', '400')
  // Telegram refuses the first attempt: the user has not been asked.
  telegram.setFault('sendMessage', errorReply(429, 'Too Many Requests: retry after 1', { retry_after: 1 }))
  const before = telegram.callsOf('sendMessage').length
  await buy(access, { volume: '100' })
  await eventually(() => telegram.callsOf('sendMessage').length > before)
  telegram.setFault('sendMessage', undefined)
  await eventually(() => telegram.messagesTo(id).length > 1)
  const [asked] = questions().slice(-1)
  expect(asked?.text).toMatch(/^Order filled\. Bought 99\.9 DOGE/)
  expect(buttonsOf(asked ?? {}).map(({ callback_data }) => callback_data)).toEqual(['ask:on', 'ask:off'])
  const sent = telegram.messagesTo(id).length
  await buy(access, { volume: '100' })
  await press('ask:on')
  const on = {
    order_filled: true,
    sign_in: true,
    deposit_received: true,
    withdrawal_sent: true,
    mining_finished: true,
  }
  expect(await notifications(access)).toMatchObject({ ...ALL_OFF, ...on })
  await buy(access, { volume: '100' })
  await eventually(() => telegram.messagesTo(id).length > sent)
  expect(telegram.messagesTo(id).at(-1)?.text).not.toContain(QUESTION)
})

test('The bot asks no user who answered No, or who has chosen in the settings', async () => {
  const { access } = await launch(id)
  await server().placeSellOrder(DOGE, '0.1', '400')
  await buy(access, { volume: '100' })
  await eventually(() => questions().length === 1)
  await press('ask:off')
  expect(await notifications(access)).toMatchObject(ALL_OFF)
  await buy(access, { volume: '100' })
  await queueDrained(access)
  expect(questions()).toHaveLength(1)

  id = ++nextId
  const other = await launch(id)
  await setNotifications(other.access, { new_task: false })
  await buy(other.access, { volume: '100' })
  await queueDrained(other.access)
  expect(questions()).toEqual([])
})

test('The bot sends no notification that is off or was turned off while queued', async () => {
  const { access } = await launch(id)
  await setNotifications(access, ALL_OFF)
  await server().placeSellOrder(DOGE, '0.1', '400')
  await buy(access, { volume: '100' })
  await setNotifications(access, { ...ALL_OFF, order_filled: true })
  telegram.setFault('sendMessage', errorReply(429, 'Too Many Requests: retry after 1', { retry_after: 1 }))
  const before = telegram.callsOf('sendMessage').length
  await buy(access, { volume: '100' })
  await eventually(() => telegram.callsOf('sendMessage').length > before)
  await buy(access, { volume: '100' })
  await setNotifications(access, ALL_OFF)
  const attempts = telegram.messagesTo(id).length
  telegram.setFault('sendMessage', undefined)
  await queueDrained(access)
  expect(telegram.messagesTo(id)).toHaveLength(attempts + 1)
})

test('The bot reports a sign-in on the website but not a launch in Telegram', async () => {
  const { access } = await launch(id)
  await setNotifications(access, { order_filled: true, sign_in: true })
  await launch(id)
  await widget(id)
  await server().placeSellOrder(DOGE, '0.1', '100')
  await buy(access, { volume: '100' })
  await eventually(() => telegram.messagesTo(id).some(({ text }) => text?.startsWith('Order filled')))
  expect(telegram.messagesTo(id).map(({ text }) => text)).toEqual([
    expect.stringMatching(
      /^New sign-in to Tern on the website with your Telegram account, \d{4}-\d\d-\d\d \d\d:\d\d UTC\./,
    ),
    expect.stringContaining('Order filled'),
  ])
})

test('The bot does not report a launch that was completed with a 2FA code', async () => {
  const { access } = await launch(id)
  const post = async <T>(path: string, body: object) => (await server().request<T>('POST', path, { body, access })).body
  const { secret } = await post<TwoFactorSetup>(api.setTwoFactor.path, {})
  const code = codeAt(secret, server().now())
  const { recovery_codes: codes } = await post<RecoveryCodesView>(api.confirmTwoFactor.path, { code, secret })
  await setNotifications(access, { ...ALL_OFF, sign_in: true })
  const tickets = [await launch(id), await widget(id)].map((refused) => (refused as Partial<ErrorBody>).ticket)
  for (const [index, ticket] of tickets.entries()) await post(api.secondFactor.path, { ticket, code: codes[index] })
  await server().placeSellOrder(DOGE, '0.1', '100')
  await setNotifications(access, { order_filled: true, sign_in: true })
  await buy(access, { volume: '100' })
  await eventually(() => telegram.messagesTo(id).some(({ text }) => text?.startsWith('Order filled')))
  expect(signIns(id)).toBe(1)
})

test('The bot turns notifications off for a chat that blocked it or does not exist', async () => {
  for (const fault of [
    errorReply(403, 'Forbidden: bot was blocked by the user'),
    errorReply(400, 'Bad Request: chat not found'),
  ]) {
    const each = ++nextId
    const { access } = await launch(each)
    await setNotifications(access, { order_filled: true, sign_in: true })
    telegram.setFault('sendMessage', fault)
    await widget(each)
    await eventually(async () => !(await notifications(access)).sign_in)
    telegram.setFault('sendMessage', undefined)
    expect(await notifications(access)).toEqual({ available: true, linked: true, ...DEFAULTS })
    const before = telegram.messagesTo(each).length
    await widget(each)
    await queueDrained(access, each)
    expect(telegram.messagesTo(each)).toHaveLength(before + 1)
  }
})

test('The bot sends nothing in quiet hours, then what is less than an hour old, and drops the rest', async () => {
  const { access } = await launch(id)
  const clockAt = (minutes: number) => new Date(now() + minutes * 60_000).toISOString().slice(11, 16)
  const advance = (minutes: number) => {
    ahead += minutes * 60_000
    server().advanceClock(minutes * 60_000)
  }
  const fresh = async () => (await launch(id)).access
  const quietFor = (minutes: number) => ({ from: clockAt(-5), to: clockAt(minutes), time_zone: 'UTC' })
  await setNotifications(access, { sign_in: true, quiet_hours: quietFor(120) })
  await widget(id)
  await setNotifications(access, { quiet_hours: quietFor(30) })
  await widget(id)
  const other = ++nextId
  await queueDrained((await launch(other)).access, other)
  expect(telegram.messagesTo(id)).toEqual([])
  advance(31)
  await setNotifications(await fresh(), { quiet_hours: null })
  await widget(id)
  await eventually(() => signIns(id) === 2)
  advance(91)
  await widget(id)
  await eventually(() => signIns(id) === 3)
  expect(telegram.messagesTo(id)).toHaveLength(3)
})

test('The bot sends a finished mining run and a new friend to users who enabled them', async () => {
  const { sequencer } = server().exchange
  const submit = (command: Command) => sequencer.submit(command, (_state, { answer }) => answer)
  const by = { operator: 'ann', reason: 'a test' }
  await submit({ type: 'list-currency', ...BY_TEST, currency: XP })
  expect(await submit({ type: 'set-reward-parameters', parameters: PARAMETERS, ...by })).toEqual({ type: 'done' })
  expect(await submit({ type: 'fund-rewards', amount: 1_000, ...by })).toEqual({ type: 'done' })
  const { access, uuid } = await launch(id)
  const { referral_code } = await profile(access)
  await setNotifications(access, { mining_finished: true, friend_joined: true })
  await submit({ type: 'start-mining', user: uuid as UserId })
  await eventually(() => telegram.messagesTo(id).length === 1)
  await launch(++nextId, { start_param: `r_${referral_code}` })
  await eventually(() => telegram.messagesTo(id).length === 2)
  expect(telegram.messagesTo(id).map(({ text }) => text)).toEqual([
    'Mining finished. Claim 11 XP and start the next run.',
    'A friend joined. Your friend signed up with your invite.',
  ])
})

test('The bot drops notifications queued for more than an hour', async () => {
  const { access } = await launch(id)
  await setNotifications(access, { ...ALL_OFF, sign_in: true })
  telegram.setFault('sendMessage', errorReply(429, 'Too Many Requests: retry after 1', { retry_after: 1 }))
  const before = telegram.callsOf('sendMessage').length
  await widget(id)
  await eventually(() => telegram.callsOf('sendMessage').length > before)
  ahead += 61 * 60_000
  server().advanceClock(61 * 60_000)
  const attempts = telegram.messagesTo(id).length
  telegram.setFault('sendMessage', undefined)
  await widget(id)
  await eventually(() => telegram.messagesTo(id).length > attempts)
  const [first] = telegram.messagesTo(id)
  // The text contains the minute.
  expect(telegram.messagesTo(id).slice(attempts)).not.toContainEqual(first)
})

test('The bot confirms a handled update with the next offset', async () => {
  const update = telegram.textUpdate(id, '/help')
  telegram.queueUpdates(update)
  await eventually(() => telegram.callsOf('getUpdates').at(-1)?.offset === update.update_id + 1)
})

describe('invitation', () => {
  const invite = async (access: string) => (await server().request<InviteView>('GET', api.invite.path, { access })).body
  const message = async (access: string) =>
    (await server().request<InviteMessageView>('POST', api.inviteMessage.path, { body: {}, access })).body.message_id

  test('An invitation link opens the mini-app with the referral code, and Telegram stores a prepared message', async () => {
    const { access, referral_code } = await launch(id)
    const telegram_link = `https://t.me/tern_bot?startapp=r_${referral_code}`
    expect(await invite(access)).toEqual({ referral_code, telegram_link })
    expect(await message(access)).toBe('prepared')
    const kept = telegram.callsOf('savePreparedInlineMessage').at(-1)
    expect([kept?.user_id, kept?.result?.reply_markup?.inline_keyboard[0]?.[0]?.url]).toEqual([id, telegram_link])
  })

  test('An invitation has no message without Telegram or if Telegram refuses to store it', async () => {
    const { access } = await server().signUp()
    expect(await message(access)).toBe(null)
    telegram.setFault('savePreparedInlineMessage', errorReply(400, 'Bad Request: USER_NOT_FOUND'))
    expect(await message((await launch(id)).access)).toBe(null)
    telegram.setFault('savePreparedInlineMessage', undefined)
  })

  test('An invitation has no Telegram link on a server without a bot', async () => {
    const { access } = await serverWithoutBot().signUp()
    const { body } = await serverWithoutBot().request<InviteView>('GET', api.invite.path, { access })
    expect(body).toEqual({ referral_code: expect.stringMatching(/^[1-9]\d{8}$/), telegram_link: null })
  })
})
