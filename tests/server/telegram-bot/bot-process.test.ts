/** The server as a process, with a bot: its start, its end, and `kill -9` in between. */

import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { api, EXCHANGE_BASE, TOKEN_HEADER } from '../../src/contract/api.ts'
import type { OrderView, PairView, Tokens } from '../../src/contract/views.ts'
import { garbage, refuses, silence, startTelegram, until } from './fake-telegram.ts'
import { freePort, isReady, type RunningServer, startServer } from './running-server.ts'
import { initData, person } from './telegram-bot.ts'
import { scratchFolder } from './world.ts'

const CANARY = 'CANARY-thatNobodyMayEverRead'
const BOT_TOKEN = `1234567:${CANARY}`
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
function newFolder(): string {
  const folder = scratchFolder()
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

/** A limit order that demo traders fill. */
async function fill(server: RunningServer, access: string): Promise<void> {
  const [pair] = await ask<PairView[]>(server, 'GET', api.pairs.path)
  const price = (Number(pair?.price) * 1.03).toFixed(2)
  const order = { client_order_id: randomUUID(), pair_id: pair?.id, side: 'buy', type: 'limit', price, volume: '0.001' }
  await ask<OrderView>(server, 'POST', api.placeOrder.path, order, access)
}

test('a notice that waits outlives kill -9 of everything, and is told once', async () => {
  const telegram = await startTelegram(BOT_TOKEN)
  const [folder, port] = [newFolder(), await freePort()]
  const env = { BOT_TOKEN, BOT_API_URL: telegram.address }
  const before = await startServer(folder, port, env)
  const { access } = await ask<Tokens>(before, 'POST', api.startApp.path, {
    init_data: initData(person(42), Date.now(), {}, BOT_TOKEN),
  })
  await ask(before, 'POST', api.setNotifications.path, { order_filled: true, sign_in: false }, access)
  telegram.misbehave('sendMessage', refuses(429, 'Too Many Requests: retry after 300', { retry_after: 300 }))
  await fill(before, access)
  await until(() => telegram.saidTo(42).length === 1)
  await until(() => before.output().includes('notices cannot be sent'))
  await before.kill(true)

  telegram.misbehave('sendMessage', undefined)
  const after = await startServer(folder, port, env)
  await until(() => telegram.saidTo(42).length === 2)
  expect(telegram.saidTo(42)[1]?.text).toMatch(/^Order filled\. Bought 0\.001 BTC at /)
  await fill(after, access)
  await until(() => telegram.saidTo(42).length === 3)
  expect(await after.stop()).toBe(0)
  const again = await startServer(folder, port, env)
  await fill(again, access)
  await until(() => telegram.saidTo(42).length === 4)
  expect(await again.stop()).toBe(0)
  await telegram.stop()
}, 60_000)

test('it stops in time while a question hangs and the Bot API says nothing to an answer', async () => {
  const telegram = await startTelegram(BOT_TOKEN)
  const server = await startServer(newFolder(), await freePort(), { BOT_TOKEN, BOT_API_URL: telegram.address })
  telegram.misbehave('sendMessage', silence)
  telegram.tell(telegram.say(7, '/help'))
  await until(() => telegram.saidTo(7).length === 1)
  expect(await server.stop()).toBe(0)
  expect(server.output()).not.toContain('not everything stopped')
  await telegram.stop()
}, 30_000)

test('whatever the Bot API does, the exchange starts, is well, says so once and never says the token', async () => {
  const telegram = await startTelegram(BOT_TOKEN)
  telegram.misbehave('*', garbage(`<a href="/bot${BOT_TOKEN}/getMe">moved</a>`))
  for (const BOT_API_URL of ['http://127.0.0.1:2', telegram.address]) {
    const env = { BOT_TOKEN, BOT_API_URL, LOG_LEVEL: 'trace', PUBLIC_URL: 'https://tern.example' }
    const server = await startServer(newFolder(), await freePort(), env)
    const trouble = () => server.output().match(/the Bot API does not answer as it should/g) ?? []
    await until(() => trouble().length > 0)
    expect(await isReady(server.address)).toBe(true)
    expect(await server.stop()).toBe(0)
    expect(trouble()).toHaveLength(1)
    expect(server.output()).not.toContain(CANARY)
  }
  await telegram.stop()
}, 60_000)
