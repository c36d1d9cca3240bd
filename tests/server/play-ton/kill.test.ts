/** `kill -9` of the real server while messages are on the play TON chain. */

import { rmSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { playJettonWallet } from '../../../src/server/play-ton/genesis.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { freePort, type RunningServer, startServer } from '../../fixtures/server-process.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { httpTonChain, treasuryTransfer } from '../../fixtures/ton-http.ts'

let databases: TestDatabases

beforeAll(async () => {
  databases = await startTestDatabases()
})

afterAll(() => databases?.stop())

const RECEIVER = `0:${'a1'.repeat(32)}`

test('After kills of the server, the play TON chain has every block that it had, and each accepted message once', async () => {
  const url = await databases.newDatabaseUrl()
  const folder = scratchFolder()
  const port = await freePort()
  const settings = { PLAY_CHAIN: 'on', PLAY_BLOCK_MILLIS: '200', DATABASE_URL: url, ANVIL_PATH: '/nowhere/anvil' }
  const pool = new pg.Pool({ connectionString: url })
  let server: RunningServer = await startServer(folder, port, settings)
  const chain = httpTonChain(server.address)
  const hashes = async (): Promise<readonly string[]> =>
    (await pool.query('select hash from play_ton_transactions order by lt')).rows.map(({ hash }) => hash)
  const send = async (): Promise<boolean> => {
    const boc = await treasuryTransfer(pool, chain, { to: RECEIVER, jetton: true, raw: 5n, comment: 'kill' })
    if (boc === undefined) return false
    await chain.send(boc)
    return true
  }
  const jettons = () => chain.jettonBalance(playJettonWallet(RECEIVER)).catch(() => -1n)
  try {
    let sent = 0n
    // Before the block, in the middle of blocks, and after the first block.
    for (const blocks of [0, 1, 3]) {
      for (let each = 0; each < 3; each++) {
        await eventually(() => send().catch(() => false))
        sent += 5n
      }
      const before = await hashes()
      await eventually(async () => (await hashes()).length >= before.length + blocks)
      const seen = await hashes()
      await server.kill()
      const stored = await hashes()
      expect(stored.slice(0, seen.length)).toEqual(seen)
      server = await startServer(folder, port, settings)
      await eventually(async () => (await jettons()) === sent)
      expect((await hashes()).slice(0, stored.length)).toEqual(stored)
    }
    expect(await jettons()).toBe(45n)
  } finally {
    await server.stop()
    await pool.end()
    rmSync(folder, { recursive: true, force: true })
  }
}, 240_000)
