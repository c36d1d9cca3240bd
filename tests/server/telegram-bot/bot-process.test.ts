/** The server as a process with a bot: start, stop and `kill -9`. */

import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { api, EXCHANGE_BASE, TOKEN_HEADER } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { PairView } from '../../../src/contract/markets/views.ts'
import type { OrderView } from '../../../src/contract/orders/views.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { errorReply, noReply, rawReply, startFakeTelegram } from '../../fixtures/fake-telegram.ts'
import { scratchDataDir } from '../../fixtures/scratch-folder.ts'
import { freePort, isReady, type RunningServer, startServer } from '../../fixtures/server-process.ts'
import { initData, telegramUser } from '../../fixtures/telegram-signer.ts'

const CANARY = 'CANARY-thatNobodyMayEverRead'
const BOT_TOKEN = `1234567:${CANARY}`
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
function newFolder(): string {
  const folder = scratchDataDir()
  folders.push(folder)
  return folder
}

async function ask<T>({ address }: RunningServer, method: string, path: string, body?: object, access = '') {
  const headers = { 'content-type': 'application/json', ...(access && { [TOKEN_HEADER]: `Bearer ${access}` }) }
  const reply = await fetch(address + EXCHANGE_BASE + path, {
    method,
    headers,
    body: body && JSON.stringify(body),
  } as RequestInit)
  expect(reply.status).toBe(200)
  return (await reply.json()) as T
}

/** Places a limit order that demo traders fill. */
async function fill(server: RunningServer, access: string): Promise<void> {
  const [pair] = await ask<PairView[]>(server, 'GET', api.pairs.path)
  const price = (Number(pair?.price) * 1.03).toFixed(2)
  const order = { client_order_id: randomUUID(), pair_id: pair?.id, side: 'buy', type: 'limit', price, volume: '0.001' }
  await ask<OrderView>(server, 'POST', api.placeOrder.path, order, access)
}

test('A queued Telegram notification survives kill -9 of the server and its database and is sent once', async () => {
  const telegram = await startFakeTelegram(BOT_TOKEN)
  const [folder, port] = [newFolder(), await freePort()]
  const env = { BOT_TOKEN, BOT_API_URL: telegram.address }
  const before = await startServer(folder, port, env)
  const { access } = await ask<Tokens>(before, 'POST', api.startApp.path, {
    init_data: initData(telegramUser(42), Date.now(), {}, BOT_TOKEN),
  })
  await ask(before, 'POST', api.setNotifications.path, { order_filled: true, sign_in: false }, access)
  telegram.setFault('sendMessage', errorReply(429, 'Too Many Requests: retry after 300', { retry_after: 300 }))
  await fill(before, access)
  await eventually(() => telegram.messagesTo(42).length === 1)
  await eventually(() => before.output().includes('sending notifications failed'))
  await before.kill(true)

  telegram.setFault('sendMessage', undefined)
  const after = await startServer(folder, port, env)
  await eventually(() => telegram.messagesTo(42).length === 2)
  expect(telegram.messagesTo(42)[1]?.text).toMatch(/^Order filled\. Bought 0\.000999 BTC at /)
  await fill(after, access)
  await eventually(() => telegram.messagesTo(42).length === 3)
  expect(await after.stop()).toBe(0)
  const again = await startServer(folder, port, env)
  await fill(again, access)
  await eventually(() => telegram.messagesTo(42).length === 4)
  expect(await again.stop()).toBe(0)
  await telegram.stop()
})

test('The server stops in time while getUpdates is pending and sendMessage gets no response', async () => {
  const telegram = await startFakeTelegram(BOT_TOKEN)
  // Shorter than the 15 and 30 s that the calls wait for a response.
  const env = { BOT_TOKEN, BOT_API_URL: telegram.address, STOP_MILLIS: '12000' }
  const server = await startServer(newFolder(), await freePort(), env)
  telegram.setFault('sendMessage', noReply)
  telegram.queueUpdates(telegram.textUpdate(7, '/help'))
  await eventually(() => telegram.messagesTo(7).length === 1)
  expect(await server.stop()).toBe(0)
  await telegram.stop()
})

test('The server starts with a broken Bot API, logs one warning and never logs the bot token', async () => {
  const telegram = await startFakeTelegram(BOT_TOKEN)
  telegram.setFault('*', rawReply(`<a href="/bot${BOT_TOKEN}/getMe">moved</a>`))
  for (const BOT_API_URL of ['http://127.0.0.1:2', telegram.address]) {
    const env = { BOT_TOKEN, BOT_API_URL, LOG_LEVEL: 'trace', PUBLIC_URL: 'https://tern.example' }
    const server = await startServer(newFolder(), await freePort(), env)
    const trouble = () => server.output().match(/the Bot API failed/g) ?? []
    await eventually(() => trouble().length > 0)
    await expect.poll(() => isReady(server.address)).toBe(true)
    expect(await server.stop()).toBe(0)
    expect(trouble()).toHaveLength(1)
    expect(server.output()).not.toContain(CANARY)
  }
  await telegram.stop()
})
