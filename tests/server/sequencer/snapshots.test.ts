/** Snapshots in a real database: taken, used, passed over when they do not fit, and never believed against the journal. */

import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Journal } from '../../src/server/core/journal.ts'
import { openPostgresJournal } from '../../src/server/core/postgres-journal.ts'
import { postgresSnapshots } from '../../src/server/core/postgres-snapshots.ts'
import { JournalBroken, recover } from '../../src/server/core/recovery.ts'
import { Sequencer } from '../../src/server/core/sequencer.ts'
import { openSnapshots } from '../../src/server/core/snapshots.ts'
import { stateHash } from '../../src/server/core/state-hash.ts'
import { random } from '../../src/server/demo/random.ts'
import { openLog } from '../../src/server/log.ts'
import type { Database } from '../../src/server/postgres/database.ts'
import { startProjector } from '../../src/server/projections/projector.ts'
import { accounts, listings, wish } from '../simulation/simulated-traders.ts'
import { quiet } from './quiet.ts'
import { startWorld, type World } from './world.ts'

let world: World
let database: Database
let running: Running[] = []
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.end())
beforeEach(async () => {
  database = await world.newDatabase()
  await database.pool.query("insert into projection_places values ('orders', 0)")
})
afterEach(async () => {
  for (const each of running.splice(0)) await each.sequencer.stop()
})

type Running = {
  readonly sequencer: Sequencer
  /** The batches that were read from the journal. */
  readonly read: number[]
  /** What listeners heard. */
  readonly heard: number[]
  /** Why snapshots were passed over. */
  readonly warned: string[]
}
const dice = random(11)
const EVERY = 100

/** As if a process began: `heard` says how far the tables of the past have come. */
async function start(heard: number, atStop = 1_000_000, cutsJournal = false): Promise<Running> {
  const [read, told, warned]: [number[], number[], string[]] = [[], [], []]
  const log = openLog('warn', { write: (line) => void warned.push((JSON.parse(line) as { why: string }).why) })
  const openJournal = async (): Promise<Journal> => {
    const journal = await openPostgresJournal(database)
    async function* readAndTell(after: number) {
      for await (const row of journal.read(after)) {
        read.push(row.batch)
        yield row
      }
    }
    return { ...journal, read: readAndTell }
  }
  const snapshots = openSnapshots({ store: postgresSnapshots(database.pool, cutsJournal), log, every: EVERY, atStop })
  const sequencer = new Sequencer({ openJournal, clock: { now: () => 1_700_000_000_000 }, log, snapshots })
  sequencer.listen({ done: (batch) => void told.push(...batch.map(({ seq }) => seq)) })
  await sequencer.start(heard)
  const started = { sequencer, read, heard: told, warned }
  running.push(started)
  return started
}

async function stop(each: Running): Promise<void> {
  running = running.filter((other) => other !== each)
  await each.sequencer.stop()
}

/** So many commands, a few a batch. */
async function trade({ sequencer }: Running, commands: number): Promise<void> {
  const nothing = (): void => undefined
  if (sequencer.seq === 0)
    for (const command of [...listings(), ...accounts(dice)]) await sequencer.submit(command, nothing)
  for (let asked = 0; asked < commands; asked += 5)
    await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        sequencer.submit(wish(dice, `wish-${sequencer.seq}-${index}`, sequencer.seq), nothing),
      ),
    )
}

type Stored = { readonly batch: number; readonly seq: number }
const stored = async (): Promise<Stored[]> =>
  (await database.pool.query<Stored>('select batch, seq from snapshots order by batch desc')).rows

/** Trades until there is one snapshot more, and some more after that. */
async function tradeToSnapshot(each: Running): Promise<Stored> {
  const [before] = await stored()
  await trade(each, EVERY)
  for (const until = performance.now() + 10_000; performance.now() < until; await sleep(10)) {
    const [newest] = await stored()
    if (newest === undefined || newest.batch === before?.batch) continue
    await trade(each, 10)
    return newest
  }
  throw new Error('no snapshot was taken')
}

/** A process that took so many, ended, and left its state's hash. */
async function live(snapshots: number): Promise<{ seq: number; hash: Buffer; stored: Stored[] }> {
  const first = await start(0)
  for (let taken = 0; taken < snapshots; taken++) await tradeToSnapshot(first)
  const { seq } = first.sequencer
  const hash = await first.sequencer.read((state) => stateHash(state))
  await stop(first)
  return { seq, hash, stored: await stored() }
}

const hashOf = async ({ sequencer }: Running): Promise<Buffer> => await sequencer.read((state) => stateHash(state))

test('a start goes on from the newest one and reads nothing before it; who listens hears all they had not', async () => {
  const before = await live(2)
  const [newest] = before.stored
  const next = await start(before.seq - 3)
  expect(await hashOf(next)).toEqual(before.hash)
  expect(Math.min(...next.read)).toBe(newest?.batch)
  expect(next.heard).toEqual([before.seq - 2, before.seq - 1, before.seq])
  await trade(next, 50)
  const later = await hashOf(next)
  await stop(next)
  const journal = await openPostgresJournal(database)
  const { state } = await recover(journal, () => undefined)
  await journal.close()
  expect(await stateHash(state)).toEqual(later)
})

test('one that is broken is passed over, with a warning, for the one before it, and for none', async () => {
  const before = await live(2)
  const [newest, oldest] = before.stored
  const breaks = [
    ['update snapshots set version = 99', 'version 99'],
    ["update snapshots set state_hash = sha256('x')", 'another hash'],
    ["update snapshots set row_hash = sha256('x')", 'another one in the journal'],
    ['update snapshots set seq = seq - 1', 'another one in the journal'],
    ['update snapshot_chunks set payload = set_byte(payload, 20, 255 - get_byte(payload, 20))', 'cannot be read'],
    ['delete from snapshot_chunks', 'empty'],
  ] as const
  for (const [statement, why] of breaks) {
    await database.pool.query('create table kept_snapshots as table snapshots')
    await database.pool.query('create table kept_chunks as table snapshot_chunks')
    await database.pool.query(`${statement} where batch = $1`, [newest?.batch])
    const second = await start(before.seq)
    expect([statement, await hashOf(second)]).toEqual([statement, before.hash])
    expect(second.warned).toEqual([expect.stringContaining(why)])
    expect(second.read.find((batch) => batch !== newest?.batch)).toBe(oldest?.batch)
    await stop(second)
    await database.pool.query(`${statement} where batch = $1`, [oldest?.batch])
    const third = await start(before.seq)
    expect(await hashOf(third)).toEqual(before.hash)
    expect(third.warned.length).toBe(2)
    expect(third.read).toContain(1)
    await stop(third)
    await database.pool.query('delete from snapshots')
    await database.pool.query('insert into snapshots table kept_snapshots')
    await database.pool.query('insert into snapshot_chunks table kept_chunks')
    await database.pool.query('drop table kept_snapshots, kept_chunks')
  }
}, 60_000)

test('one that is ahead of the tables of the past is not used, and the older one is kept until they are there', async () => {
  const first = await start(0)
  const [one, two] = [await tradeToSnapshot(first), await tradeToSnapshot(first)]
  await database.pool.query('update projection_places set seq = $1', [two.seq])
  const three = await tradeToSnapshot(first)
  const four = await tradeToSnapshot(first)
  expect((await stored()).map(({ batch }) => batch)).toEqual([four, three, two, one].map(({ batch }) => batch))
  const hash = await hashOf(first)
  await stop(first)
  const second = await start(two.seq)
  expect(await hashOf(second)).toEqual(hash)
  expect(Math.min(...second.read)).toBe(two.batch)
  expect(second.heard[0]).toBe(two.seq + 1)
  await database.pool.query('update projection_places set seq = $1', [second.sequencer.seq + 1_000])
  await tradeToSnapshot(second)
  const left = (await stored()).map(({ batch }) => batch)
  expect([left.length, left.every((batch) => batch >= four.batch)]).toEqual([2, true])
})

test('a journal that was cut off before it still starts, with or without its own row', async () => {
  const before = await live(1)
  const batch = before.stored[0]?.batch ?? 0
  await database.pool.query('delete from journal where batch < $1', [batch])
  for (const _ of ['with', 'without']) {
    const next = await start(before.seq)
    expect(await hashOf(next)).toEqual(before.hash)
    await stop(next)
    await database.pool.query('delete from journal where batch <= $1', [batch])
  }
})

test('the journal is cut off before the oldest snapshot that a start could use, and before none other', async () => {
  const firstBatch = async (): Promise<number | undefined> =>
    (await database.pool.query<{ first: number }>('select min(batch) as first from journal')).rows[0]?.first
  const first = await start(0, 1_000_000, true)
  const [one, two] = [await tradeToSnapshot(first), await tradeToSnapshot(first)]
  expect(await firstBatch()).toBe(1)
  await database.pool.query('update projection_places set seq = $1', [two.seq])
  const three = await tradeToSnapshot(first)
  expect([await firstBatch(), (await stored()).length]).toEqual([one.batch, 3])
  await database.pool.query('update projection_places set seq = $1', [three.seq])
  await tradeToSnapshot(first)
  expect([await firstBatch(), (await stored()).length]).toEqual([two.batch, 3])
  const hash = await hashOf(first)
  await stop(first)

  // Whatever reached this far is not needed from the beginning, and whatever is new begins here.
  const { projections, places } = await enrolled()
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
  await expect(refused).rejects.toThrow(JournalBroken)
  await expect(refused).rejects.toThrow(`batch ${two.batch} (commands`)
  await expect(refused).rejects.toThrow('no snapshot that fits reaches so far')
})

test('nothing is cut off while there is only one that a start could use: it may be broken', async () => {
  const first = await start(0, 1_000_000, true)
  const one = await tradeToSnapshot(first)
  await database.pool.query('update projection_places set seq = $1', [one.seq])
  await tradeToSnapshot(first)
  const hash = await hashOf(first)
  await stop(first)
  await database.pool.query("update snapshot_chunks set payload = '' where batch = $1", [one.batch])
  const next = await start(one.seq)
  expect([await hashOf(next), next.read.includes(1)]).toEqual([hash, true])
})

test('a connection on which one could not be written is not used again', async () => {
  const head = { batch: 1, seq: 1, stateHash: Buffer.alloc(32), rowHash: Buffer.alloc(32), version: 1 }
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

test('of a long journal a part is cut off at a time', async () => {
  await database.pool.query(`insert into journal
    select n, n, n, sha256('x'), sha256('x'), 1, 1, 'x' from generate_series(1, 230000) as n`)
  await database.pool.query('update projection_places set seq = 230000')
  const { save } = postgresSnapshots(database.pool, true)
  const left: unknown[] = []
  for (const batch of [210_000, 215_000, 220_000]) {
    const head = { batch, seq: batch, stateHash: Buffer.alloc(32), rowHash: Buffer.alloc(32), version: 1 }
    await save(head, Readable.from([]))
    const { rows } = await database.pool.query<{ first: number }>('select min(batch) as first from journal')
    left.push(rows[0]?.first)
  }
  expect(left).toEqual([1, 200_001, 215_000])
}, 60_000)

/** One that was there and one that came with a new version of the program. */
async function enrolled(): Promise<{ projections: string[]; places: number[] }> {
  await database.pool.query("update projection_places set name = 'old'")
  const projector = await startProjector(database, [{ name: 'new', write: async () => undefined }], quiet)
  await projector.stop()
  const { rows } = await database.pool.query<{ name: string; seq: number }>(
    'select * from projection_places order by name',
  )
  await database.pool.query("delete from projection_places where name = 'new'")
  return { projections: rows.map(({ name }) => name), places: rows.map(({ seq }) => seq) }
}

test('a journal that does not continue it is refused, and where is said', async () => {
  const before = await live(1)
  const [{ batch, seq } = { batch: 0, seq: 0 }] = before.stored
  await database.pool.query('create table kept as table journal')
  const cases = [
    ['delete from journal where batch = $1 + 1', `batch ${batch + 2} (commands `],
    ["update journal set prev_hash = sha256('x') where batch = $1 + 1", `batch ${batch + 1} (commands ${seq + 1} to `],
    ['delete from journal where batch >= $1', `batch ${batch} is missing, with all after it`],
  ] as const
  for (const [statement, says] of cases) {
    await database.pool.query(statement, [batch])
    const refused = start(before.seq)
    await expect(refused).rejects.toThrow(JournalBroken)
    await expect(refused).rejects.toThrow(says)
    await database.pool.query('delete from journal')
    await database.pool.query('insert into journal table kept')
  }
})

test('an ordered stop takes a last one when enough happened, and the next start has nothing to replay', async () => {
  const first = await start(0, 10)
  await trade(first, 40)
  const hash = await hashOf(first)
  await stop(first)
  const [last] = await stored()
  const second = await start(last?.seq ?? 0, 10)
  expect(await hashOf(second)).toEqual(hash)
  expect([second.read, second.heard]).toEqual([[last?.batch], []])
  // Nothing happened: no other one.
  await stop(second)
  expect(await stored()).toEqual([last])
})

test('a commit that goes wrong: the state comes back from a snapshot too', async () => {
  const first = await start(0)
  const { batch } = await tradeToSnapshot(first)
  const hash = await hashOf(first)
  first.read.length = 0
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
  )
  for (const until = performance.now() + 10_000; performance.now() < until; await sleep(20))
    if (first.read.length > 0 && first.sequencer.trouble === undefined) break
  expect(await hashOf(first)).toEqual(hash)
  expect(Math.min(...first.read)).toBe(batch)
})
