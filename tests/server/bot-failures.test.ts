/** The bot while the Bot API, or the database, is not as it should be. Nothing of it ends it, and no token is told. */

import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { openLog } from '../../src/server/log.ts'
import { type Database, openDatabase } from '../../src/server/postgres/database.ts'
import { openBot } from '../../src/server/telegram/bot.ts'
import { type FakeTelegram, garbage, hangUp, refuses, silence, startTelegram, until } from './fake-telegram.ts'
import { quiet } from './quiet.ts'
import { startWorld, type World } from './world.ts'

const CANARY = 'CANARY-35chars_thatNobodyMayEverRead'
const TOKEN = `1234567:${CANARY}`
/** Below the ports that are handed out, and none that `fetch` shuns. */
const NOTHING_THERE = 'http://127.0.0.1:2'

let world: World
let database: Database
beforeAll(async () => {
  world = await startWorld()
  database = await world.newDatabase()
})
afterAll(() => world?.end())

type Line = { readonly level: number; readonly msg: string; readonly why?: string }
const WARN = 40
const lines: Line[] = []
const log = openLog('trace', { write: (line) => void lines.push(JSON.parse(line)) })
const saying = (msg: string): readonly Line[] => lines.filter((line) => line.msg.startsWith(msg))
const TROUBLE = 'the Bot API does not answer as it should'
const BOT = /^(the bot|the Bot API|notices|a notice|a chat)/

let telegram: FakeTelegram
type Bot = Awaited<ReturnType<typeof openBot>>
const opened: Bot[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((bot) => bot.stop()))
  await telegram?.stop()
  // Whatever happened, it is in no line.
  expect(JSON.stringify(lines)).not.toContain(CANARY)
  expect(lines.filter(({ level }) => level > WARN)).toEqual([])
  lines.length = 0
})

async function openAt(address: string, more: Readonly<Record<string, string>> = {}, on = database): Promise<Bot> {
  const config = readConfig({ BOT_API_URL: address, PUBLIC_URL: 'https://tern.example', ...more })
  const bot = await openBot({
    token: TOKEN,
    config,
    database: on,
    sequencer: { glance: () => undefined },
    clock: { now: () => Date.now() },
    log,
    patienceMillis: 300,
    firstWaitMillis: 10,
  })
  opened.push(bot)
  return bot
}

const listens = () => until(() => saying('the bot listens').length > 0, 'the bot listens')

/** Somebody who came from Telegram, and wants to be told of everything. */
async function member(bot: Bot): Promise<{ readonly user: string; readonly chat: number }> {
  const [user, chat] = [randomUUID(), randomInt(1, 2 ** 40)]
  const code = randomInt(100_000_000, 1_000_000_000)
  await database.kysely
    .insertInto('users')
    .values({ id: user, telegram_id: chat, referral_code: code, created_at: 1 })
    .execute()
  await bot.settings.set(user, { order_filled: true, sign_in: true })
  return { user, chat }
}

const troubles = [
  ['a token that is not good', refuses(401, 'Unauthorized'), '401: Unauthorized'],
  ['somebody else who asks', refuses(409, 'Conflict: terminated by other getUpdates request'), '409: Conflict: term'],
  ['too much', refuses(429, 'Too Many Requests: retry after 1', { retry_after: 0.05 }), '429: Too Many'],
  ['a fault of theirs', refuses(500, 'Internal Server Error'), '500: Internal'],
  ['an address that is repeated', refuses(404, `no /bot${TOKEN}/getMe here`), '404: no /bot1234567:-/getMe here'],
  ['a page', garbage(`<html>/bot${TOKEN}/ 502</html>`, 502), 'the answer is not JSON'],
  ['nothing at all', garbage(''), 'the answer is not JSON'],
  ['null', garbage('null'), 'the answer is not understood'],
  ['an empty object', garbage('{}'), 'the answer is not understood'],
  ['another result', garbage('{"ok":true,"result":7}'), 'the answer is not understood'],
  ['a line that breaks', hangUp, 'the line broke'],
] as const

test.each(troubles)('%s at the start, and later: one warning each, and it goes on', async (_, mischief, why) => {
  telegram = await startTelegram(TOKEN)
  telegram.misbehave('*', mischief)
  ;(await openAt(telegram.address)).start()
  await until(() => telegram.calls.length > 3)
  expect(saying(TROUBLE)).toEqual([
    expect.objectContaining({ level: WARN, msg: `${TROUBLE}: trying again`, why: expect.stringContaining(why) }),
  ])
  telegram.misbehave('getUpdates', mischief)
  telegram.misbehave('*', undefined)
  await listens()
  const asked = () => telegram.of('getUpdates').length
  await until(() => asked() > 3)
  telegram.misbehave('getUpdates', undefined)
  telegram.tell(telegram.say(5, '/help'))
  await until(() => telegram.saidTo(5).length > 0)
  await until(() => saying(`${TROUBLE}: over`).length === 2)
  expect(saying(`${TROUBLE}: trying again`)).toHaveLength(2)
  expect(telegram.saidTo(5)).toHaveLength(1)
})

test('a Bot API that is not there, or says nothing, is tried again until it is', async () => {
  telegram = await startTelegram(TOKEN)
  telegram.misbehave('getMe', silence)
  ;(await openAt(telegram.address)).start()
  await until(() => telegram.of('getMe').length > 2)
  expect(saying(TROUBLE).map(({ why }) => why)).toEqual(['it did not answer in time'])
  telegram.misbehave('getMe', undefined)
  await listens()
  lines.length = 0
  ;(await openAt(NOTHING_THERE)).start()
  await until(() => saying(TROUBLE).length > 0)
  expect(saying(TROUBLE).map(({ why }) => why)).toEqual(['it cannot be reached (ECONNREFUSED)'])
})

test('an answer that leads elsewhere is not followed: the address holds the token', async () => {
  telegram = await startTelegram(TOKEN)
  const elsewhere = await startTelegram(TOKEN)
  telegram.misbehave('*', (response) =>
    response.writeHead(307, { location: `${elsewhere.address}/bot${TOKEN}/getMe` }).end(),
  )
  ;(await openAt(telegram.address)).start()
  await until(() => telegram.calls.length > 2)
  expect(elsewhere.calls).toEqual([])
  await elsewhere.stop()
})

test('how long to wait is heeded: who was told an hour asks once while another asks five times', async () => {
  telegram = await startTelegram(TOKEN)
  const other = await startTelegram(TOKEN)
  telegram.misbehave('getMe', refuses(429, 'Too Many Requests: retry after 3600', { retry_after: 3_600 }))
  other.misbehave('getMe', refuses(500, 'Internal Server Error'))
  ;(await openAt(telegram.address)).start()
  ;(await openAt(other.address)).start()
  await until(() => other.of('getMe').length === 5)
  expect(telegram.of('getMe')).toHaveLength(1)
  await other.stop()
})

test('a menu button that Telegram refuses is said, and asked for again', async () => {
  telegram = await startTelegram(TOKEN)
  telegram.misbehave('setChatMenuButton', refuses(400, 'Bad Request: menu button web app URL is invalid'))
  ;(await openAt(telegram.address)).start()
  await until(() => saying(TROUBLE).length > 0)
  expect(saying(TROUBLE)[0]?.why).toContain('menu button web app URL is invalid')
  telegram.misbehave('setChatMenuButton', undefined)
  await listens()
})

test('without PUBLIC_URL it says so once, and shows no buttons that lead to the mini-app', async () => {
  telegram = await startTelegram(TOKEN)
  ;(await openAt(telegram.address, { PUBLIC_URL: '' })).start()
  await listens()
  expect(saying('PUBLIC_URL is no https address')).toHaveLength(1)
  expect(telegram.of('setChatMenuButton')).toEqual([])
  telegram.tell(telegram.say(6, '/start'), telegram.say(6, '/notifications'))
  await until(() => telegram.saidTo(6).length === 2)
  expect(telegram.saidTo(6).map(({ reply_markup }) => reply_markup)).toEqual([undefined, undefined])
  expect(telegram.saidTo(6)[0]?.text).toContain('cannot be opened from here yet')
})

test('in Telegram’s test environment it speaks to that', async () => {
  telegram = await startTelegram(TOKEN, 'test/')
  ;(await openAt(telegram.address, { BOT_ENVIRONMENT: 'test' })).start()
  await listens()
  expect(saying(TROUBLE)).toEqual([])
})

test('a person who writes without end is answered some of the time', async () => {
  telegram = await startTelegram(TOKEN)
  const bot = await openAt(telegram.address)
  bot.start()
  telegram.tell(...Array.from({ length: 200 }, () => telegram.say(7, 'hello')), telegram.say(8, 'hello'))
  await until(() => telegram.saidTo(8).length === 1)
  await bot.stop()
  expect(telegram.saidTo(7).length).toBeLessThan(50)
})

test('an answer that cannot be sent is lost, and the next one is sent', async () => {
  telegram = await startTelegram(TOKEN)
  ;(await openAt(telegram.address)).start()
  for (const mischief of [refuses(429, 'Too Many Requests', { retry_after: 1 }), hangUp, garbage('x'), silence]) {
    const before = saying('the bot could not answer').length
    telegram.misbehave('sendMessage', mischief)
    telegram.tell(telegram.say(9, '/help'))
    await until(() => saying('the bot could not answer').length > before)
  }
  telegram.misbehave('sendMessage', undefined)
  const before = telegram.saidTo(9).length
  telegram.tell(telegram.say(9, '/help'))
  await until(() => telegram.saidTo(9).length > before)
})

const kept = [
  ['too much', refuses(429, 'Too Many Requests', { retry_after: 0.05 })],
  ['a fault of theirs', refuses(502, 'Bad Gateway')],
  ['a token that is not good', refuses(401, 'Unauthorized')],
] as const

test.each(kept)('a notice that surely did not arrive for %s is told later, once', async (_, mischief) => {
  telegram = await startTelegram(TOKEN)
  const bot = await openAt(telegram.address)
  bot.start()
  const { user, chat } = await member(bot)
  telegram.misbehave('sendMessage', mischief)
  bot.signedIn(user, 'email')
  await until(() => telegram.saidTo(chat).length > 1)
  expect(saying('notices cannot be sent: trying again')).toHaveLength(1)
  telegram.misbehave('sendMessage', undefined)
  await until(() => saying('notices cannot be sent: over').length > 0)
  const tries = telegram.saidTo(chat).length
  const next = await member(bot)
  bot.signedIn(next.user, 'email')
  await until(() => telegram.saidTo(next.chat).length === 1)
  expect(telegram.saidTo(chat)).toHaveLength(tries)
})

test.each([
  ['a line that breaks', hangUp],
  ['an answer that is none', garbage('x')],
  ['no answer', silence],
  ['a message that is refused', refuses(400, 'Bad Request: message is too long')],
] as const)('a notice whose fate nobody knows for %s is not sent again', async (_, mischief) => {
  telegram = await startTelegram(TOKEN)
  const bot = await openAt(telegram.address)
  bot.start()
  const { user, chat } = await member(bot)
  telegram.misbehave('sendMessage', mischief)
  bot.signedIn(user, 'email')
  await until(() => saying('a notice is dropped').length > 0)
  telegram.misbehave('sendMessage', undefined)
  const next = await member(bot)
  bot.signedIn(next.user, 'email')
  await until(() => telegram.saidTo(next.chat).length === 1)
  expect(telegram.saidTo(chat)).toHaveLength(1)
})

test('while nobody is there, notices wait; who starts again tells them once, and not what was claimed before', async () => {
  telegram = await startTelegram(TOKEN)
  const before = await openAt(NOTHING_THERE)
  before.start()
  const { user, chat } = await member(before)
  before.signedIn(user, 'email')
  before.signedIn(user, 'telegram')
  await until(() => saying('notices cannot be sent').length > 0)
  await before.stop()
  await database.pool.query('update notices set claimed_at = null where words like $1 and user_id = $2', ['%', user])
  await database.pool.query("update notices set claimed_at = at where words like '%password%' and user_id = $1", [user])
  const after = await openAt(telegram.address)
  after.start()
  await until(() => telegram.saidTo(chat).length > 0)
  expect(telegram.saidTo(chat).map(({ text }) => text)).toEqual([expect.stringContaining('Telegram account')])
})

test('a chat hears one notice after the other, and others need not wait for it', async () => {
  telegram = await startTelegram(TOKEN)
  const bot = await openAt(telegram.address)
  const [ann, bob] = [await member(bot), await member(bot)]
  for (let count = 0; count < 3; count++) bot.signedIn(ann.user, 'email')
  bot.signedIn(bob.user, 'email')
  bot.start()
  await until(() => telegram.saidTo(ann.chat).length === 3)
  const told = telegram.of('sendMessage').map(({ chat_id }) => chat_id)
  expect(told).toEqual([ann.chat, bob.chat, ann.chat, ann.chat])
})

test('what was said while the database did not answer is understood when it does; a fault of ours is passed over', async () => {
  telegram = await startTelegram(TOKEN)
  const url = await world.newDatabaseUrl()
  const own = await openDatabase({ dataDir: '', databaseUrl: url, log: quiet })
  await own.pool.query(`alter database ${new URL(url.replace('///', '//x/')).pathname.slice(1)} set lock_timeout = 50`)
  await own.close()
  const [held, used] = await Promise.all([1, 2].map(() => openDatabase({ dataDir: '', databaseUrl: url, log: quiet })))
  const bot = await openAt(telegram.address, {}, used)
  bot.start()
  const hooked = await openAt(telegram.address, { BOT_WEBHOOK_URL: 'https://tern.example/telegram/updates' }, used)
  hooked.start()
  const secret = (await until(() => telegram.of('setWebhook')[0])).secret_token
  const lock = await held!.connect()
  await lock.query('begin; lock table bot_referrals in access exclusive mode')
  const brought = telegram.say(13, '/start r_123456789')
  // It is to be brought again.
  await expect(until(() => hooked.receive?.(secret, brought))).rejects.toThrow('lock timeout')
  telegram.tell(telegram.say(10, '/start r_123456789'), telegram.say(10, '/help'))
  await until(() => saying(TROUBLE).some(({ why }) => why === 'the database does not answer'))
  expect(telegram.saidTo(10)).toEqual([])
  await lock.query('commit')
  await until(() => telegram.saidTo(10).length === 2)
  expect(await hooked.receive?.(secret, brought)).toBe('taken')
  await until(() => telegram.saidTo(13).length === 1)
  await lock.query('drop table bot_referrals')
  telegram.tell(telegram.say(11, '/start r_123456789'), telegram.say(11, '/help'))
  await until(() => telegram.saidTo(11).length === 1)
  expect(saying('the bot failed at what was said to it')).toHaveLength(1)
  lines.splice(
    lines.findIndex(({ msg }) => msg.startsWith('the bot failed')),
    1,
  )
  await Promise.all([bot.stop(), hooked.stop()])
  await lock.end()
  await Promise.all([held, used].map((each) => each?.close()))
})

test('it stops while a question hangs and an answer does not come', async () => {
  telegram = await startTelegram(TOKEN)
  const bot = await openAt(telegram.address)
  bot.start()
  await until(() => telegram.of('getUpdates').length > 0)
  const { user, chat } = await member(bot)
  telegram.misbehave('sendMessage', silence)
  telegram.tell(telegram.say(12, '/help'))
  bot.signedIn(user, 'email')
  await until(() => telegram.saidTo(12).length + telegram.saidTo(chat).length === 2)
  await bot.stop()
  const { length } = telegram.calls
  expect(lines.filter(({ msg }) => BOT.test(msg)).length).toBeGreaterThan(0)
  bot.signedIn(user, 'email')
  expect(telegram.calls).toHaveLength(length)
})
