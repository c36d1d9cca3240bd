/** Two servers as processes of their own with one database: one leads, the other waits and takes over. */

import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { HealthView } from '../../../src/contract/api.ts'
import { LIVE_MODE } from '../../fixtures/live-mode.ts'
import { operate } from '../../fixtures/operator-request.ts'
import { TEST_SECRET_KEY } from '../../fixtures/record-keys.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { freePort, isReady, type RunningServer, spawnServer } from '../../fixtures/server-process.ts'
import { Trader } from '../../fixtures/socket-trader.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'

const START = { timeout: 90_000, interval: 50 }
const PLAY = { SECRET_KEY: TEST_SECRET_KEY, LEASE_MILLIS: '600000' }
const LIVE = {
  ...LIVE_MODE,
  LEASE_MILLIS: '600000',
  RATE_LIMITS: 'on',
  PUBLIC_URL: 'https://tern.example',
  TRUSTED_PROXIES: '127.0.0.1',
}
const ORDER = { pair_id: 7, side: 'buy', type: 'limit', price: '0.08', volume: '20' } as const

type Settings = Readonly<Record<string, string>>

let databases: TestDatabases
const folders: string[] = []
const servers: RunningServer[] = []
beforeAll(async () => {
  databases = await startTestDatabases()
})
afterEach(async () => {
  for (const server of servers.splice(0)) if (server.child.exitCode === null) await server.kill()
})
afterAll(async () => {
  await databases.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = scratchFolder()
  folders.push(folder)
  return folder
}

async function start(folder: string, databaseUrl: string, settings: Settings): Promise<RunningServer> {
  const server = spawnServer(folder, await freePort(), { STANDBY: 'on', DATABASE_URL: databaseUrl, ...settings })
  servers.push(server)
  return server
}

const healthOf = async ({ address }: RunningServer): Promise<Partial<HealthView>> =>
  fetch(`${address}/health`).then(
    async (reply) => (await reply.json()) as HealthView,
    () => ({}),
  )

/** Waits until it takes orders, or has ended. */
async function leads(server: RunningServer): Promise<void> {
  await expect.poll(async () => server.child.exitCode !== null || (await isReady(server.address)), START).toBe(true)
  expect(server.child.exitCode === null || server.output()).toBe(true)
}
const waits = (server: RunningServer) =>
  expect.poll(() => healthOf(server), START).toMatchObject({ status: 'standby', detail: / leads/ })
const endOf = ({ child }: RunningServer): Promise<number | null> =>
  new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(child.exitCode)))

async function client(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}

test('A standby takes over when the leader is killed and when it stops: no answered order is lost or doubled, and another exchange on the server goes on', async () => {
  const [url, besideUrl] = [await databases.newDatabaseUrl(), await databases.newDatabaseUrl()]
  const [folder, otherFolder] = [newFolder(), newFolder()]
  const beside = await start(newFolder(), besideUrl, PLAY)
  const first = await start(folder, url, PLAY)
  await leads(first)
  const second = await start(otherFolder, url, PLAY)
  await waits(second)
  expect((await fetch(`${second.address}/health`)).status).toBe(503)
  const refused = await fetch(`${second.address}/api/exchange/markets/`)
  expect([refused.status, await refused.json()]).toEqual([503, expect.objectContaining({ code: 'UNAVAILABLE' })])
  await expect(operate(otherFolder, ['currencies'])).rejects.toThrow(/this process is a standby.* leads/)

  const trader = await Trader.signUp(first.address)
  const [placed, lost] = [await trader.placeByHttp(ORDER), await trader.placeByHttp(ORDER)]
  await first.kill()
  await leads(second)
  const after = await Trader.logIn(second.address, trader.email)
  const uuids = [placed, lost].map((order) => order?.uuid).sort()
  expect((await after.allOrders()).map(({ uuid }) => uuid).sort()).toEqual(uuids)
  for (const [id, body] of trader.requests) after.requests.set(id, body)
  await after.connect(ORDER.pair_id)
  await after.repeatUnanswered()
  await expect.poll(() => after.answers.size).toBe(2)
  expect((await after.allOrders()).map(({ uuid }) => uuid).sort()).toEqual(uuids)

  const third = await start(folder, url, PLAY)
  await waits(third)
  expect(await second.stop()).toBe(0)
  await leads(third)
  const last = await Trader.logIn(third.address, trader.email)
  expect((await last.allOrders()).map(({ uuid }) => uuid).sort()).toEqual(uuids)
  const fourth = await start(otherFolder, url, PLAY)
  await waits(fourth)
  expect(await fourth.stop()).toBe(0)
  await expect.poll(() => isReady(beside.address)).toBe(true)
})

test('A live leader that hangs for longer than the lease is replaced, and ends with one sentence when it goes on', async () => {
  const url = await databases.newDatabaseUrl()
  const first = await start(newFolder(), url, LIVE)
  await leads(first)
  const second = await start(newFolder(), url, { ...LIVE, LEASE_MILLIS: '2000' })
  await waits(second)
  const { email } = await Trader.signUp(first.address)
  first.child.kill('SIGSTOP')
  await leads(second)
  await Trader.logIn(second.address, email)
  const ended = endOf(first)
  first.child.kill('SIGCONT')
  expect(await ended).toBe(1)
  expect(first.output()).toContain('another process has taken over this journal, so this one ends')
  expect(first.output()).not.toContain('balances may be inconsistent')
  await expect.poll(() => isReady(second.address)).toBe(true)
})

test('A live standby refuses to lead with a database that lacks rows that it has seen', async () => {
  const url = await databases.newDatabaseUrl()
  const [folder, otherFolder] = [newFolder(), newFolder()]
  const first = await start(folder, url, LIVE)
  await leads(first)
  const second = await start(otherFolder, url, LIVE)
  await waits(second)
  await Trader.signUp(first.address)
  const database = await client(url)
  const { rows } = await database.query<{ batch: number }>('select max(batch)::int as batch from journal')
  const anchor = join(otherFolder, 'anchor')
  await expect
    .poll(() => (existsSync(anchor) ? JSON.parse(readFileSync(anchor, 'utf8')).batch : 0), START)
    .toBeGreaterThanOrEqual(rows[0]?.batch ?? 0)
  await first.kill()
  const ended = endOf(second)
  await database.query('delete from journal where batch >= $1', [rows[0]?.batch])
  await database.end()
  expect(await ended).toBe(1)
  expect(second.output()).toMatch(/the journal ends before batch \d+, which the anchor says was committed/)
})
