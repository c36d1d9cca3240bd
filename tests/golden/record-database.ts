/**
 * `node tests/golden/record-database.ts`: writes the golden database of the newest migration, and a backup of it, with the
 * current code. It trades for a few seconds on a play database and never replaces an existing file.
 */

import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { ProfileView } from '../../src/contract/account/views.ts'
import type { HealthView } from '../../src/contract/api.ts'
import { api, health, TOKEN_HEADER } from '../../src/contract/api.ts'
import type { Tokens } from '../../src/contract/auth/views.ts'
import type { ConvertQuoteView } from '../../src/contract/convert/views.ts'
import type { UserId } from '../../src/contract/ids.ts'
import { priceText, quantityText } from '../../src/contract/markets/instruments.ts'
import type { Lots, Ticks } from '../../src/contract/money.ts'
import type { PlaceOrderBody } from '../../src/contract/orders/calls.ts'
import type { OrderView } from '../../src/contract/orders/views.ts'
import { depth, type Market, markets as marketsOf, openOrders as openOrdersIn } from '../../src/engine/exchange.ts'
import { type Exchange, startExchange } from '../../src/server/exchange.ts'
import { openDatabase } from '../../src/server/postgres/database.ts'
import { readConfig } from '../../src/server/runtime/config.ts'
import { systemClock } from '../../src/server/runtime/system-clock.ts'
import { postgresSnapshots } from '../../src/server/sequencer/postgres-snapshots.ts'
import { replayJournal } from '../../src/server/sequencer/replay-journal.ts'
import { openSnapshots } from '../../src/server/sequencer/snapshots.ts'
import { backup } from '../../src/server/tools/backup.ts'
import { BY_TEST } from '../fixtures/by-test.ts'
import { eventually } from '../fixtures/eventually.ts'
import { startFakeTelegram } from '../fixtures/fake-telegram.ts'
import { openTestJournal, TEST_SECRET_KEY } from '../fixtures/record-keys.ts'
import { codeAt } from '../fixtures/secured-account.ts'
import { quiet } from '../fixtures/silent-log.ts'
import { BOT_TOKEN, initData, telegramUser, widgetData } from '../fixtures/telegram-signer.ts'
import { startTestDatabases } from '../fixtures/test-database.ts'
import { backupOf, DATABASES, dumpOf, type Facts } from './golden-database.ts'

const DEMO_MILLIS = 5_000
const FIRST_TRADE = 5
const CURRENCIES = { USDT: 1, BTC: 2, ETH: 3 } as const
const MAX_BYTES = 200_000
const PASSWORD = 'correct horse battery'
const [MAYA, THEO, NOOR] = ['maya@example.com', 'theo@example.com', 'noor@example.com']
const [TELEGRAM_ID, WIDGET_ID, INVITED_ID] = [7_001, 7_002, 7_003]

const databases = await startTestDatabases()
const telegram = await startFakeTelegram(BOT_TOKEN)
const databaseUrl = await databases.newDatabaseUrl()
const database = await openDatabase({ dataDir: '', databaseUrl, log: quiet })
let exchange: Exchange

const start = (demoTraders: 'absent' | 'trading'): Promise<Exchange> => {
  const settings = { PORT: '0', RATE_LIMITS: 'off', PAST_DAYS: '0', SEED: '7', JOURNAL_KEEP: 'on' }
  const places = { DATABASE_URL: databaseUrl, DATA_DIR: databases.dataDir }
  const config = readConfig({
    ...settings,
    ...places,
    SECRET_KEY: TEST_SECRET_KEY,
    BOT_TOKEN,
    BOT_API_URL: telegram.address,
  })
  return startExchange(config, { clock: systemClock(), log: quiet, demoTraders })
}

type Call = { readonly base: string; readonly method: string; readonly path: string }

async function ask(call: Call, body?: unknown, access = ''): Promise<{ status: number; body: unknown }> {
  const reply = await fetch(exchange.address + call.base + call.path, {
    method: call.method,
    headers: { [TOKEN_HEADER]: `Bearer ${access}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: await reply.json() }
}

async function expectOk<Reply>(call: Call, body?: unknown, access?: string): Promise<Reply> {
  const reply = await ask(call, body, access)
  if (reply.status >= 300) throw new Error(`${call.path}: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body as Reply
}

const signUp = (email: string, referrer_uid?: string) =>
  expectOk<Tokens>(api.register, { email, password: PASSWORD, referrer_uid })

const signIn = async (email: string): Promise<string> =>
  (await expectOk<Tokens>(api.login, { email, password: PASSWORD })).access

type Order = Omit<PlaceOrderBody, 'client_order_id' | 'type'>

const place = (access: string, order: Omit<PlaceOrderBody, 'client_order_id'>) =>
  expectOk<OrderView>(api.placeOrder, { client_order_id: randomUUID(), ...order }, access)

const limit = (access: string, order: Order) => place(access, { ...order, type: 'limit' })
const market = (access: string, order: Order) => place(access, { ...order, type: 'market' })

const markets = (): Promise<Market[]> => exchange.sequencer.read((state) => [...marketsOf(state)])

/** A limit order at this share of the last price, for about 60 USDT. */
function limitOrderAt({ pair, lastPrice }: Market, side: 'buy' | 'sell', share: number): Order {
  const price = Math.round(lastPrice * share) as Ticks
  const quantity = Math.ceil(60e8 / (price * Number(pair.tickLot))) as Lots
  return { pair_id: pair.id, side, price: priceText(pair, price), volume: quantityText(pair, quantity) }
}

/** A maker order one tick inside the spread that a taker fills by half. Returns false where the spread is one tick. */
async function fillByHalf(maker: string, taker: string, { pair }: Market): Promise<boolean> {
  const best = (side: 'buy' | 'sell') =>
    exchange.sequencer.read((state) => depth(state, pair.id, side).next().value?.price ?? 0)
  const [ask, bid] = [await best('sell'), await best('buy')]
  if (ask - bid < 2) return false
  const half = Math.ceil(20e8 / (ask * Number(pair.tickLot)))
  const order = { pair_id: pair.id, price: priceText(pair, (ask - 1) as Ticks) }
  await limit(maker, { ...order, side: 'sell', volume: quantityText(pair, (2 * half) as Lots), post_only: true })
  const taken = { ...order, side: 'buy', volume: quantityText(pair, half as Lots), time_in_force: 'IOC' } as const
  await limit(taker, taken)
  return true
}

async function signUpUsers(): Promise<void> {
  const maya = await signUp(MAYA)
  const { referral_code } = await expectOk<ProfileView>(api.profile, undefined, maya.access)
  const { access } = await signUp(THEO, referral_code)
  const { secret } = await expectOk<{ secret: string }>(api.setTwoFactor, {}, access)
  await expectOk(api.confirmTwoFactor, { code: codeAt(secret, Date.now()), secret, password: PASSWORD }, access)
  await signUp(NOOR)
  const ended = await expectOk<Tokens>(api.login, { email: NOOR, password: PASSWORD })
  await expectOk(api.logout, { refresh_token: ended.refresh })
  await ask(api.login, { email: NOOR, password: 'wrong' })
  await expectOk(api.forgot, { email: NOOR })
  await expectOk(api.telegramWidget, { raw_callback_data: widgetData(WIDGET_ID, Date.now()) })
  telegram.queueUpdates(telegram.textUpdate(INVITED_ID, `/start r_${referral_code}`))
  await createNotice()
}

/** A user who signed up in Telegram, with a notice about a filled order. */
async function createNotice(): Promise<void> {
  const init_data = initData(telegramUser(TELEGRAM_ID), Date.now())
  const device_id = randomUUID()
  const { access } = await expectOk<Tokens>(api.startApp, { init_data, device_id })
  await expectOk(api.setNotifications, { order_filled: true, sign_in: true }, access)
  await expectOk(api.startApp, { init_data, device_id })
  const [first] = await markets()
  await limit(access, limitOrderAt(first as Market, 'buy', 1.01))
}

/** Places orders of every kind in every market. Returns the number of half filled orders. */
async function trade(part: 'before' | 'after'): Promise<number> {
  const [maya, noor] = [await signIn(MAYA), await signIn(NOOR)]
  let halfFilled = 0
  for (const each of await markets()) {
    const pair_id = each.pair.id
    await market(maya, { pair_id, side: 'buy', total: '200' })
    await limit(maya, limitOrderAt(each, 'buy', 0.97))
    if (part === 'before') continue
    if (await fillByHalf(maya, noor, each)) halfFilled += 1
    const cancelled = await limit(noor, limitOrderAt(each, 'buy', 0.95))
    await expectOk({ ...api.cancelOrder, path: api.cancelOrder.path.replace(':uuid', cancelled.uuid) }, undefined, noor)
    await limit(noor, { ...limitOrderAt(each, 'buy', 0.96), time_in_force: 'IOC' })
    await limit(maya, limitOrderAt(each, 'sell', 1.02))
    await market(maya, { pair_id, side: 'sell', volume: limitOrderAt(each, 'sell', 1).volume })
  }
  await limit(noor, limitOrderAt((await markets())[0] as Market, 'buy', 0.9))
  const tooMuch = { client_order_id: 'more-than-owned', pair_id: 1, side: 'buy', type: 'market', total: '900000' }
  const refused = await ask(api.placeOrder, tooMuch, maya)
  if (refused.status < 400) throw new Error('an order beyond the balance was accepted')
  return halfFilled
}

/** Rewards of every kind that is paid at once, conversions with one and two legs, a run that goes on, and an appeal. */
async function earn(): Promise<void> {
  const [maya, noor] = [await signIn(MAYA), await signIn(NOOR)]
  for (const call of [api.claimDaily, api.startMining, api.endMining]) await expectOk(call, {}, maya)
  await expectOk(api.completeTask, { task_id: FIRST_TRADE }, maya)
  await expectOk(api.startMining, {}, noor)
  for (const [from, to, amount] of [
    ['USDT', 'BTC', '500'],
    ['BTC', 'ETH', '0.002'],
  ] as const) {
    const body = { from_currency_id: CURRENCIES[from], to_currency_id: CURRENCIES[to], from_amount: amount }
    const { quote_id } = await expectOk<ConvertQuoteView>(api.convertQuote, body, maya)
    await expectOk(api.convert, { quote_id }, maya)
  }
  const { uuid } = await expectOk<ProfileView>(api.profile, undefined, noor)
  const standing = { standing: 'limited', reason: 'Several accounts on one device.', signal: 'device:00' } as const
  const limit = { type: 'apply-signal', user: uuid as UserId, ...standing } as const
  await exchange.sequencer.submit(limit, () => undefined)
  await expectOk(api.appeal, { text: 'These are two people.' }, noor)
}

/** Freezes NOOR's account and halts the last pair. Returns the symbol of the pair. */
async function freezeAndHalt(): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>('select id from users where email = $1', [NOOR])
  const user = (rows[0]?.id ?? '') as UserId
  const { pair } = (await markets()).at(-1) as Market
  const ignoreResult = () => undefined
  await exchange.sequencer.submit({ type: 'freeze-account', user, origin: 'owner' }, ignoreResult)
  await exchange.sequencer.submit(
    { type: 'set-pair-rules', ...BY_TEST, pair: pair.id, rules: { ...pair.rules, status: 'halted' } },
    ignoreResult,
  )
  return pair.symbol
}

async function takeSnapshot(): Promise<void> {
  const journal = await openTestJournal(database)
  const end = await replayJournal(journal, () => undefined)
  await openSnapshots({ store: postgresSnapshots(database.pool), log: quiet, stopInterval: 0 }).stop(end)
  await journal.close()
}

const isWritten = async (): Promise<boolean> => (await expectOk<HealthView>(health)).projection_lag === 0
const count = async (query: string): Promise<number> => (await database.pool.query(query)).rows[0].count

async function record(): Promise<void> {
  const { rows } = await database.pool.query<{ name: string }>('select max(name) as name from migrations')
  const file = join(DATABASES, `${rows[0]?.name}.gz`)
  if (existsSync(file)) throw new Error(`${file} exists already`)

  exchange = await start('trading')
  await signUpUsers()
  await trade('before')
  await earn()
  await sleep(DEMO_MILLIS)
  await eventually(isWritten)
  await exchange.stop()
  await takeSnapshot()

  exchange = await start('absent')
  const halfFilled = await trade('after')
  if (halfFilled === 0) throw new Error('no order was filled by half')
  const halted = await freezeAndHalt()
  await eventually(isWritten)
  const openOrders = await exchange.sequencer.read((state) => [...openOrdersIn(state)].length)
  await exchange.stop()

  const commands = await count('select max(last_seq) as count from journal')
  const userOrders = await count('select count(*) from orders')
  const facts: Facts = { commands, openOrders, userOrders, email: MAYA, password: PASSWORD, frozen: NOOR, halted }
  const packed = gzipSync(await dumpOf(database.pool, facts), { level: 9 })
  if (packed.length > MAX_BYTES) throw new Error(`${packed.length} bytes are more than ${MAX_BYTES}`)
  mkdirSync(DATABASES, { recursive: true })
  writeFileSync(file, packed)
  const source = { dataDir: databases.dataDir, databaseUrl, secretKey: TEST_SECRET_KEY }
  await backup(source, backupOf(`${rows[0]?.name}`))
  process.stdout.write(`${file}: ${packed.length} bytes, ${JSON.stringify(facts)}\n`)
}

try {
  await record()
} finally {
  await database.close()
  await telegram.stop()
  await databases.stop()
}
