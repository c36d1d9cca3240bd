/** The server of PostgreSQL that is written hangs: its connections stay open, and nothing answers. Its standby is promoted. */

import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { TEST_SECRET_KEY } from '../../fixtures/record-keys.ts'
import { startReplicatedPostgres } from '../../fixtures/replicated-postgres.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { freePort, isReady, startServer } from '../../fixtures/server-process.ts'
import { Trader } from '../../fixtures/socket-trader.ts'

const ORDER = { pair_id: 7, side: 'buy', type: 'limit', price: '0.08', volume: '20' } as const
const LONG = { timeout: 90_000, interval: 50 }

const folder = scratchFolder()
const cleanups: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
afterAll(async () => {
  for (let end = cleanups.pop(); end !== undefined; end = cleanups.pop()) await end()
})

test('When the database hangs and its standby is promoted, the process goes on with the other server', async () => {
  const postgres = await startReplicatedPostgres()
  cleanups.push(postgres.stop)
  const places = { DATABASE_URL: postgres.url, SECRET_KEY: TEST_SECRET_KEY, PLAY_CHAIN: 'off', PAST_DAYS: '0' }
  const server = await startServer(folder, await freePort(), places)
  cleanups.push(() => server.child.exitCode ?? server.kill())
  const trader = await Trader.signUp(server.address)
  expect(await trader.placeByHttp(ORDER)).toBeDefined()
  postgres.hangPrimary()
  await postgres.promote()
  await expect.poll(() => isReady(server.address), LONG).toBe(false)
  await expect.poll(() => isReady(server.address), LONG).toBe(true)
  await expect.poll(async () => (await trader.placeByHttp(ORDER)) !== undefined, LONG).toBe(true)
  expect(server.child.exitCode).toBeNull()
})
