/** After a jetton names another wallet of the exchange, an operator opens the network again. */

import { rmSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { friendlyAddress } from '../../../src/chains/ton/address.ts'
import { networkOf } from '../../../src/engine/exchange.ts'
import { TON } from '../../../src/server/deposits/default-networks.ts'
import { query } from '../../../src/server/postgres/query.ts'
import { runOperator } from '../../fixtures/operator-tool.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

const EARLIER = `0:${'5'.repeat(64)}`
const folder = scratchFolder()
let databases: TestDatabases
let pool: pg.Pool
let server: TestServer

const start = () =>
  startTestServer(pool.options.connectionString ?? '', { PLAY_CHAIN: 'on', DATA_DIR: folder, PLAY_BLOCK_MILLIS: '100' })

beforeAll(async () => {
  databases = await startTestDatabases()
  pool = new pg.Pool({ connectionString: await databases.newDatabaseUrl() })
  server = await start()
})
afterAll(async () => {
  await server?.exchange.stop()
  await pool?.end()
  await databases?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const stored = async (): Promise<string | undefined> =>
  (await query<{ address: string }>(pool, 'select address from ton_jetton_wallets'))[0]?.address
const part = async () =>
  (await server.request<{ parts: Record<string, unknown> }>('GET', '/health')).body.parts.network_ton
const operator = (...words: readonly string[]) => runOperator(folder, ['networks', ...words])
const pausedBecause = () => server.exchange.sequencer.read((state) => networkOf(state, TON)?.paused)

test('An operator sees both wallets, accepts the new one with a reason in the journal, and ends the pause', async () => {
  await expect.poll(stored).toBeDefined()
  const now = (await stored()) ?? ''
  await expect.poll(part).toMatchObject({ state: 'ok' })
  expect((await operator()).out).toContain(`Jetton wallet of USDT, for policy.json: ${now}\n`)
  expect(await operator('jetton-wallet', 'ton', '--reason', 'no change')).toMatchObject({
    code: 1,
    problem: expect.stringMatching('no jetton of this network names another wallet'),
  })
  await server.exchange.stop()
  await pool.query('update ton_jetton_wallets set address = $1', [EARLIER])
  server = await start()
  await expect.poll(part).toMatchObject({ state: 'failing' })
  expect((await operator()).out).toMatch(
    /Closed: the jetton 0:\w+ names the wallet 0:\w+ instead of 0:5+\. An operator/,
  )

  const shown = await operator('jetton-wallet', 'ton', '--reason', 'its owner moved it')
  expect(shown.out).toMatch(`until now: ${friendlyAddress(EARLIER)}\n`)
  expect(shown.out).toMatch(`names now: ${friendlyAddress(now)}\n`)
  expect(shown.out).toMatch('Nothing was changed. Add --yes to approve this.')
  expect([await stored(), await pausedBecause()]).toEqual([EARLIER, null])

  const done = await operator('jetton-wallet', 'ton', '--reason', 'its owner moved it', '--yes')
  expect([done.code, done.out]).toEqual([0, expect.stringMatching('The network is open again, and paused.')])
  expect(await stored()).toBe(now)
  const reason = expect.stringMatching(new RegExp(`^its owner moved it .* is ${now} instead of ${EARLIER}`))
  expect(await pausedBecause()).toEqual(reason)
  expect((await operator('resume', 'ton', '--reason', 'compared')).code).toBe(0)
  await expect.poll(part).toMatchObject({ state: 'ok' })
  expect((await operator()).out).not.toMatch('Closed')
})
