/** What Telegram brings: only with the secret, each thing once, and answered before anything is said. */

import { createHmac } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { house } from './exchange-world.ts'
import { refuses, silence, startTelegram, type Update, until } from './fake-telegram.ts'
import { BOT_TOKEN } from './telegram-bot.ts'

const ADDRESS = 'https://tern.example/telegram/updates'
const telegram = await startTelegram(BOT_TOKEN)
telegram.misbehave('getMe', refuses(500, 'Internal Server Error'))
const home = house({ BOT_TOKEN, BOT_API_URL: telegram.address, BOT_WEBHOOK_URL: ADDRESS })
const polling = house({ BOT_TOKEN, BOT_API_URL: telegram.address })
afterAll(() => telegram.stop())

const secret = async () => (await until(() => telegram.of('setWebhook')[0])).secret_token ?? ''
async function bring(update: Update | string, as?: string, kind = 'application/json') {
  const headers = { 'content-type': kind, ...(as !== undefined && { 'x-telegram-bot-api-secret-token': as }) }
  const body = typeof update === 'string' ? update : JSON.stringify(update)
  return (await fetch(`${home().address}/telegram/updates`, { method: 'POST', headers, body })).status
}

test('what is brought before the bot knows who it is is to be brought again', async () => {
  const early = createHmac('sha256', BOT_TOKEN).update('webhook').digest('base64url')
  const update = telegram.say(1, '/help')
  expect(await bring(update, early)).toBe(503)
  telegram.misbehave('getMe', undefined)
  expect(await secret()).toBe(early)
  await until(async () => (await bring(update, early)) === 200)
  await until(() => telegram.saidTo(1).length === 1)
})

test('Telegram is told where to bring what, with a secret that is not the token', async () => {
  const said = await secret()
  expect(telegram.of('setWebhook')[0]).toEqual({
    url: ADDRESS,
    secret_token: said,
    allowed_updates: ['message', 'callback_query'],
  })
  expect(said).toMatch(/^[\w-]{43}$/)
  expect(said).not.toContain(BOT_TOKEN.split(':')[1])
  // The other one asks.
  await until(() => telegram.of('deleteWebhook').length === 1)
})

test('without the secret nothing is heard', async () => {
  const right = await secret()
  for (const wrong of [
    undefined,
    '',
    'x',
    `${right}x`,
    right.replace(/.$/, '!'),
    right.replace(/.$/, 'é'),
    right.toUpperCase(),
  ])
    expect(await bring(telegram.say(2, '/help'), wrong)).toBe(401)
  expect(await bring(telegram.say(2, '/help'), right)).toBe(200)
  await until(() => telegram.saidTo(2).length > 0)
  expect(telegram.saidTo(2)).toHaveLength(1)
})

test('the same thing brought again, at once or later, is heard once', async () => {
  const right = await secret()
  const update = telegram.say(3, '/help')
  expect(await Promise.all([1, 2, 3].map(() => bring(update, right)))).toEqual([200, 200, 200])
  expect(await bring(update, right)).toBe(200)
  expect(await bring(telegram.say(3, '/start'), right)).toBe(200)
  await until(() => telegram.saidTo(3).length === 2)
  expect(telegram.saidTo(3)[1]?.text).toContain('spot exchange')
})

test('what is not understood is refused, what does not concern us is taken', async () => {
  const right = await secret()
  for (const body of ['', '{', 'null', '7', '[]', '{"message":{}}', '{"update_id":"1"}', '{"update_id":1.5}'])
    expect([body, await bring(body, right)]).toEqual([body, 400])
  expect(await bring(JSON.stringify({ update_id: 1, x: 'x'.repeat(300_000) }), right)).toBe(413)
  expect(await bring('{"update_id":1}', right, 'text/plain')).toBe(415)
  const group = { ...telegram.say(4, '/start') } as Update & { message: { chat: object } }
  group.message.chat = { id: -4, type: 'group', title: 'x' }
  for (const update of [{ update_id: 2_000 }, { update_id: 2_001, message: 7 }, { update_id: 2_002, poll: {} }, group])
    expect([update, await bring(update, right)]).toEqual([update, 200])
  expect(await bring(telegram.say(4, '/help'), right)).toBe(200)
  await until(() => telegram.saidTo(4).length === 1)
  expect(telegram.of('sendMessage').some(({ chat_id }) => chat_id === -4)).toBe(false)
})

test('it is answered before the bot is', async () => {
  const right = await secret()
  telegram.misbehave('sendMessage', silence)
  expect(await bring(telegram.say(5, '/help'), right)).toBe(200)
  await until(() => telegram.saidTo(5).length === 1)
  telegram.misbehave('sendMessage', undefined)
  // Sooner than a message that is not answered is given up.
}, 10_000)

test('who asks takes nothing that is brought', async () => {
  const reply = await polling().ask('POST', '/telegram/updates', { body: { update_id: 1 } })
  expect(reply.status).toBe(404)
})
