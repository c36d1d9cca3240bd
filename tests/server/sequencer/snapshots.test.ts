/** Snapshots in a real database: saving, loading, skipping unusable ones, and checking them against the journal. */

import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { random } from '../../../src/server/play/random.ts'
import type { Database } from '../../../src/server/postgres/database.ts'
import { startProjector } from '../../../src/server/read-models/projector.ts'
import { openLog } from '../../../src/server/runtime/log.ts'
import type { Journal } from '../../../src/server/sequencer/journal.ts'
import { postgresSnapshots } from '../../../src/server/sequencer/postgres-snapshots.ts'
import { JournalCorrupt, replayJournal } from '../../../src/server/sequencer/replay-journal.ts'
import { Sequencer } from '../../../src/server/sequencer/sequencer.ts'
import { openSnapshots } from '../../../src/server/sequencer/snapshots.ts'
import { stateHash } from '../../../src/server/sequencer/state-hash.ts'
import { openTestJournal } from '../../fixtures/record-keys.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { accounts, listings, randomCommand } from '../../simulation/simulated-traders.ts'

let databases: TestDatabases
let database: Database
let running: Running[] = []
beforeAll(async () => {
  databases = await startTestDatabases()
})
afterAll(() => databases?.stop())
beforeEach(async () => {
  database = await databases.newDatabase()
  await database.pool.query("insert into projection_positions values ('orders', 0)")
})
afterEach(async () => {
  for (const each of running.splice(0)) await each.sequencer.stop()
})

type Running = {
  readonly sequencer: Sequencer
  /** The batches read from the journal. */
  readonly read: number[]
  /** The seqs that listeners received. */
  readonly received: number[]
  /** The reasons why snapshots were skipped. */
  readonly warnings: string[]
  /** How many times the journal cannot be opened. */
  outage: number
}
const rng = random(11)
const EVERY = 100

/** Starts a sequencer like a new process; `projectedSeq` is the seq up to which the read models are complete. */
async function start(
  projectedSeq: number,
  atStop = 1_000_000,
  truncatesJournal = false,
  projected?: () => number,
): Promise<Running> {
  const [read, received, warnings]: [number[], number[], string[]] = [[], [], []]
  let started: Running | undefined
  const log = openLog('warn', { write: (line) => void warnings.push((JSON.parse(line) as { reason: string }).reason) })
  const openJournal = async (): Promise<Journal> => {
    if (started !== undefined && started.outage-- > 0) throw new Error('the database is away')
    const journal = await openTestJournal(database)
    async function* readAndTell(after: number) {
      for await (const row of journal.read(after)) {
        read.push(row.batch)
        yield row
      }
    }
    return { ...journal, read: readAndTell }
  }
  const snapshots = openSnapshots({
    store: postgresSnapshots(database.pool, truncatesJournal, projected),
    log,
    interval: EVERY,
    stopInterval: atStop,
  })
  const pause = () => new Promise<void>((wake) => void setImmediate(wake))
  const sequencer = new Sequencer({ openJournal, clock: { now: () => 1_700_000_000_000 }, log, snapshots, pause })
  sequencer.listen({ onCommitted: (batch) => void received.push(...batch.map(({ seq }) => seq)) })
  await sequencer.start(projectedSeq)
  started = { sequencer, read, received, warnings, outage: 0 }
  running.push(started)
  return started
}

async function stop(each: Running): Promise<void> {
  running = running.filter((other) => other !== each)
  await each.sequencer.stop()
}

/** Submits this many commands, five at a time. */
async function trade({ sequencer }: Running, commands: number): Promise<void> {
  const nothing = (): void => undefined
  if (sequencer.seq === 0)
    for (const command of [...listings(), ...accounts(rng)]) await sequencer.submit(command, nothing)
  for (let submitted = 0; submitted < commands; submitted += 5)
    await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        sequencer.submit(
          randomCommand(rng, `wish-${sequencer.seq}-${index}`, sequencer.seq, 1_700_000_000_000),
          nothing,
        ),
      ),
    )
}

type Stored = { readonly batch: number; readonly seq: number }
const stored = async (): Promise<Stored[]> =>
  (await database.pool.query<Stored>('select batch, seq from snapshots order by batch desc')).rows

/** Trades until a new snapshot is saved, and a little further. */
async function tradeToSnapshot(each: Running): Promise<Stored> {
  const [before] = await stored()
  await trade(each, EVERY)
  for (const until = performance.now() + 30_000; performance.now() < until; await sleep(10)) {
    const [newest] = await stored()
    if (newest === undefined || newest.batch === before?.batch) continue
    await trade(each, 10)
    return newest
  }
  throw new Error('no snapshot was taken')
}

/** Runs a sequencer until it has saved this many snapshots; returns its final state hash. */
async function runWithSnapshots(snapshots: number): Promise<{ seq: number; hash: Buffer; stored: Stored[] }> {
  const first = await start(0)
  for (let taken = 0; taken < snapshots; taken++) await tradeToSnapshot(first)
  const { seq } = first.sequencer
  const hash = await first.sequencer.read((state) => stateHash(state))
  await stop(first)
  return { seq, hash, stored: await stored() }
}

const hashOf = async ({ sequencer }: Running): Promise<Buffer> => await sequencer.read((state) => stateHash(state))

test('A start loads the newest snapshot, reads no earlier batch and sends listeners what they missed', async () => {
  const before = await runWithSnapshots(2)
  const [newest] = before.stored
  const next = await start(before.seq - 3)
  expect(await hashOf(next)).toEqual(before.hash)
  expect(Math.min(...next.read)).toBe(newest?.batch)
  expect(next.received).toEqual([before.seq - 2, before.seq - 1, before.seq])
  await trade(next, 50)
  const later = await hashOf(next)
  await stop(next)
  const journal = await openTestJournal(database)
  const { state } = await replayJournal(journal, () => undefined)
  await journal.close()
  expect(await stateHash(state)).toEqual(later)
})

test('A start skips a broken snapshot with a warning and uses the previous one, or replays the whole journal', async () => {
  const before = await runWithSnapshots(2)
  const [newest, oldest] = before.stored
  const corruptions = [
    ['update snapshots set version = 99', 'version 99'],
    ["update snapshots set state_hash = sha256('x')", 'its hash differs'],
    ["update snapshots set row_hash = sha256('x')", 'its hash differs'],
    ['update snapshots set seq = seq - 1', 'its hash differs'],
    ["update snapshots set hash = sha256('x')", 'its hash differs'],
    ['update snapshot_chunks set payload = set_byte(payload, 20, 255 - get_byte(payload, 20))', 'its hash differs'],
    ['update snapshot_chunks set payload = set_byte(payload, 40, 255 - get_byte(payload, 40))', 'its hash differs'],
    ["update snapshot_chunks set payload = ''", 'its hash differs'],
    ['delete from snapshot_chunks where chunk = 1', 'its hash differs'],
    ['delete from snapshot_chunks where chunk > 1', 'chunks are missing'],
    ['delete from snapshot_chunks', 'empty'],
  ] as const
  for (const [corruption, why] of corruptions) {
    const statement = `${corruption} ${corruption.includes(' where ') ? 'and' : 'where'} batch = $1`
    await database.pool.query('create table kept_snapshots as table snapshots')
    await database.pool.query('create table kept_chunks as table snapshot_chunks')
    await database.pool.query(statement, [newest?.batch])
    const second = await start(before.seq)
    expect([statement, await hashOf(second)]).toEqual([statement, before.hash])
    expect(second.warnings).toEqual([expect.stringContaining(why)])
    expect(second.read.find((batch) => batch !== newest?.batch)).toBe(oldest?.batch)
    await stop(second)
    await database.pool.query(statement, [oldest?.batch])
    const third = await start(before.seq)
    expect(await hashOf(third)).toEqual(before.hash)
    expect(third.warnings.length).toBe(2)
    expect(third.read).toContain(1)
    await stop(third)
    await database.pool.query('delete from snapshots')
    await database.pool.query('insert into snapshots table kept_snapshots')
    await database.pool.query('insert into snapshot_chunks table kept_chunks')
    await database.pool.query('drop table kept_snapshots, kept_chunks')
  }
})

test('A start does not use a snapshot ahead of the read models, and the older one is kept until they catch up', async () => {
  const first = await start(0)
  const [one, two] = [await tradeToSnapshot(first), await tradeToSnapshot(first)]
  await database.pool.query('update projection_positions set seq = $1', [two.seq])
  const three = await tradeToSnapshot(first)
  const four = await tradeToSnapshot(first)
  expect((await stored()).map(({ batch }) => batch)).toEqual([four, three, two, one].map(({ batch }) => batch))
  const hash = await hashOf(first)
  await stop(first)
  const second = await start(two.seq)
  expect(await hashOf(second)).toEqual(hash)
  expect(Math.min(...second.read)).toBe(two.batch)
  expect(second.received[0]).toBe(two.seq + 1)
  await database.pool.query('update projection_positions set seq = $1', [second.sequencer.seq + 1_000])
  await tradeToSnapshot(second)
  const left = (await stored()).map(({ batch }) => batch)
  expect([left.length, left.every((batch) => batch >= four.batch)]).toEqual([2, true])
})

test('A start from a snapshot works after the journal before it was truncated, with or without its own row', async () => {
  const before = await runWithSnapshots(1)
  const batch = before.stored[0]?.batch ?? 0
  const truncate = async (first: number): Promise<void> => {
    await database.pool.query('delete from journal where batch < $1', [first])
    await database.pool.query('update journal_identity set first_batch = $1', [first])
  }
  await truncate(batch)
  for (const _ of ['with', 'without']) {
    const next = await start(before.seq)
    expect(await hashOf(next)).toEqual(before.hash)
    await stop(next)
    await truncate(batch + 1)
  }
})

test('The journal is truncated exactly before the oldest usable snapshot', async () => {
  const firstBatch = async (): Promise<number | undefined> =>
    (await database.pool.query<{ first: number }>('select min(batch) as first from journal')).rows[0]?.first
  const first = await start(0, 1_000_000, true)
  const [one, two] = [await tradeToSnapshot(first), await tradeToSnapshot(first)]
  expect(await firstBatch()).toBe(1)
  await database.pool.query('update projection_positions set seq = $1', [two.seq])
  const three = await tradeToSnapshot(first)
  expect([await firstBatch(), (await stored()).length]).toEqual([one.batch, 3])
  await database.pool.query('update projection_positions set seq = $1', [three.seq])
  await tradeToSnapshot(first)
  expect([await firstBatch(), (await stored()).length]).toEqual([two.batch, 3])
  const hash = await hashOf(first)
  await stop(first)

  // A new projection starts at the beginning of the truncated journal.
  const { projections, places } = await readPositions()
  expect([projections, places]).toEqual([
    ['new', 'old'],
    [two.seq, three.seq],
  ])
  await database.pool.query('update snapshot_chunks set payload = $1 where batch = $2', ['', three.batch])
  const next = await start(three.seq)
  expect([await hashOf(next), Math.min(...next.read.slice(1))]).toEqual([hash, two.batch])
  await stop(next)
  await database.pool.query("update snapshot_chunks set payload = ''")
  const refused = start(three.seq)
  await expect(refused).rejects.toThrow(JournalCorrupt)
  await expect(refused).rejects.toThrow(`batch ${two.batch} (commands`)
  await expect(refused).rejects.toThrow('no usable snapshot reaches it')
})

test('Neither snapshots nor the journal are deleted because another program has raised the positions of the read models', async () => {
  let projected = 0
  const first = await start(0, 1_000_000, true, () => projected)
  const one = await tradeToSnapshot(first)
  projected = one.seq
  await tradeToSnapshot(first)
  await database.pool.query('update projection_positions set seq = 8000000000000000')
  const [three, four] = [await tradeToSnapshot(first), await tradeToSnapshot(first)]
  expect((await stored()).map(({ batch }) => batch)).toEqual([four.batch, three.batch, one.batch])
  expect((await database.pool.query('select min(batch) as first from journal')).rows).toEqual([{ first: 1 }])
})

test('The journal is not truncated while there is only one usable snapshot, because it may be broken', async () => {
  const first = await start(0, 1_000_000, true)
  const one = await tradeToSnapshot(first)
  await database.pool.query('update projection_positions set seq = $1', [one.seq])
  await tradeToSnapshot(first)
  const hash = await hashOf(first)
  await stop(first)
  await database.pool.query("update snapshot_chunks set payload = '' where batch = $1", [one.batch])
  const next = await start(one.seq)
  expect([await hashOf(next), next.read.includes(1)]).toEqual([hash, true])
})

test('A connection on which saving a snapshot failed is not reused', async () => {
  const head = {
    batch: 1,
    seq: 1,
    stateHash: Buffer.alloc(32),
    rowHash: Buffer.alloc(32),
    version: 1,
    hash: Buffer.alloc(32),
  }
  const client = await database.pool.connect()
  const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id')
  client.release()
  async function* chunks() {
    yield Buffer.from('x')
    throw new Error('there was no time to finish it')
  }
  await expect(postgresSnapshots(database.pool).save(head, chunks())).rejects.toThrow('no time')
  const after = await database.pool.query<{ id: number }>('select pg_backend_pid() as id')
  expect(after.rows[0]?.id).not.toBe(rows[0]?.id)
  expect(await stored()).toEqual([])
})

test('A long journal is truncated in several parts', async () => {
  await database.pool.query(`insert into journal
    select n, n, n, sha256('x'), sha256('x'), 1, 1, 'x', sha256('x') from generate_series(1, 230000) as n`)
  await database.pool.query('update projection_positions set seq = 230000')
  const { save } = postgresSnapshots(database.pool, true)
  const left: unknown[] = []
  for (const batch of [210_000, 215_000, 220_000]) {
    const head = {
      batch,
      seq: batch,
      stateHash: Buffer.alloc(32),
      rowHash: Buffer.alloc(32),
      version: 1,
      hash: Buffer.alloc(32),
    }
    await save(head, Readable.from([]))
    const { rows } = await database.pool.query<{ first: number }>('select min(batch) as first from journal')
    left.push(rows[0]?.first)
  }
  expect(left).toEqual([1, 200_001, 215_000])
})

/** The positions of an existing projection and of one added by a new version. */
async function readPositions(): Promise<{ projections: string[]; places: number[] }> {
  await database.pool.query("update projection_positions set name = 'old'")
  const projector = await startProjector(database, [{ name: 'new', write: async () => undefined }], quiet)
  await projector.stop()
  const { rows } = await database.pool.query<{ name: string; seq: number }>(
    'select * from projection_positions order by name',
  )
  await database.pool.query("delete from projection_positions where name = 'new'")
  return { projections: rows.map(({ name }) => name), places: rows.map(({ seq }) => seq) }
}

test('A start refuses a journal that does not continue the snapshot and names the batch', async () => {
  const before = await runWithSnapshots(1)
  const [{ batch, seq } = { batch: 0, seq: 0 }] = before.stored
  await database.pool.query('create table kept as table journal')
  const cases = [
    ['delete from journal where batch = $1 + 1', `batch ${batch + 2} (commands `],
    ["update journal set prev_hash = sha256('x') where batch = $1 + 1", `batch ${batch + 1} (commands ${seq + 1} to `],
    ['delete from journal where batch >= $1', `batch ${batch} is missing: a snapshot was taken there`],
  ] as const
  for (const [statement, message] of cases) {
    await database.pool.query(statement, [batch])
    const refused = start(before.seq)
    await expect(refused).rejects.toThrow(JournalCorrupt)
    await expect(refused).rejects.toThrow(message)
    await database.pool.query('delete from journal')
    await database.pool.query('insert into journal table kept')
  }
})

test('A graceful stop saves a snapshot after enough commands, and the next start replays nothing', async () => {
  const first = await start(0, 10)
  await trade(first, 40)
  const hash = await hashOf(first)
  await stop(first)
  const [last] = await stored()
  const second = await start(last?.seq ?? 0, 10)
  expect(await hashOf(second)).toEqual(hash)
  expect([second.read, second.received]).toEqual([[last?.batch], []])
  // No command was executed, so no snapshot is saved.
  await stop(second)
  expect(await stored()).toEqual([last])
})

test('A state that is dropped, because the journal could not be opened for long, is restored from a snapshot', async () => {
  const first = await start(0)
  const { batch } = await tradeToSnapshot(first)
  const hash = await hashOf(first)
  first.read.length = 0
  first.outage = 20
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
  )
  for (const until = performance.now() + 30_000; performance.now() < until; await sleep(20))
    if (first.read.length > 0 && first.sequencer.unavailableReason === undefined) break
  expect(await hashOf(first)).toEqual(hash)
  expect(Math.min(...first.read)).toBe(batch)
})
