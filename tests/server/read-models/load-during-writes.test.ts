/** What is taken into memory at a start, while the process before still writes its last rows: everything counts once. */

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Pair } from '../../src/contract/catalogue.ts'
import type { Event } from '../../src/engine/events.ts'
import { emptyState } from '../../src/engine/state.ts'
import type { Done } from '../../src/server/core/carry-out.ts'
import { openMarketData } from '../../src/server/market-data/market-data.ts'
import { openPortfolio } from '../../src/server/portfolio/portfolio.ts'
import type { Database } from '../../src/server/postgres/database.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.end())

const USER = '00000000-0000-4000-8000-000000000001'
const pair = { id: 1, base: { id: 2, symbol: 'BTC' }, quote: { id: 1, symbol: 'USDT' }, lot: 1n, tickLot: 1n } as Pair
const pairs = { get: () => pair, all: () => [pair] }

/** Lets `open` come as far as `table`, writes what command 2 led to, and lets it go on. */
async function during<T>(database: Database, table: string, open: () => Promise<T>, write: string[]): Promise<T> {
  const before = await database.pool.connect()
  await before.query(`begin; lock table ${table} in access exclusive mode`)
  const opening = open()
  const isWaiting = async () => (await before.query('select from pg_locks where not granted')).rowCount !== 0
  while (!(await isWaiting())) await sleep(5)
  for (const statement of write) await before.query(statement)
  await before.query('commit')
  before.release()
  return opening
}

function second(event: object): readonly Done[] {
  const outcome = { answer: { type: 'done' }, events: [event as Event], closed: [] } as const
  return [{ seq: 2, at: 0, command: { type: 'cancel-all', user: '', pair: null }, outcome }]
}

test('of what somebody has', async () => {
  const database = await world.newDatabase()
  await database.pool.query("insert into projection_places values ('positions', 1)")
  const portfolio = await during(database, 'last_prices', () => openPortfolio(database, pairs, () => true), [
    `insert into positions values ('${USER}', 1, 500, 500, 500)`,
    "update projection_places set seq = 2 where name = 'positions'",
  ])
  const postings = [{ owner: USER, part: 'free', currency: 1, amount: 500n }]
  portfolio.done(second({ type: 'account-opened', postings }), emptyState(''))
  expect(portfolio.positionOf(USER, 1).amount).toBe(500n)
})

test('of what was traded', async () => {
  const database = await world.newDatabase()
  await database.pool.query("insert into projection_places values ('candles', 1)")
  const clock = { now: () => 0 }
  const data = await during(database, 'trades', () => openMarketData(database, clock, pairs), [
    "insert into candles values (1, '1m', 0, 10, 10, 10, 10, 3, 30)",
    "update projection_places set seq = 2 where name = 'candles'",
  ])
  data.done(second({ type: 'traded', trade: 1, pair: 1, side: 'buy', price: 10, quantity: 3, at: 0 }))
  expect(data.lastCandle(1, '1m')?.volume).toBe(3n)
})
