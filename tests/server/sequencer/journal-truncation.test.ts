/** A server with a truncated journal and emptied read models: they start where the journal starts. */

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { api, type HealthView } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { AssetView, CurrentBalanceView } from '../../../src/contract/portfolio/views.ts'
import type { TransactionsPage } from '../../../src/contract/transactions/views.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { postgresSnapshots } from '../../../src/server/sequencer/postgres-snapshots.ts'
import { replayJournal } from '../../../src/server/sequencer/replay-journal.ts'
import { newestUsableSnapshot, openSnapshots } from '../../../src/server/sequencer/snapshots.ts'
import { backup } from '../../../src/server/tools/backup.ts'
import { COPIED_TABLES } from '../../../src/server/tools/rebuild-read-models.ts'
import { type Replay, replayStored } from '../../../src/server/tools/replay.ts'
import { restore } from '../../../src/server/tools/restore.ts'
import { openStoredExchange } from '../../../src/server/tools/stored-exchange.ts'
import { createEarner, type Earner } from '../../fixtures/earner.ts'
import { placeLimitOrder } from '../../fixtures/place-order.ts'
import { openTestJournal, TEST_SECRET_KEY } from '../../fixtures/record-keys.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases } from '../../fixtures/test-database.ts'
import { setUpTestServer, startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'
import { openTestNetwork, TEST_ADDRESS, TEST_NETWORK, TEST_STREAM, TEST_USDT } from '../../fixtures/test-network.ts'

const open = setUpTestServer()

async function projected({ request }: TestServer): Promise<void> {
  for (let lag = 1; lag > 0; ) lag = (await request<HealthView>('GET', '/health')).body.projection_lag
}

async function withDatabase(databaseUrl: string, work: (database: Database) => Promise<unknown>): Promise<void> {
  const database = await openDatabase({ dataDir: '', databaseUrl, log: quiet })
  await work(database)
  await database.close()
}

/** Saves a snapshot at the end of the journal and deletes the batches before it. */
async function truncateJournal(database: Database): Promise<void> {
  const journal = await openTestJournal(database)
  const end = await replayJournal(
    journal,
    () => undefined,
    await newestUsableSnapshot(postgresSnapshots(database.pool), quiet, journal, Infinity),
  )
  await openSnapshots({ store: postgresSnapshots(database.pool), log: quiet, stopInterval: 0 }).stop(end)
  await journal.close()
  await database.pool.query('delete from journal where batch < (select max(batch) from snapshots)')
  await database.pool.query('update journal_identity set first_batch = (select min(batch) from journal)')
  await database.pool.query('delete from snapshots where batch < (select max(batch) from snapshots)')
}

async function empty({ pool }: Database): Promise<void> {
  await pool.query('truncate positions, position_history, last_prices')
  await pool.query("delete from projection_positions where name = 'positions'")
}

async function replayed(databaseUrl: string): Promise<Replay> {
  const stored = await openStoredExchange({ dataDir: '', databaseUrl, secretKey: TEST_SECRET_KEY }, COPIED_TABLES)
  const result = await replayStored(stored, true)
  await stored.close()
  return result
}

test('A user can sell coins bought before the journal was truncated', async () => {
  const before = open()
  const { access } = await before.signUp()
  await before.placeSellOrder(7, '0.1', '1000')
  await placeLimitOrder(before, access, 'buy', '0.1', '1000')
  const buyer = await before.signUp()
  await placeLimitOrder(before, buyer.access, 'buy', '0.12', '500')
  await projected(before)
  await before.exchange.stop()
  await withDatabase(before.databaseUrl, truncateJournal)
  await withDatabase(before.databaseUrl, empty)

  const after = await startTestServer(before.databaseUrl)
  await placeLimitOrder(after, access, 'sell', '0.12', '500')
  await projected(after)
  const assets = (await after.request<AssetView[]>('GET', api.assets.path, { access })).body
  const doge = assets.find(({ currency }) => currency.symbol === 'DOGE')
  // 999 bought at 0.1; 500 of them were sold, and the price is 0.12 now.
  expect([doge?.balance, doge?.avg_price, doge?.pnl]).toEqual(['499', '0.1', '9.98'])
  const { status, body } = await after.request<CurrentBalanceView>('GET', api.currentBalance.path, { access })
  expect([status, body.balance, body.change_24h_balance]).toEqual([200, '10019.82', '19.92'])
  await after.exchange.stop()

  const { problem, report } = await replayed(before.databaseUrl)
  expect([problem, report]).toEqual([undefined, expect.stringContaining('equal to the balances')])
})

/** Of 0.001 USDT. */
const creditSmall = (server: TestServer, { user: to }: Earner, number: number) => {
  const transfer = { position: BigInt(number), txid: `0x${number}`, part: 0, currency: TEST_USDT, raw: 1_000n }
  const credits = [{ ...transfer, to, address: TEST_ADDRESS }]
  const command = { type: 'credit-deposits', network: TEST_NETWORK, stream: TEST_STREAM, credits } as const
  return server.exchange.sequencer.submit(command, (_, { answer }) => answer)
}

test('A replay of a journal that is truncated between small deposits of a day finds no difference', async () => {
  const before = await startTestServer(open().databaseUrl)
  await openTestNetwork((command) => before.exchange.sequencer.submit(command, (_, { answer }) => answer))
  const ann = await createEarner(before)
  await creditSmall(before, ann, 1)
  await projected(before)
  await before.exchange.stop()
  await withDatabase(before.databaseUrl, truncateJournal)

  const after = await startTestServer(before.databaseUrl)
  await creditSmall(after, ann, 2)
  await projected(after)
  const { body } = await after.request<TransactionsPage>('GET', api.transactions.path, { access: ann.access() })
  expect(body.history).toMatchObject([{ count: 2, amount: '0.002' }])
  await after.exchange.stop()

  const { problem, report } = await replayed(before.databaseUrl)
  expect([problem, report]).toEqual([undefined, expect.stringMatching(/transactions +up to command \d+ +ok/)])
})

test('A backup whose journal is truncated is restored, and the restored exchange has its balances and takes orders', async () => {
  const before = await startTestServer(open().databaseUrl)
  const email = `${randomUUID()}@example.com`
  const { access } = await before.signUp(email)
  await placeLimitOrder(before, access, 'buy', '0.01', '1000')
  const balanceOf = async (server: TestServer, access: string) =>
    (await server.request<CurrentBalanceView>('GET', api.currentBalance.path, { access })).body.balance
  const balance = await balanceOf(before, access)
  await projected(before)
  await before.exchange.stop()
  await withDatabase(before.databaseUrl, truncateJournal)

  const [folder, databases] = [scratchFolder(), await startTestDatabases()]
  const target = { dataDir: folder, databaseUrl: await databases.newDatabaseUrl(), secretKey: TEST_SECRET_KEY }
  const file = join(folder, 'backup.gz')
  await backup({ ...target, databaseUrl: before.databaseUrl }, file)
  expect(await restore(target, file)).toContain('restored the backup')
  const after = await startTestServer(target.databaseUrl)
  const body = { email, password: 'correct horse' }
  const { access: again } = (await after.request<Tokens>('POST', api.login.path, { body })).body
  expect([balance, await balanceOf(after, again)]).toEqual(['10000', '10000'])
  await placeLimitOrder(after, again, 'buy', '0.01', '1000')
  await after.exchange.stop()
  await databases.stop()
})

test('A replay of a truncated journal reports what it cannot compare and finds read models out of reach', async () => {
  const { databaseUrl } = open()
  await withDatabase(databaseUrl, truncateJournal)
  const place = (seq: string, name: string) =>
    withDatabase(databaseUrl, ({ pool }) =>
      pool.query(`update projection_positions set seq = ${seq} where name = $1`, [name]),
    )
  const whole = await replayed(databaseUrl)
  expect([whole.problem, whole.report]).toEqual([undefined, expect.stringMatching(/equal to the balances +ok/)])
  expect(whole.report).toMatch(/trades +up to command \d+ +ok/)
  await place('1', 'trades')
  expect((await replayed(databaseUrl)).report).toMatch(/trades +up to command 1 +not compared/)
  await place('seq + 1000', 'candles')
  expect((await replayed(databaseUrl)).problem).toMatch(/candles are at command [\d,]+, ahead of the journal/)
})
