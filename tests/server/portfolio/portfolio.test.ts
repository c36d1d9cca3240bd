/** Average cost, profit and balance history: pushed, queried, and equal after a restart or a rebuild. */

import { expect, test } from 'vitest'
import { api, type HealthView } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { AssetView, CurrentBalanceView, FullBalanceView } from '../../../src/contract/portfolio/views.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { placeLimitOrder } from '../../fixtures/place-order.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { setUpTestServer, startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

const open = setUpTestServer()
const HOUR = 60 * 60_000
const DOGE = 'DOGE'

/** Places a sell order and buys it. */
async function buy(exchange: TestServer, access: string, price: string, volume: string): Promise<void> {
  await exchange.placeSellOrder(7, price, volume)
  await placeLimitOrder(exchange, access, 'buy', price, volume)
}

const current = async ({ request }: TestServer, access: string): Promise<CurrentBalanceView> =>
  (await request<CurrentBalanceView>('GET', api.currentBalance.path, { access })).body
const full = async ({ request }: TestServer, access: string, period: string): Promise<FullBalanceView> =>
  (await request<FullBalanceView>('GET', `${api.fullBalance.path}?period=${period}`, { access })).body
const asset = async ({ request }: TestServer, access: string, symbol: string): Promise<AssetView | undefined> =>
  (await request<AssetView[]>('GET', api.assets.path, { access })).body.find(
    ({ currency }) => currency.symbol === symbol,
  )
const figures = (view: AssetView | undefined) => [view?.balance, view?.pnl, view?.pnl_percent, view?.avg_price]

test('The average cost rises by purchases and falls by the share of a sale, and the profit is pushed', async () => {
  const exchange = open()
  const { access } = await exchange.signUp()
  expect(figures(await asset(exchange, access, 'USDT'))).toEqual(['10000', '0', '0', '1'])
  expect(figures(await asset(exchange, access, DOGE))).toEqual(['0', '0', '0', null])

  await buy(exchange, access, '0.1', '100')
  // The fee is 0.1 % of the bought coins; 10 USDT are paid in full.
  expect(figures(await asset(exchange, access, DOGE))).toEqual(['99.9', '-0.01', '-0.1', '0.1001001001'])
  const listener = await exchange.openSocket(7, access)
  await buy(exchange, access, '0.12', '100')
  const paid = await listener.next('balance_change')
  const pushed = await listener.next('balance_change')
  expect([paid.data.balance, paid.data.pnl]).toEqual(['9978', '0'])
  expect([pushed.data.balance, pushed.data.pnl]).toEqual(['199.8', '1.976'])
  listener.socket.close()
  expect(figures(await asset(exchange, access, DOGE))).toEqual(['199.8', '1.976', '8.98', '0.1101101101'])

  const other = await exchange.signUp()
  await placeLimitOrder(exchange, other.access, 'buy', '0.11', '100')
  await placeLimitOrder(exchange, access, 'sell', '0.11', '100')
  // Selling 100 of 199.8 coins removes 100/199.8 of their total cost of 22 USDT.
  expect(figures(await asset(exchange, access, DOGE))).toEqual(['99.8', '-0.01098899', '-0.1', '0.1101101101'])
  expect(await current(exchange, access)).toEqual({
    balance: '9999.967',
    change_24h_balance: '-0.033',
    change_24h_percent: '0',
  })
})

const TABLES = ['fills', 'positions', 'position_history', 'last_prices', 'candles', 'trades', 'orders']

/** Resolves when the projections have caught up. */
async function projected({ request }: TestServer): Promise<void> {
  for (let lag = 1; lag > 0; ) lag = (await request<HealthView>('GET', '/health')).body.projection_lag
}

/** Every row, after the projections have caught up. */
async function tablesOf(server: TestServer): Promise<unknown> {
  await projected(server)
  const { databaseUrl } = server
  const database = await openDatabase({ dataDir: '', databaseUrl, log: quiet })
  const rows = TABLES.map(async (table) => {
    const sql = `select to_jsonb(t) as row from ${table} as t order by to_jsonb(t)::text`
    return [table, (await database.pool.query(sql)).rows]
  })
  const all = await Promise.all(rows)
  await database.close()
  return all
}

test('The balance history uses historical prices, excludes deposits, and is equal after a restart and a rebuild', async () => {
  const exchange = open()
  const email = `${crypto.randomUUID()}@example.com`
  let { access } = await exchange.signUp(email)
  const pass = async (hours: number, server: TestServer): Promise<void> => {
    server.advanceClock(hours * HOUR)
    const body = { email, password: 'correct horse' }
    access = (await server.request<Tokens>('POST', api.login.path, { body })).body.access
  }
  expect(await full(exchange, access, '24h')).toMatchObject({
    balance: '10000',
    change_24h_balance: '0',
    change_balance: '0',
    net_deposits: '10000',
    balance_history: [{ balance: '10000' }],
  })
  await buy(exchange, access, '0.1', '1000')
  await pass(2, exchange)
  const other = await exchange.signUp()
  await buy(exchange, other.access, '0.12', '100')
  // A request waits for the trades of its own user only.
  await projected(exchange)
  const day = await full(exchange, access, '24h')
  // 9,900 USDT and 999 DOGE, at 0.1 until the quarter hour in which the price rose to 0.12.
  expect(new Set(day.balance_history.map(({ balance }) => balance))).toEqual(new Set(['9999.9', '10019.88']))
  expect(day.balance_history.length).toBeGreaterThan(6)
  expect([day.balance, day.change_24h_balance, day.change_24h_percent, day.period]).toEqual([
    '10019.88',
    '19.88',
    '0.19',
    '24h',
  ])
  await pass(25, exchange)
  const third = await exchange.signUp()
  await buy(exchange, third.access, '0.12', '100')
  await projected(exchange)
  const week = await full(exchange, access, '7d')
  expect([week.change_24h_balance, week.change_balance, week.net_deposits]).toEqual(['0', '19.88', '10000'])
  const times = week.balance_history.map(({ time }) => time)
  expect(times).toEqual([...times].sort((a, b) => a - b))
  expect(times.slice(0, -1).every((time) => time % 7_200 === 0)).toBe(true)
  expect(week.hash).toMatch(/^[0-9a-f]{64}$/)

  await exchange.exchange.stop()
  const again = await startTestServer(exchange.databaseUrl)
  await pass(27, again)
  expect(await full(again, access, '7d')).toEqual({
    ...week,
    balance_history: expect.anything(),
    // The daily booking of commissions is a command, too.
    seq: expect.any(Number),
  })
  expect(figures(await asset(again, access, DOGE))).toEqual(['999', '19.88', '19.88', '0.1001001001'])
  const [tables, history] = [await tablesOf(again), await full(again, access, '90d')]
  await again.exchange.stop()

  const database = await openDatabase({ dataDir: '', databaseUrl: exchange.databaseUrl, log: quiet })
  await database.pool.query(`truncate ${TABLES.join()}`)
  await database.pool.query('delete from projection_positions')
  await database.close()
  const rebuilt = await startTestServer(exchange.databaseUrl)
  await pass(27, rebuilt)
  expect(await tablesOf(rebuilt)).toEqual(tables)
  expect((await full(rebuilt, access, '90d')).balance_history.slice(0, -1)).toEqual(
    history.balance_history.slice(0, -1),
  )
  await rebuilt.exchange.stop()
})
