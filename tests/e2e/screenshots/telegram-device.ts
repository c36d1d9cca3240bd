/** The pictures inside Telegram, of a user with some orders. Each is a launch of its own: Telegram signs each of them. */

import { randomUUID } from 'node:crypto'
import { api, TOKEN_HEADER } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { Call } from '../../../src/contract/call.ts'
import type { PairId } from '../../../src/contract/ids.ts'
import { pages } from '../../../src/contract/pages.ts'
import { type Host, launch, openHost, type Profile } from '../../fixtures/browser/telegram-host.ts'
import { startFakeTelegram } from '../../fixtures/fake-telegram.ts'
import { BOT_TOKEN, initData, telegramUser, widgetData } from '../../fixtures/telegram-signer.ts'
import { reported } from './browser-device.ts'
import { startFixedExchange } from './fixed-exchange.ts'
import { FIXED_TIME } from './fixed-time.ts'
import { savePicture, type Task } from './save-picture.ts'
import { type Shot, SIGNED_IN, wantedShots } from './shots.ts'
import { makeStill } from './still-page.ts'

const USER = 77
const BTC = 1 as PairId

export async function takeInTelegram(task: Task): Promise<void> {
  const { device, firstPort, names } = task
  const shots = wantedShots(SIGNED_IN, device.name, names)
  const bot = await startFakeTelegram(BOT_TOKEN)
  const host = await openHost(firstPort + 1)
  const exchange = await startFixedExchange(firstPort, { BOT_TOKEN, BOT_API_URL: bot.address })
  try {
    await placeOrders(exchange.address)
    if (shots.some(({ path }) => path.startsWith(pages.liabilities))) await reported(exchange.address)
    for (const shot of shots) await take(task, shot, host, exchange.address)
  } finally {
    await exchange.stop()
    await host.stop()
    await bot.stop()
  }
}

/** One order is filled, another rests. */
async function placeOrders(address: string): Promise<void> {
  const call = async <Body, Reply>({ base, path }: Call<Body, Reply>, body: Body, access = ''): Promise<Reply> => {
    const headers = { 'content-type': 'application/json', [TOKEN_HEADER]: `Bearer ${access}` }
    const reply = await fetch(address + base + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as Reply
  }
  const { access }: Tokens = await call(api.telegramWidget, { raw_callback_data: widgetData(USER, FIXED_TIME) })
  const order = { pair_id: BTC, side: 'buy' } as const
  await call(api.placeOrder, { ...order, client_order_id: randomUUID(), type: 'market', total: '1500' }, access)
  const limit = { type: 'limit', price: '58000', volume: '0.01' } as const
  await call(api.placeOrder, { ...order, client_order_id: randomUUID(), ...limit }, access)
}

async function take(task: Task, shot: Shot, host: Host, address: string): Promise<void> {
  const { browser, device } = task
  const context = await browser.newContext({ ...device.options, locale: 'en-US', timezoneId: 'UTC' })
  await makeStill(context, shot.name)
  await shot.mock?.(context)
  await savePicture(task, shot, context, async () => {
    const signed = initData(telegramUser(USER), FIXED_TIME, { query_id: shot.name })
    const options = { initData: signed, profile: device.profile as Profile, path: shot.path } as const
    return (await launch(context, host, address, { ...options, embedding: 'a web view' })).page
  })
  await context.close()
}
