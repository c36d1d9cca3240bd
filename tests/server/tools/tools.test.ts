/** `npm run replay` and `npm run audit` on a real data folder: with the server, without it, and with corrupt data. */

import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectDefined } from '../../../src/engine/assert.ts'
import type { Owner, State } from '../../../src/engine/exchange.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { postgresSnapshots } from '../../../src/server/sequencer/postgres-snapshots.ts'
import { replayJournal } from '../../../src/server/sequencer/replay-journal.ts'
import { openSnapshots } from '../../../src/server/sequencer/snapshots.ts'
import { programEnvironment } from '../../fixtures/program-environment.ts'
import { openTestJournal } from '../../fixtures/record-keys.ts'
import { scratchDataDir, scratchFolder } from '../../fixtures/scratch-folder.ts'
import { freePort, isReady, killDatabase, type RunningServer, startServer } from '../../fixtures/server-process.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { Trader } from '../../fixtures/socket-trader.ts'

const folder = scratchDataDir()
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
})
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

type Output = { readonly code: number; readonly out: string; readonly problem: string }

/** Runs the tool like `npm run`, with this data folder. */
function run(tool: 'replay' | 'audit', dataDir = folder): Promise<Output> {
  const program = join(import.meta.dirname, '../../../src/server/tools', `${tool}.ts`)
  const env = { ...programEnvironment(), DATA_DIR: dataDir }
  return new Promise((resolve) =>
    execFile(process.execPath, [program, '--verify'], { env }, (error, out, problem) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, problem }),
    ),
  )
}

const isDatabaseUp = (): boolean => existsSync(join(folder, 'pg', 'postmaster.pid'))
const columnsOf = (line: string | undefined): string[] => (line ?? '').split(/ {2,}/)
const lineOf = (output: Output, begins: string): string[] =>
  columnsOf(output.out.split('\n').find((line) => line.startsWith(begins)))

async function expectNoProblems(): Promise<void> {
  const [replayed, audited] = [await run('replay'), await run('audit')]
  expect([replayed.code, replayed.problem]).toEqual([0, ''])
  expect(lineOf(replayed, 'journal').at(-1)).toBe('ok')
  expect(lineOf(replayed, 'orders')[1]).toMatch(/^8 up to command [\d,]+, 3 open$/)
  for (const part of ['orders', 'fills', 'candles', 'trades', 'positions', 'listings'])
    expect([part, lineOf(replayed, part).at(-1)]).toEqual([part, 'ok'])
  expect([audited.code, audited.problem]).toEqual([0, ''])
  // The currency, users free, users held, demo, fees, world, nobody, sum.
  const usdt = lineOf(audited, 'USDT')
  expect([usdt[2], usdt.slice(-2)]).toEqual(['7.2', ['0', '0']])
}

test('The tools verify a healthy data folder while the server runs', async () => {
  await expectNoProblems()
  await expect.poll(() => isReady(server?.address ?? '')).toBe(true)
  const answer = await trader.place({ pair_id: 7, side: 'buy', type: 'limit', price: '1000', volume: '20' })
  expect(answer.type).toBe('order_rejected')
})

test('The tools leave a running database running and stop one they have started', async () => {
  await server?.kill()
  expect(isDatabaseUp()).toBe(true)
  await expectNoProblems()
  expect(isDatabaseUp()).toBe(true)
  killDatabase(folder)
  server = await startServer(folder, await freePort())
  expect(await server.stop()).toBe(0)
  server = undefined
  expect(isDatabaseUp()).toBe(false)
  await expectNoProblems()
  expect(isDatabaseUp()).toBe(false)
})

test('The tools report a missing database and create none', async () => {
  const empty = scratchFolder()
  for (const tool of ['replay', 'audit'] as const)
    expect(await run(tool, empty)).toEqual({
      code: 1,
      out: '',
      problem: expect.stringContaining('it does not exist, so set the DATA_DIR'),
    })
  expect(existsSync(join(empty, 'pg'))).toBe(false)
  rmSync(empty, { recursive: true })
})

/** Saves a snapshot of the last state with this change. */
async function plantSnapshot(database: Database, change: (state: State) => void): Promise<void> {
  const journal = await openTestJournal(database, { dataDir: folder })
  const recovered = await replayJournal(journal, () => undefined)
  await journal.close()
  change(recovered.state)
  const snapshots = openSnapshots({ store: postgresSnapshots(database.pool), log: quiet, stopInterval: 0 })
  await snapshots.stop(recovered)
}

/** Sets the two numbers of each free balance of an owner. */
function setFree({ core }: State, owner: Owner, high: number, low: number): void {
  const { owners, purses } = core.records
  for (let purse = owners.firstPurse[core.owners.handleOf(owner)]!; purse !== 0; purse = purses.next[purse]!) {
    purses.freeHigh[purse] = high
    purses.freeLow[purse] = low
  }
}

/** The flag of an order that sells. */
const SELL = 1

const sql = (statement: string) => async (database: Database) => void (await database.pool.query(statement))
const FIRST_OPEN = "(select min(id) from orders where status = 'open')"
const MIDDLE = '(select max(batch) / 2 from journal)'

test('The tools find every corruption and name its place', async () => {
  const database = await openDatabase({ dataDir: folder, databaseUrl: undefined, log: quiet })
  // A tool that ends stops the database unless there is a connection, and the pool closes an idle one after ten seconds.
  const session = await database.connect()
  const projections = ['candles', 'trades', 'fills', 'positions', 'position_history', 'listings']
  const tables = ['journal', 'orders', ...projections, 'snapshots', 'snapshot_chunks']
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
    [
      sql('update candles set volume = volume + 1 where pair_id = 7'),
      { replay: /candles: .* not created by a replay/ },
    ],
    [sql('update listings set at = at + 1 where pair_id = 7'), { replay: /listings: .* not created by a replay/ }],
    [sql('delete from trades where id = 1'), { replay: /trades: .*"id":1,.* not stored/ }],
    [sql("update fills set fee = fee + 1 where role = 'taker'"), { replay: /fills: .* not created by a replay/ }],
    [sql('update positions set cost = cost + 1 where currency_id = 1'), { replay: /positions: .* not created/ }],
    [sql('delete from position_history'), { replay: /position_history: .* not stored/ }],
    [
      sql(`update journal set event_hash = sha256('x') where batch = ${MIDDLE}`),
      { replay: /batch \d+ \(commands \d+ to \d+\) was changed: its hash differs/, audit: /batch \d+ \(commands/ },
    ],
    [
      sql(`delete from journal where batch = ${MIDDLE}`),
      { replay: /batch \d+ \(commands.* follows batch/, audit: /follows/ },
    ],
    [
      (database) => plantSnapshot(database, (state) => setFree(state, 'fees', 0, 10 ** 8)),
      { replay: /the snapshot of batch \d+, command \d+, has another state/, audit: /USDT too much: all accounts/ },
    ],
    [
      (database) => plantSnapshot(database, (state) => setFree(state, 'world', 0, 0)),
      { replay: /has another state/, audit: /too much: all accounts/ },
    ],
    [
      (database) =>
        plantSnapshot(database, ({ core, accounts }) => {
          const { orders, owners } = core.records
          const buys = [...accounts.values()]
            .flatMap(({ user }) => owners.oldest[core.owners.handleOf(user)] || [])
            .filter((order) => ((orders.flags[order] ?? 0) & SELL) === 0)
          orders.left[expectDefined(buys[0], 'a buy order is open')]! -= 1
        }),
      { replay: /has another state/, audit: /has \S+ USDT held, and open orders and withdrawals for / },
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
    for (const table of tables) await database.pool.query(`create table kept_${table} as table ${table}`)
    for (const [corrupt, found] of cases) {
      await corrupt(database)
      for (const tool of ['replay', 'audit'] as const) {
        const output = await run(tool)
        const wanted = found[tool]
        expect([corrupt.toString(), tool, output.code, output.problem]).toEqual([
          corrupt.toString(),
          tool,
          wanted === undefined ? 0 : 1,
          wanted === undefined ? expect.not.stringContaining('difference') : expect.stringMatching(wanted),
        ])
      }
      for (const table of tables.slice(0, -1)) await database.pool.query(`delete from ${table}`)
      for (const table of tables) await database.pool.query(`insert into ${table} table kept_${table}`)
    }
  } finally {
    await session.end()
    await database.close()
  }
}, 180_000)

test('The replay tool starts a truncated journal at the oldest snapshot', async () => {
  const database = await openDatabase({ dataDir: folder, databaseUrl: undefined, log: quiet })
  await plantSnapshot(database, () => undefined)
  await database.pool.query('delete from journal where batch < (select max(batch) from journal)')
  await database.pool.query('update journal_identity set first_batch = (select min(batch) from journal)')
  const output = await run('replay')
  await database.close()
  expect([output.code, output.problem]).toEqual([0, ''])
  expect(lineOf(output, 'journal')[1]).toMatch(/from the snapshot of batch \d+/)
  expect(lineOf(output, 'orders').at(-1)).toBe('ok')
})

test('The scripts replay and audit in package.json run the tools', () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'))
  for (const tool of ['replay', 'audit'])
    expect(scripts[tool]).toBe(`node src/tools/run.mjs src/server/tools/${tool}.ts`)
})
