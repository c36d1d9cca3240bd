/** The bot while the Bot API or the database fails: it does not stop, and the token is not logged. */

import { randomInt } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { UserId } from '../../../src/contract/ids.ts'
import { type Notifications, openNotifications } from '../../../src/server/notifications/notifications.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { readConfig } from '../../../src/server/runtime/config.ts'
import { openForgedRows } from '../../../src/server/runtime/forged-rows.ts'
import { openLog } from '../../../src/server/runtime/log.ts'
import { type Bot as OpenedBot, openBot } from '../../../src/server/telegram-bot/bot.ts'
import { readRecord } from '../../../src/server/users/account-record.ts'
import { eventually } from '../../fixtures/eventually.ts'
import {
  closeConnection,
  errorReply,
  type FakeTelegram,
  noReply,
  rawReply,
  startFakeTelegram,
} from '../../fixtures/fake-telegram.ts'
import { testRows } from '../../fixtures/own-notifications.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { insertUnrecorded } from '../../fixtures/stored-accounts.ts'
import { testClock } from '../../fixtures/test-clock.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'

const CANARY = 'CANARY-35chars_thatNobodyMayEverRead'
const TOKEN = `1234567:${CANARY}`
/** A port below the ephemeral range that `fetch` does not block. */
const UNREACHABLE = 'http://127.0.0.1:2'

let databases: TestDatabases
let database: Database
beforeAll(async () => {
  databases = await startTestDatabases()
  database = await databases.newDatabase()
})
afterAll(() => databases?.stop())

type Line = { readonly level: number; readonly msg: string; readonly reason?: string }
const WARN = 40
const lines: Line[] = []
const log = openLog('trace', { write: (line) => void lines.push(JSON.parse(line)) })
const linesWith = (msg: string): readonly Line[] => lines.filter((line) => line.msg.startsWith(msg))
const WARNING = 'the Bot API'
const BOT = /^(the bot|the Bot API|notices|a notice|a chat)/

let telegram: FakeTelegram
type Bot = OpenedBot & Pick<Notifications, 'settings' | 'onSignedIn'>
const opened: Bot[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((bot) => bot.stop()))
  await telegram?.stop()
  // The token is in no log line.
  expect(JSON.stringify(lines)).not.toContain(CANARY)
  expect(lines.filter(({ level }) => level > WARN)).toEqual([])
  lines.length = 0
})

/** How long a call of the bot waits if there is never a response. */
const SHORT = { timeoutMillis: 300 }

let failingReads = 0
/** As stored: these accounts are not recorded. */
async function chatOf(user: UserId): Promise<number | null> {
  if (failingReads-- > 0) throw new Error('planted: the database does not answer')
  return (await readRecord(database.pool, 'id', user))?.user.telegram_id ?? null
}

async function openAt(
  address: string,
  more: Readonly<Record<string, string>> = {},
  { on = database, timeoutMillis }: { readonly on?: Database; readonly timeoutMillis?: number } = {},
): Promise<Bot> {
  const config = readConfig({ BOT_API_URL: address, PUBLIC_URL: 'https://tern.example', ...more })
  const clock = testClock(() => Date.now())
  const notifications = await openNotifications({ database: on, clock, log, rows: testRows })
  const bot = await openBot({
    token: TOKEN,
    config,
    database: on,
    sequencer: { readUncommitted: () => undefined },
    notifications,
    rows: testRows,
    referralKey: Buffer.alloc(32),
    forged: openForgedRows(quiet),
    clock,
    log,
    ...(timeoutMillis !== undefined && { timeoutMillis }),
    firstWaitMillis: 10,
  })
  const { settings, onSignedIn } = notifications
  const stop = async () => {
    await bot.stop()
    await notifications.stop()
  }
  const both = {
    ...bot,
    settings,
    onSignedIn,
    stop,
    start: () => bot.start({ chatOf, securityText: async () => '' }),
    get health() {
      return bot.health
    },
  }
  opened.push(both)
  return both
}

const isListening = () => eventually(() => linesWith('the bot receives updates').length > 0)

/** A new Telegram user with all notifications on. */
async function member(bot: Bot): Promise<{ readonly user: UserId; readonly chat: number }> {
  const chat = randomInt(1, 2 ** 40)
  const { id: user } = await insertUnrecorded(database.pool, { telegram_id: chat })
  await bot.settings.set(user, { order_filled: true, sign_in: true })
  return { user, chat }
}

const troubles = [
  ['an invalid token', errorReply(401, 'Unauthorized'), '401: Unauthorized'],
  ['another poller', errorReply(409, 'Conflict: terminated by other getUpdates request'), '409: Conflict: term'],
  ['a rate limit', errorReply(429, 'Too Many Requests: retry after 1', { retry_after: 0.05 }), '429: Too Many'],
  ['a server error', errorReply(500, 'Internal Server Error'), '500: Internal'],
  [
    'an error that repeats the address',
    errorReply(404, `no /bot${TOKEN}/getMe here`),
    '404: no /bot1234567:-/getMe here',
  ],
  ['an HTML page', rawReply(`<html>/bot${TOKEN}/ 502</html>`, 502), 'the reply is not JSON'],
  ['an empty body', rawReply(''), 'the reply is not JSON'],
  ['null', rawReply('null'), 'the reply is malformed'],
  ['an empty object', rawReply('{}'), 'the reply is malformed'],
  ['an unexpected result', rawReply('{"ok":true,"result":7}'), 'the reply is malformed'],
  ['a broken connection', closeConnection, 'the connection broke'],
] as const

test.each(troubles)(
  'The bot logs one warning for %s at the start and one while polling, and recovers',
  async (_, fault, why) => {
    telegram = await startFakeTelegram(TOKEN)
    telegram.setFault('*', fault)
    const bot = await openAt(telegram.address)
    bot.start()
    await eventually(() => telegram.calls.length > 3)
    expect(bot.health.bot).toEqual({ state: 'failing', reason: expect.stringContaining(why) })
    expect(linesWith(WARNING)).toEqual([
      expect.objectContaining({
        level: WARN,
        msg: `${WARNING} failed: retrying`,
        reason: expect.stringContaining(why),
      }),
    ])
    telegram.setFault('getUpdates', fault)
    telegram.setFault('*', undefined)
    await isListening()
    const pollCount = () => telegram.callsOf('getUpdates').length
    await eventually(() => pollCount() > 3)
    telegram.setFault('getUpdates', undefined)
    telegram.queueUpdates(telegram.textUpdate(5, '/help'))
    await eventually(() => telegram.messagesTo(5).length > 0)
    await eventually(() => linesWith(`${WARNING} works again`).length === 2)
    expect(linesWith(`${WARNING} failed: retrying`)).toHaveLength(2)
    expect(telegram.messagesTo(5)).toHaveLength(1)
    expect(bot.health).toEqual({ bot: { state: 'ok' }, login: { state: 'ok' } })
  },
)

test('The bot retries an unreachable or unresponsive Bot API until it responds', async () => {
  telegram = await startFakeTelegram(TOKEN)
  telegram.setFault('getMe', noReply)
  ;(await openAt(telegram.address, {}, SHORT)).start()
  await eventually(() => telegram.callsOf('getMe').length > 2)
  expect(linesWith(WARNING).map(({ reason }) => reason)).toEqual(['no reply in time'])
  telegram.setFault('getMe', undefined)
  await isListening()
  lines.length = 0
  ;(await openAt(UNREACHABLE)).start()
  await eventually(() => linesWith(WARNING).length > 0)
  expect(linesWith(WARNING).map(({ reason }) => reason)).toEqual(['unreachable (ECONNREFUSED)'])
})

test('The bot does not follow redirects, because the address contains the token', async () => {
  telegram = await startFakeTelegram(TOKEN)
  const redirectTarget = await startFakeTelegram(TOKEN)
  telegram.setFault('*', (response) =>
    response.writeHead(307, { location: `${redirectTarget.address}/bot${TOKEN}/getMe` }).end(),
  )
  ;(await openAt(telegram.address)).start()
  await eventually(() => telegram.calls.length > 2)
  expect(redirectTarget.calls).toEqual([])
  await redirectTarget.stop()
})

test('The bot waits as long as retry_after says', async () => {
  telegram = await startFakeTelegram(TOKEN)
  const other = await startFakeTelegram(TOKEN)
  telegram.setFault('getMe', errorReply(429, 'Too Many Requests: retry after 3600', { retry_after: 3_600 }))
  other.setFault('getMe', errorReply(500, 'Internal Server Error'))
  ;(await openAt(telegram.address)).start()
  ;(await openAt(other.address)).start()
  await eventually(() => other.callsOf('getMe').length === 5)
  expect(telegram.callsOf('getMe')).toHaveLength(1)
  await other.stop()
})

test('The bot logs a refused menu button and retries it', async () => {
  telegram = await startFakeTelegram(TOKEN)
  telegram.setFault('setChatMenuButton', errorReply(400, 'Bad Request: menu button web app URL is invalid'))
  ;(await openAt(telegram.address)).start()
  await eventually(() => linesWith(WARNING).length > 0)
  expect(linesWith(WARNING)[0]?.reason).toContain('menu button web app URL is invalid')
  telegram.setFault('setChatMenuButton', undefined)
  await isListening()
})

test('The bot without PUBLIC_URL logs it once and shows no mini-app buttons', async () => {
  telegram = await startFakeTelegram(TOKEN)
  ;(await openAt(telegram.address, { PUBLIC_URL: '' })).start()
  await isListening()
  expect(linesWith('PUBLIC_URL is not an https URL')).toHaveLength(1)
  expect(telegram.callsOf('setChatMenuButton')).toEqual([])
  telegram.queueUpdates(telegram.textUpdate(6, '/start'), telegram.textUpdate(6, '/notifications'))
  await eventually(() => telegram.messagesTo(6).length === 2)
  expect(telegram.messagesTo(6).map(({ reply_markup }) => reply_markup)).toEqual([undefined, undefined])
  expect(telegram.messagesTo(6)[0]?.text).toContain("isn't available in Telegram yet")
})

test('The bot uses the paths of the Telegram test environment if configured', async () => {
  telegram = await startFakeTelegram(TOKEN, 'test/')
  ;(await openAt(telegram.address, { BOT_ENVIRONMENT: 'test' })).start()
  await isListening()
  expect(linesWith(WARNING)).toEqual([])
})

test('The bot limits its replies to one chat that sends many messages', async () => {
  telegram = await startFakeTelegram(TOKEN)
  const bot = await openAt(telegram.address)
  bot.start()
  telegram.queueUpdates(
    ...Array.from({ length: 200 }, () => telegram.textUpdate(7, 'hello')),
    telegram.textUpdate(8, 'hello'),
  )
  await eventually(() => telegram.messagesTo(8).length === 1)
  await bot.stop()
  expect(telegram.messagesTo(7).length).toBeLessThan(50)
})

test('The bot drops a reply that cannot be sent and sends the next one', async () => {
  telegram = await startFakeTelegram(TOKEN)
  ;(await openAt(telegram.address, {}, SHORT)).start()
  for (const fault of [
    errorReply(429, 'Too Many Requests', { retry_after: 1 }),
    closeConnection,
    rawReply('x'),
    noReply,
  ]) {
    const before = linesWith('the bot could not reply').length
    telegram.setFault('sendMessage', fault)
    telegram.queueUpdates(telegram.textUpdate(9, '/help'))
    await eventually(() => linesWith('the bot could not reply').length > before)
  }
  telegram.setFault('sendMessage', undefined)
  const before = telegram.messagesTo(9).length
  telegram.queueUpdates(telegram.textUpdate(9, '/help'))
  await eventually(() => telegram.messagesTo(9).length > before)
})

const retriedFaults = [
  ['a rate limit', errorReply(429, 'Too Many Requests', { retry_after: 0.05 })],
  ['a server error', errorReply(502, 'Bad SocketServer')],
  ['an invalid token', errorReply(401, 'Unauthorized')],
] as const

test.each(retriedFaults)('The bot sends a notification that failed with %s later, once', async (_, fault) => {
  telegram = await startFakeTelegram(TOKEN)
  const bot = await openAt(telegram.address)
  bot.start()
  const { user, chat } = await member(bot)
  telegram.setFault('sendMessage', fault)
  bot.onSignedIn(user, 'email')
  await eventually(() => telegram.messagesTo(chat).length > 1)
  expect(linesWith('sending notifications failed: retrying')).toHaveLength(1)
  telegram.setFault('sendMessage', undefined)
  await eventually(() => linesWith('sending notifications works again').length > 0)
  const tries = telegram.messagesTo(chat).length
  const next = await member(bot)
  bot.onSignedIn(next.user, 'email')
  await eventually(() => telegram.messagesTo(next.chat).length === 1)
  expect(telegram.messagesTo(chat)).toHaveLength(tries)
})

test.each([
  ['a broken connection', closeConnection],
  ['an invalid response', rawReply('x')],
  ['no response', noReply],
  ['a refused message', errorReply(400, 'Bad Request: message is too long')],
] as const)('The bot does not resend a notification after %s', async (_, fault) => {
  telegram = await startFakeTelegram(TOKEN)
  const bot = await openAt(telegram.address, {}, SHORT)
  bot.start()
  const { user, chat } = await member(bot)
  telegram.setFault('sendMessage', fault)
  bot.onSignedIn(user, 'email')
  await eventually(() => linesWith('dropped a notification').length > 0)
  telegram.setFault('sendMessage', undefined)
  const next = await member(bot)
  bot.onSignedIn(next.user, 'email')
  await eventually(() => telegram.messagesTo(next.chat).length === 1)
  expect(telegram.messagesTo(chat)).toHaveLength(1)
})

test('A notification whose account cannot be read is sent when it can be, and those after it too', async () => {
  telegram = await startFakeTelegram(TOKEN)
  const bot = await openAt(telegram.address)
  const [ann, bob] = [await member(bot), await member(bot)]
  failingReads = 2
  bot.start()
  bot.onSignedIn(ann.user, 'email')
  bot.onSignedIn(bob.user, 'email')
  for (const { chat } of [ann, bob]) await eventually(() => telegram.messagesTo(chat).length === 1)
})

test('A restarted bot sends queued notifications once and skips those claimed before the restart', async () => {
  telegram = await startFakeTelegram(TOKEN)
  const before = await openAt(UNREACHABLE)
  before.start()
  const { user, chat } = await member(before)
  before.onSignedIn(user, 'email')
  before.onSignedIn(user, 'telegram')
  await eventually(() => linesWith('sending notifications failed').length > 0)
  await before.stop()
  await database.pool.query('update notifications set claimed_at = null where user_id = $1', [user])
  const byPassword = "params ->> 'method' = 'email'"
  await database.pool.query(`update notifications set claimed_at = at where ${byPassword} and user_id = $1`, [user])
  const after = await openAt(telegram.address)
  after.start()
  await eventually(() => telegram.messagesTo(chat).length > 0)
  expect(telegram.messagesTo(chat).map(({ text }) => text)).toEqual([expect.stringContaining('Telegram account')])
})

test('The bot sends the notifications of one chat in order without delaying other chats', async () => {
  telegram = await startFakeTelegram(TOKEN)
  const bot = await openAt(telegram.address)
  const [ann, bob] = [await member(bot), await member(bot)]
  for (let count = 0; count < 3; count++) bot.onSignedIn(ann.user, 'email')
  bot.onSignedIn(bob.user, 'email')
  bot.start()
  await eventually(() => telegram.messagesTo(ann.chat).length === 3)
  const chats = telegram.callsOf('sendMessage').map(({ chat_id }) => chat_id)
  expect(chats).toEqual([ann.chat, bob.chat, ann.chat, ann.chat])
})

test('The bot handles updates after a database timeout and skips an update that fails with an internal error', async () => {
  telegram = await startFakeTelegram(TOKEN)
  const url = await databases.newDatabaseUrl()
  const own = await openDatabase({ dataDir: '', databaseUrl: url, log: quiet })
  await own.pool.query(`alter database ${new URL(url.replace('///', '//x/')).pathname.slice(1)} set lock_timeout = 50`)
  await own.close()
  // One after the other: each waits for the lock of the migrations, no longer than the others here.
  const held = await openDatabase({ dataDir: '', databaseUrl: url, log: quiet })
  const used = await openDatabase({ dataDir: '', databaseUrl: url, log: quiet })
  const bot = await openAt(telegram.address, {}, { on: used })
  bot.start()
  const webhookBot = await openAt(
    telegram.address,
    { BOT_WEBHOOK_URL: 'https://tern.example/telegram/updates' },
    { on: used },
  )
  webhookBot.start()
  const secret = (await eventually(() => telegram.callsOf('setWebhook')[0])).secret_token
  const lock = await held.connect()
  await lock.query('begin; lock table bot_referrals in access exclusive mode')
  const update = telegram.textUpdate(13, '/start r_123456789')
  // Telegram has to deliver this update again.
  await expect(webhookBot.receive?.(secret, update)).rejects.toThrow('lock timeout')
  telegram.queueUpdates(telegram.textUpdate(10, '/start r_123456789'), telegram.textUpdate(10, '/help'))
  await eventually(() => linesWith(WARNING).some(({ reason }) => reason === 'the database does not answer'))
  expect(telegram.messagesTo(10)).toEqual([])
  await lock.query('commit')
  await eventually(() => telegram.messagesTo(10).length === 2)
  expect(await webhookBot.receive?.(secret, update)).toBe('handled')
  await eventually(() => telegram.messagesTo(13).length === 1)
  await lock.query('drop table bot_referrals')
  telegram.queueUpdates(telegram.textUpdate(11, '/start r_123456789'), telegram.textUpdate(11, '/help'))
  await eventually(() => telegram.messagesTo(11).length === 1)
  expect(linesWith('an update could not be handled')).toHaveLength(1)
  lines.splice(
    lines.findIndex(({ msg }) => msg.startsWith('an update could not be handled')),
    1,
  )
  await Promise.all([bot.stop(), webhookBot.stop()])
  await lock.end()
  await Promise.all([held, used].map((each) => each.close()))
})

test('The bot stops while getUpdates is pending and sendMessage gets no response', async () => {
  telegram = await startFakeTelegram(TOKEN)
  const bot = await openAt(telegram.address)
  bot.start()
  await eventually(() => telegram.callsOf('getUpdates').length > 0)
  const { user, chat } = await member(bot)
  telegram.setFault('sendMessage', noReply)
  telegram.queueUpdates(telegram.textUpdate(12, '/help'))
  bot.onSignedIn(user, 'email')
  await eventually(() => telegram.messagesTo(12).length + telegram.messagesTo(chat).length === 2)
  await bot.stop()
  const { length } = telegram.calls
  expect(lines.filter(({ msg }) => BOT.test(msg)).length).toBeGreaterThan(0)
  bot.onSignedIn(user, 'email')
  expect(telegram.calls).toHaveLength(length)
})
