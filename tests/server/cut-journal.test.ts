/** An exchange whose journal was cut off, and whose tables of the past were emptied: they begin where the journal does. */

import { expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { AssetView, CurrentBalanceView, HealthView } from '../../src/contract/views.ts'
import { openPostgresJournal } from '../../src/server/core/postgres-journal.ts'
import { postgresSnapshots } from '../../src/server/core/postgres-snapshots.ts'
import { recover } from '../../src/server/core/recovery.ts'
import { newestThatFits, openSnapshots } from '../../src/server/core/snapshots.ts'
import { type Database, openDatabase } from '../../src/server/postgres/database.ts'
import { COPIED } from '../../src/server/tools/anew.ts'
import { type Replay, replayStored } from '../../src/server/tools/replay.ts'
import { openStoredExchange } from '../../src/server/tools/stored-exchange.ts'
import { type House, house, openHouse } from './exchange-world.ts'
import { quiet } from './quiet.ts'

const open = house()

async function order({ ask }: House, access: string, side: string, price: string, volume: string): Promise<void> {
  const body = { client_order_id: crypto.randomUUID(), pair_id: 7, side, type: 'limit', price, volume }
  expect((await ask('POST', api.placeOrder.path, { access, body })).status).toBe(200)
}

async function written({ ask }: House): Promise<void> {
  for (let lag = 1; lag > 0; ) lag = (await ask<HealthView>('GET', '/health')).body.projection_lag
}

async function withDatabase(databaseUrl: string, work: (database: Database) => Promise<unknown>): Promise<void> {
  const database = await openDatabase({ dataDir: '', databaseUrl, log: quiet })
  await work(database)
  await database.close()
}

/** Takes a snapshot where the journal ends, and drops all before it. */
async function cut(database: Database): Promise<void> {
  const journal = await openPostgresJournal(database)
  const end = await recover(
    journal,
    () => undefined,
    await newestThatFits(postgresSnapshots(database.pool), quiet, journal, Infinity),
  )
  await openSnapshots({ store: postgresSnapshots(database.pool), log: quiet, atStop: 0 }).conclude(end)
  await journal.close()
  await database.pool.query('delete from journal where batch < (select max(batch) from snapshots)')
  await database.pool.query('delete from snapshots where batch < (select max(batch) from snapshots)')
}

async function empty({ pool }: Database): Promise<void> {
  await pool.query('truncate positions, position_history, last_prices')
  await pool.query("delete from projection_places where name = 'positions'")
}

async function replayed(databaseUrl: string): Promise<Replay> {
  const stored = await openStoredExchange({ dataDir: '', databaseUrl }, COPIED)
  const said = await replayStored(stored, true)
  await stored.close()
  return said
}

test('what was bought before is had, and can be sold', async () => {
  const before = open()
  const { access } = await before.signUp()
  await before.offer(7, '0.1', '1000')
  await order(before, access, 'buy', '0.1', '1000')
  const buyer = await before.signUp()
  await order(before, buyer.access, 'buy', '0.12', '500')
  await written(before)
  await before.exchange.stop()
  await withDatabase(before.databaseUrl, cut)
  await withDatabase(before.databaseUrl, empty)

  const after = await openHouse(before.databaseUrl)
  await order(after, access, 'sell', '0.12', '500')
  await written(after)
  const assets = (await after.ask<AssetView[]>('GET', api.assets.path, { access })).body
  const doge = assets.find(({ currency }) => currency.symbol === 'DOGE')
  // 999 at 0.1, the price of then; half of them were sold, and the price is 0.12 now.
  expect([doge?.balance, doge?.avg_price, doge?.pnl]).toEqual(['499', '0.1', '9.98'])
  const { status, body } = await after.ask<CurrentBalanceView>('GET', api.currentBalance.path, { access })
  expect([status, body.balance, body.change_24h_balance]).toEqual([200, '10019.82', '19.92'])
  await after.exchange.stop()

  const { complaint, report } = await replayed(before.databaseUrl)
  expect([complaint, report]).toEqual([undefined, expect.stringContaining('as the balances have it')])
}, 60_000)

test('a replay that begins there says what it could not compare, and finds what the journal does not reach', async () => {
  const { databaseUrl } = open()
  await withDatabase(databaseUrl, cut)
  const place = (seq: string, name: string) =>
    withDatabase(databaseUrl, ({ pool }) =>
      pool.query(`update projection_places set seq = ${seq} where name = $1`, [name]),
    )
  const whole = await replayed(databaseUrl)
  expect([whole.complaint, whole.report]).toEqual([undefined, expect.stringMatching(/as the balances have it +fits/)])
  expect(whole.report).toMatch(/trades +up to command \d+ +fits/)
  await place('1', 'trades')
  expect((await replayed(databaseUrl)).report).toMatch(/trades +up to command 1 +not compared/)
  await place('seq + 1000', 'candles')
  expect((await replayed(databaseUrl)).complaint).toMatch(/candles are at command [\d,]+, ahead of the journal/)
}, 60_000)
