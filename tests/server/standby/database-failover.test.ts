/** The server of PostgreSQL that is written is lost, and its standby is promoted. */

import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { HealthView } from '../../../src/contract/api.ts'
import { openHosts } from '../../../src/server/postgres/hosts.ts'
import { LIVE_MODE } from '../../fixtures/live-mode.ts'
import { TEST_SECRET_KEY } from '../../fixtures/record-keys.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../../fixtures/replicated-postgres.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { freePort, isReady, type RunningServer, startServer } from '../../fixtures/server-process.ts'
import { Trader } from '../../fixtures/socket-trader.ts'

const ORDER = { pair_id: 7, side: 'buy', type: 'limit', price: '0.08', volume: '20' } as const
const LONG = { timeout: 60_000, interval: 50 }

let postgres: ReplicatedPostgres
let server: RunningServer
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (let end = cleanups.pop(); end !== undefined; end = cleanups.pop()) await end()
})

type Settings = Readonly<Record<string, string>>

async function startPostgres(): Promise<void> {
  postgres = await startReplicatedPostgres()
  cleanups.push(postgres.stop)
}

async function startExchange(databaseUrl: string, settings: Settings): Promise<void> {
  const folder = scratchFolder()
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  const places = { DATABASE_URL: databaseUrl, SECRET_KEY: TEST_SECRET_KEY, PLAY_CHAIN: 'off', PAST_DAYS: '0' }
  server = await startServer(folder, await freePort(), { ...places, LOG_LEVEL: 'info', ...settings })
  cleanups.push(() => server.child.exitCode ?? server.kill())
}

async function start(settings: Settings = {}): Promise<Trader> {
  await startPostgres()
  await startExchange(postgres.url, settings)
  const trader = await Trader.signUp(server.address)
  await trader.connect(ORDER.pair_id)
  expect((await trader.place(ORDER)).type).toBe('order_accepted')
  return trader
}

const health = async (): Promise<HealthView> => (await (await fetch(`${server.address}/health`)).json()) as HealthView

test('When the primary is killed and its standby promoted, waiting orders are answered once, and the state is kept', async () => {
  const trader = await start({ JOURNAL_COPIES: '1' })
  postgres.killPrimary()
  const placed = Array.from({ length: 5 }, () => trader.place(ORDER))
  await postgres.promote()
  expect((await Promise.all(placed)).map(({ type }) => type)).toEqual(Array(5).fill('order_accepted'))
  await expect.poll(() => isReady(server.address), LONG).toBe(true)
  expect((await trader.place(ORDER)).type).toBe('order_accepted')
  expect(await trader.allOrders()).toHaveLength(7)
  expect(server.output()).toContain('"journal.reopened"')
  expect(server.output()).not.toContain('"journal.recovered"')
})

test('With JOURNAL_COPIES=2 a promoted server without a standby of its own is not written, and /health says why', async () => {
  const trader = await start({ JOURNAL_COPIES: '2' })
  postgres.killPrimary()
  await postgres.promote()
  const detail = async () => (await health()).detail
  await expect.poll(detail, LONG).toContain('the database has no synchronous standby, which JOURNAL_COPIES=2 needs')
  // For a proxy it stays the process that clients are sent to.
  const codes = ['', '?leads'].map(async (query) => (await fetch(`${server.address}/health${query}`)).status)
  expect(await Promise.all(codes)).toEqual([503, 200])
  expect(await postgres.onStandby('show transaction_read_only')).toEqual([{ transaction_read_only: 'off' }])
  // It waits, and is refused after ten seconds.
  const answer = await Promise.race([trader.place(ORDER), sleep(500, { type: 'none' })])
  expect(answer.type).not.toBe('order_accepted')
})

test('With JOURNAL_COPIES=2 a live exchange without orders says in /health that no copy is connected, also to a user who can see no copies', async () => {
  await startPostgres()
  await postgres.onPrimary('create role plain login')
  await postgres.onPrimary('create database plain owner plain')
  const url = postgres.url.replace(/\/\/\w+@/, '//plain@').replace(/\/\w+$/, '/plain')
  await startExchange(url, { ...LIVE_MODE, RATE_LIMITS: 'on', JOURNAL_COPIES: '2' })
  expect(await health()).toMatchObject({ status: 'ok' })
  postgres.stopStandby()
  await expect.poll(async () => (await health()).detail, LONG).toContain('no copy of the database is connected')
})

test('A promoted standby that lacks answered orders ends the process, which names the missing rows', async () => {
  const trader = await start()
  await postgres.onStandby(`alter system set primary_conninfo = ''`)
  await postgres.onStandby('select pg_reload_conf()')
  await postgres.onPrimary(`alter system set synchronous_standby_names = ''`)
  await postgres.onPrimary('select pg_reload_conf()')
  expect((await trader.place(ORDER)).type).toBe('order_accepted')
  const ended = new Promise((resolve) => server.child.once('exit', resolve))
  postgres.killPrimary()
  await postgres.promote()
  void trader.place(ORDER)
  expect(await ended).toBe(1)
  expect(server.output()).toMatch(/the journal ends |does not have the row/)
})

test('With JOURNAL_COPIES=2 an order whose copy was waited for is not answered when the setting is emptied meanwhile', async () => {
  const trader = await start({ JOURNAL_COPIES: '2' })
  postgres.stopStandby()
  // Its processes end one after the other.
  await expect.poll(() => postgres.onPrimary('select from pg_stat_replication'), LONG).toEqual([])
  const answer = trader.place(ORDER)
  const waits = `select from pg_stat_activity where wait_event = 'SyncRep' and application_name like '%writer'`
  await expect.poll(async () => (await postgres.onPrimary(waits)).length, LONG).toBe(1)
  await postgres.onPrimary(`alter system set synchronous_standby_names = ''`)
  await postgres.onPrimary('select pg_reload_conf()')
  await expect.poll(async () => (await health()).detail, LONG).toContain('the database has no synchronous standby')
  expect(await Promise.race([answer, sleep(500, 'none')])).toBe('none')
})

test('A server that was replaced and runs again as it was is not written, also by a server that starts then', async () => {
  const trader = await start({ JOURNAL_COPIES: '1' })
  postgres.killPrimary()
  await postgres.promote()
  expect((await trader.place(ORDER)).type).toBe('order_accepted')
  await postgres.startPrimaryAgain()
  const hosts = openHosts(postgres.url, {})
  await hosts.find()
  expect(hosts.address).toContain(`:${postgres.standbyPort}/`)
  await postgres.onStandby('alter system set default_transaction_read_only = on')
  await postgres.onStandby('select pg_reload_conf()')
  await expect.poll(() => hosts.find().then(() => 'found', String), LONG).toContain('it can only be read')
  expect(hosts.address).toContain(`:${postgres.standbyPort}/`)
})
