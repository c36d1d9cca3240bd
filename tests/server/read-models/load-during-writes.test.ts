/** Read models loaded while the previous process still writes its last rows count everything once. */

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CurrencyId, PairId, UserId } from '../../../src/contract/ids.ts'
import type { Pair } from '../../../src/contract/markets/instruments.ts'
import type { Event } from '../../../src/engine/exchange.ts'
import { emptyState, SMALL } from '../../../src/engine/exchange.ts'
import { openMarketData } from '../../../src/server/markets/market-data.ts'
import { openPortfolio } from '../../../src/server/portfolio/portfolio.ts'
import type { Database } from '../../../src/server/postgres/database.ts'
import type { ExecutedCommand } from '../../../src/server/sequencer/execute-batch.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'

let databases: TestDatabases
beforeAll(async () => {
  databases = await startTestDatabases()
})
afterAll(() => databases?.stop())

const USER = '00000000-0000-4000-8000-000000000001' as UserId
const pair = { id: 1, base: { id: 2, symbol: 'BTC' }, quote: { id: 1, symbol: 'USDT' }, lot: 1n, tickLot: 1n } as Pair
const isAnyUser = (_owner: string): _owner is UserId => true
const pairs = { get: () => pair, all: () => [pair] }

/** Blocks `open` at `table`, writes the rows of command 2 and lets it continue. */
async function during<T>(database: Database, table: string, open: () => Promise<T>, write: string[]): Promise<T> {
  const before = await database.pool.connect()
  await before.query(`begin; lock table ${table} in access exclusive mode`)
  const opening = open()
  const waiting = `select from pg_locks
    where not granted and database = (select oid from pg_database where datname = current_database())`
  const isWaiting = async () => (await before.query(waiting)).rowCount !== 0
  while (!(await isWaiting())) await sleep(5)
  for (const statement of write) await before.query(statement)
  await before.query('commit')
  before.release()
  return opening
}

function second(event: object): readonly ExecutedCommand[] {
  const outcome = { answer: { type: 'done' }, events: [event as Event], closed: [] } as const
  return [{ seq: 2, at: 0, command: { type: 'cancel-all', user: '' as UserId, pair: null }, outcome }]
}

test('Positions loaded during the last write count a posting once', async () => {
  const database = await databases.newDatabase()
  await database.pool.query("insert into projection_positions values ('positions', 1)")
  const portfolio = await during(database, 'last_prices', () => openPortfolio(database, pairs, isAnyUser), [
    `insert into positions values ('${USER}', 1, 500, 500, 500)`,
    "update projection_positions set seq = 2 where name = 'positions'",
  ])
  const postings = [{ owner: USER, part: 'free', currency: 1, amount: 500n }]
  portfolio.onCommitted(second({ type: 'account-opened', postings }), emptyState('', SMALL))
  expect(portfolio.positionOf(USER, 1 as CurrencyId).amount).toBe(500n)
})

test('Candles loaded during the last write count a trade once', async () => {
  const database = await databases.newDatabase()
  await database.pool.query("insert into projection_positions values ('candles', 1)")
  const clock = { now: () => 0 }
  const data = await during(database, 'trades', () => openMarketData(database, clock, pairs), [
    "insert into candles values (1, '1m', 0, 10, 10, 10, 10, 3, 30)",
    "update projection_positions set seq = 2 where name = 'candles'",
  ])
  data.onCommitted(second({ type: 'traded', trade: 1, pair: 1, side: 'buy', price: 10, quantity: 3, at: 0 }))
  expect(data.lastCandle(1 as PairId, '1m')?.volume).toBe(3n)
})
