/** The Telegram webhook: secret check, deduplication, and a reply before the bot answers. */

import { createHmac } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { eventually } from '../../fixtures/eventually.ts'
import { errorReply, startFakeTelegram, type Update } from '../../fixtures/fake-telegram.ts'
import { BOT_TOKEN } from '../../fixtures/telegram-signer.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const ADDRESS = 'https://tern.example/telegram/updates'
const telegram = await startFakeTelegram(BOT_TOKEN)
telegram.setFault('getMe', errorReply(500, 'Internal Server Error'))
const server = setUpTestServer({ BOT_TOKEN, BOT_API_URL: telegram.address, BOT_WEBHOOK_URL: ADDRESS })
const polling = setUpTestServer({ BOT_TOKEN, BOT_API_URL: telegram.address })
afterAll(() => telegram.stop())

const secret = async () => (await eventually(() => telegram.callsOf('setWebhook')[0])).secret_token ?? ''
async function deliver(update: Update | string, as?: string, kind = 'application/json') {
  const headers = { 'content-type': kind, ...(as !== undefined && { 'x-telegram-bot-api-secret-token': as }) }
  const body = typeof update === 'string' ? update : JSON.stringify(update)
  return (await fetch(`${server().address}/telegram/updates`, { method: 'POST', headers, body })).status
}

test('The webhook answers 503 until the bot has identified itself', async () => {
  const early = createHmac('sha256', BOT_TOKEN).update('webhook').digest('base64url')
  const update = telegram.textUpdate(1, '/help')
  expect(await deliver(update, early)).toBe(503)
  telegram.setFault('getMe', undefined)
  expect(await secret()).toBe(early)
  await eventually(async () => (await deliver(update, early)) === 200)
  await eventually(() => telegram.messagesTo(1).length === 1)
})

test('The bot registers its webhook with the URL, the update types and a secret that does not contain the token', async () => {
  const token = await secret()
  expect(telegram.callsOf('setWebhook')[0]).toEqual({
    url: ADDRESS,
    secret_token: token,
    allowed_updates: ['message', 'callback_query'],
  })
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(token).not.toContain(BOT_TOKEN.split(':')[1])
  // The server without a webhook polls.
  await eventually(() => telegram.callsOf('deleteWebhook').length === 1)
})

test('The webhook answers 401 without the correct secret', async () => {
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
    expect(await deliver(telegram.textUpdate(2, '/help'), wrong)).toBe(401)
  expect(await deliver(telegram.textUpdate(2, '/help'), right)).toBe(200)
  await eventually(() => telegram.messagesTo(2).length > 0)
  expect(telegram.messagesTo(2)).toHaveLength(1)
})

test('The bot handles an update that the webhook receives several times once', async () => {
  const right = await secret()
  const update = telegram.textUpdate(3, '/help')
  expect(await Promise.all([1, 2, 3].map(() => deliver(update, right)))).toEqual([200, 200, 200])
  expect(await deliver(update, right)).toBe(200)
  expect(await deliver(telegram.textUpdate(3, '/start'), right)).toBe(200)
  await eventually(() => telegram.messagesTo(3).length === 2)
  expect(telegram.messagesTo(3)[1]?.text).toContain('Welcome to Tern')
})

test('The webhook refuses malformed updates and accepts updates that the bot ignores', async () => {
  const right = await secret()
  for (const body of ['', '{', 'null', '7', '[]', '{"message":{}}', '{"update_id":"1"}', '{"update_id":1.5}'])
    expect([body, await deliver(body, right)]).toEqual([body, 400])
  expect(await deliver(JSON.stringify({ update_id: 1, x: 'x'.repeat(300_000) }), right)).toBe(413)
  expect(await deliver('{"update_id":1}', right, 'text/plain')).toBe(415)
  const group = { ...telegram.textUpdate(4, '/start') } as Update & { message: { chat: object } }
  group.message.chat = { id: -4, type: 'group', title: 'x' }
  for (const update of [{ update_id: 2_000 }, { update_id: 2_001, message: 7 }, { update_id: 2_002, poll: {} }, group])
    expect([update, await deliver(update, right)]).toEqual([update, 200])
  expect(await deliver(telegram.textUpdate(4, '/help'), right)).toBe(200)
  await eventually(() => telegram.messagesTo(4).length === 1)
  expect(telegram.callsOf('sendMessage').some(({ chat_id }) => chat_id === -4)).toBe(false)
})

test('The webhook answers before the message of the bot is sent', async () => {
  const right = await secret()
  let hasEnded = false
  telegram.setFault('sendMessage', (response) => {
    response.once('close', () => {
      hasEnded = true
    })
  })
  expect(await deliver(telegram.textUpdate(5, '/help'), right)).toBe(200)
  // The end of a call that was given up is noticed a little later.
  expect(await deliver({ update_id: 2_003 }, right)).toBe(200)
  expect(hasEnded).toBe(false)
  await eventually(() => telegram.messagesTo(5).length === 1)
  telegram.setFault('sendMessage', undefined)
})

test('The webhook endpoint answers 404 if the bot uses polling', async () => {
  const reply = await polling().request('POST', '/telegram/updates', { body: { update_id: 1 } })
  expect(reply.status).toBe(404)
})
