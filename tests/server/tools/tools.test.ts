/** `npm run replay` and `npm run audit` on a real data folder: beside the server, after it, and where something is wrong. */

import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { State } from '../../src/engine/state.ts'
import { openPostgresJournal } from '../../src/server/core/postgres-journal.ts'
import { postgresSnapshots } from '../../src/server/core/postgres-snapshots.ts'
import { recover } from '../../src/server/core/recovery.ts'
import { openSnapshots } from '../../src/server/core/snapshots.ts'
import { type Database, openDatabase } from '../../src/server/postgres/database.ts'
import { quiet } from './quiet.ts'
import { freePort, isReady, killDatabase, type RunningServer, startServer } from './running-server.ts'
import { Trader } from './trader.ts'
import { scratchFolder } from './world.ts'

const folder = scratchFolder()
let server: RunningServer | undefined
let trader: Trader
beforeAll(async () => {
  server = await startServer(folder, await freePort())
  trader = await Trader.signUp(server.address)
  await trader.connect(7)
  for (const volume of ['20', '30', '40'])
    await trader.place({ pair_id: 7, side: 'buy', type: 'limit', price: '0.08', volume })
  for (let bought = 0; bought < 5; bought++)
    await trader.place({ pair_id: 7, side: 'buy', type: 'market', total: '20' })
}, 60_000)
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

type Said = { readonly code: number; readonly out: string; readonly complaint: string }

/** As `npm run` does it, with this data folder. */
function run(tool: 'replay' | 'audit', dataDir = folder): Promise<Said> {
  const program = join(import.meta.dirname, '../../src/server/tools', `${tool}.ts`)
  const env = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, DATA_DIR: dataDir }
  return new Promise((resolve) =>
    execFile(process.execPath, [program, '--verify'], { env }, (error, out, complaint) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, complaint }),
    ),
  )
}

const isDatabaseUp = (): boolean => existsSync(join(folder, 'pg', 'postmaster.pid'))
const words = (line: string | undefined): string[] => (line ?? '').split(/ {2,}/)
const lineOf = (said: Said, begins: string): string[] =>
  words(said.out.split('\n').find((line) => line.startsWith(begins)))

async function expectAllIsWell(): Promise<void> {
  const [replayed, audited] = [await run('replay'), await run('audit')]
  expect([replayed.code, replayed.complaint]).toEqual([0, ''])
  expect(lineOf(replayed, 'journal').at(-1)).toBe('fits')
  expect(lineOf(replayed, 'orders')[1]).toMatch(/^8 up to command [\d,]+, 3 open$/)
  for (const part of ['orders', 'fills', 'candles', 'trades', 'positions', 'listings'])
    expect([part, lineOf(replayed, part).at(-1)]).toEqual([part, 'fits'])
  expect([audited.code, audited.complaint]).toEqual([0, ''])
  // The currency, users free, users held, demo, fees, world, nobody, sum.
  const usdt = lineOf(audited, 'USDT')
  expect([usdt[2], usdt.slice(-2)]).toEqual(['7.2', ['0', '0']])
}

test('beside the server, which goes on', async () => {
  await expectAllIsWell()
  expect(await isReady(server?.address ?? '')).toBe(true)
  const answer = await trader.place({ pair_id: 7, side: 'buy', type: 'limit', price: '1000', volume: '20' })
  expect(answer.type).toBe('order_rejected')
}, 60_000)

test('a database that was left running is left running, one that was not is stopped again', async () => {
  await server?.kill()
  expect(isDatabaseUp()).toBe(true)
  await expectAllIsWell()
  expect(isDatabaseUp()).toBe(true)
  killDatabase(folder)
  server = await startServer(folder, await freePort())
  expect(await server.stop()).toBe(0)
  server = undefined
  expect(isDatabaseUp()).toBe(false)
  await expectAllIsWell()
  expect(isDatabaseUp()).toBe(false)
}, 90_000)

test('where there is no exchange none is made', async () => {
  const empty = scratchFolder()
  for (const tool of ['replay', 'audit'] as const)
    expect(await run(tool, empty)).toEqual({ code: 1, out: '', complaint: expect.stringContaining('there is none') })
  expect(existsSync(join(empty, 'pg'))).toBe(false)
  rmSync(empty, { recursive: true })
})

/** Takes a snapshot of the last state, after somebody changed it. */
async function plantSnapshot(database: Database, change: (state: State) => void): Promise<void> {
  const journal = await openPostgresJournal(database)
  const recovered = await recover(journal, () => undefined)
  await journal.close()
  change(recovered.state)
  const snapshots = openSnapshots({ store: postgresSnapshots(database.pool), log: quiet, atStop: 0 })
  await snapshots.conclude(recovered)
}

const sql = (statement: string) => async (database: Database) => void (await database.pool.query(statement))
const FIRST_OPEN = "(select min(id) from orders where status = 'open')"
const MIDDLE = '(select max(batch) / 2 from journal)'

test('what is wrong is found, and where', async () => {
  const database = await openDatabase({ dataDir: folder, databaseUrl: undefined, log: quiet })
  const past = ['candles', 'trades', 'fills', 'positions', 'position_history', 'listings']
  const kept = ['journal', 'orders', ...past, 'snapshots', 'snapshot_chunks']
  const cases: [(database: Database) => Promise<void>, { replay?: RegExp; audit?: RegExp }][] = [
    [(database) => plantSnapshot(database, () => undefined), {}],
    [
      sql(`update orders set fee = fee + 1 where status = 'filled'`),
      { replay: /order \d+: fee is \d+ in the history/ },
    ],
    [
      sql(`update orders set status = 'cancelled' where id = ${FIRST_OPEN}`),
      { replay: /order \d+: status is cancelled/ },
    ],
    [sql(`delete from orders where id = ${FIRST_OPEN}`), { replay: /order \d+ is not in the history/ }],
    [
      sql("update orders set id = 1 where status = 'filled' and id = (select max(id) from orders)"),
      { replay: /order 1 / },
    ],
    [sql('update candles set volume = volume + 1 where pair_id = 7'), { replay: /candles: .* no replay leads to it/ }],
    [sql('update listings set at = at + 1 where pair_id = 7'), { replay: /listings: .* no replay leads to it/ }],
    [sql('delete from trades where id = 1'), { replay: /trades: .*"id":1,.* is not there/ }],
    [sql("update fills set fee = fee + 1 where role = 'taker'"), { replay: /fills: .* no replay leads to it/ }],
    [sql('update positions set cost = cost + 1 where currency_id = 1'), { replay: /positions: .* no replay/ }],
    [sql('delete from position_history'), { replay: /position_history: .* is not there/ }],
    [
      sql(`update journal set event_hash = sha256('x') where batch = ${MIDDLE}`),
      { replay: /batch \d+ \(commands \d+ to \d+\) leads to other/, audit: /batch \d+ \(commands/ },
    ],
    [
      sql(`delete from journal where batch = ${MIDDLE}`),
      { replay: /batch \d+ \(commands.* follows batch/, audit: /follows/ },
    ],
    [
      (database) => plantSnapshot(database, ({ ledger }) => void ledger.get('fees')?.free.fill(10n ** 8n)),
      { replay: /the snapshot of batch \d+, command \d+, has another state/, audit: /USDT too much: all accounts/ },
    ],
    [
      (database) => plantSnapshot(database, ({ ledger }) => void ledger.delete('world')),
      { replay: /has another state/, audit: /too much: all accounts/ },
    ],
    [
      (database) =>
        plantSnapshot(database, ({ ledger, accounts }) => {
          const user = [...accounts.values()].find(({ kind }) => kind === 'user')?.user ?? ''
          ledger.get(user)?.free.fill(-1n)
        }),
      { replay: /has another state/, audit: /has -0.00000001 \w+ free/ },
    ],
    [
      (database) =>
        plantSnapshot(database, ({ accounts, orders }) => {
          const [user] = [...accounts.values()].filter(({ kind }) => kind === 'user')
          const [order] = user?.orders ?? []
          if (order !== undefined) order.filled = (order.filled + 1) as typeof order.filled
          expect(orders.size).toBeGreaterThan(0)
        }),
      { replay: /has another state/, audit: /has \S+ USDT held, and open orders for / },
    ],
    [
      async (database) => {
        await plantSnapshot(database, () => undefined)
        await database.pool.query("update snapshots set row_hash = sha256('x')")
      },
      { replay: /the snapshot of batch \d+, command \d+, cannot be used/ },
    ],
  ]
  try {
    for (const table of kept) await database.pool.query(`create table kept_${table} as table ${table}`)
    for (const [plant, found] of cases) {
      await plant(database)
      for (const tool of ['replay', 'audit'] as const) {
        const said = await run(tool)
        const wanted = found[tool]
        expect([plant.toString(), tool, said.code, said.complaint]).toEqual([
          plant.toString(),
          tool,
          wanted === undefined ? 0 : 1,
          wanted === undefined ? expect.not.stringContaining('difference') : expect.stringMatching(wanted),
        ])
      }
      for (const table of kept.slice(0, -1)) await database.pool.query(`delete from ${table}`)
      for (const table of kept) await database.pool.query(`insert into ${table} table kept_${table}`)
    }
  } finally {
    await database.close()
  }
}, 180_000)

test('a journal that was cut off is replayed from the oldest snapshot', async () => {
  const database = await openDatabase({ dataDir: folder, databaseUrl: undefined, log: quiet })
  await plantSnapshot(database, () => undefined)
  await database.pool.query('delete from journal where batch < (select max(batch) from journal)')
  const said = await run('replay')
  await database.close()
  expect([said.code, said.complaint]).toEqual([0, ''])
  expect(lineOf(said, 'journal')[1]).toMatch(/from the snapshot of batch \d+/)
  expect(lineOf(said, 'orders').at(-1)).toBe('fits')
}, 60_000)

test('package.json names them', () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
  for (const tool of ['replay', 'audit']) expect(scripts[tool]).toBe(`node src/server/tools/${tool}.ts`)
})
