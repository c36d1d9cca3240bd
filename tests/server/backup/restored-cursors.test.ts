/** Genuine cursors of before a restore, also put back after it, make the exchange on TON pay nobody twice. They are not forged. */

import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookLostTon } from '../../../src/server/custody/ton/book-lost-ton.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { openForgedRows } from '../../../src/server/runtime/forged-rows.ts'
import { backup } from '../../../src/server/tools/backup.ts'
import { restore } from '../../../src/server/tools/restore.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { TEST_SECRET_KEY } from '../../fixtures/record-keys.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { clientOf } from '../../fixtures/signer-client.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTonWorld, type TonWorld } from '../../fixtures/ton-world.ts'

const THIEF = `0:${'c'.repeat(64)}`
const PAID = 2_950_000_000n

let databases: TestDatabases
let folder: string
const stops: (() => Promise<void>)[] = []
beforeAll(async () => {
  databases = await startTestDatabases()
  folder = scratchFolder()
})
afterAll(async () => {
  for (const stop of stops) await stop()
  await databases?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const received = async (world: TonWorld): Promise<bigint> => (await world.chain.account(THIEF)).balance

/** The rows of tables, as a writer of the database can keep and put back. */
async function copyRows(from: string, into: string, tables: readonly string[]): Promise<void> {
  const { dataDir } = databases
  const [source, target] = [
    await openDatabase({ dataDir, databaseUrl: from, log: quiet }),
    await openDatabase({ dataDir, databaseUrl: into, log: quiet }),
  ]
  await target.pool.query(`truncate ${tables.join(', ')}`)
  for (const table of tables) {
    const { rows } = await source.pool.query(`select coalesce(jsonb_agg(t), '[]')::text as rows from ${table} t`)
    const insert = `insert into ${table} overriding system value select * from jsonb_populate_recordset(null::${table}, $1)`
    await target.pool.query(insert, [rows[0]?.rows])
  }
  await Promise.all([source.close(), target.close()])
}

const CHAIN = ['blocks', 'accounts', 'transactions', 'messages', 'wallets'].map((name) => `play_ton_${name}`)

test.each([
  ['with the tables of the backup', []],
  ['with the cursors of before the restore put back', ['chain_cursors']],
])(
  'After a restore %s, a withdrawal that was paid after the backup is not paid again',
  async (_, planted) => {
    const url = await databases.newDatabaseUrl()
    const first = await startTonWorld({ databases, url })
    const watcher = await first.deploy()
    const { id } = await first.newUser()
    const withdrawal = await first.request(id, { address: THIEF, amount: '3' })
    const name = planted.length > 0 ? 'planted' : 'plain'
    const source = { dataDir: join(folder, name), databaseUrl: url, secretKey: TEST_SECRET_KEY }
    cpSync(first.signer.folder, join(source.dataDir, 'signer'), { recursive: true })
    await backup(source, join(folder, `${name}.gz`))
    const payer = first.pay()
    await eventually(async () => (await first.statusOf(withdrawal)) === 'settled')
    await first.settled()
    expect(await received(first)).toBe(PAID)
    await Promise.all([payer.stop(), watcher.stop()])
    // With real money the signer is never restored together with the exchange.
    const signerFolder = join(folder, `${name}-signer`)
    cpSync(first.signer.folder, signerFolder, { recursive: true })
    await first.stop()

    const target = {
      dataDir: join(folder, `${name}-restored`),
      databaseUrl: await databases.newDatabaseUrl(),
      secretKey: TEST_SECRET_KEY,
    }
    await restore(target, join(folder, `${name}.gz`))
    await copyRows(url, target.databaseUrl, [...CHAIN, ...planted])
    const forged = openForgedRows(quiet)
    const world = await startTonWorld({ databases, url: target.databaseUrl, signerFolder, forged })
    stops.push(world.stop)
    world.watch()
    world.pay()
    await eventually(() => world.network.isReady)
    world.pass(3_800)
    await eventually(async () => (await world.chain.account(world.hot)).time * 1_000 > world.now() - 10_000)
    const booking = await bookLostTon(
      { ...world, signer: clientOf(world.signer), log: quiet },
      { operator: 'ann', reason: 'restored' },
    )
    expect(booking).toMatchObject({ type: 'done' })
    await eventually(
      async () => (await world.statusOf(withdrawal)) === 'settled' || world.network.listed()?.paused !== null,
    )
    await world.settled()
    expect(await received(world)).toBe(PAID)
    expect(forged.count).toBe(0)
  },
  120_000,
)
