/** Which stored position of a read model is believed: that of this process, or of one that wrote the journal before. */

import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { random } from '../../../src/server/play/random.ts'
import type { Database } from '../../../src/server/postgres/database.ts'
import { type Projection, startProjector } from '../../../src/server/read-models/projector.ts'
import { openForgedRows } from '../../../src/server/runtime/forged-rows.ts'
import { Sequencer } from '../../../src/server/sequencer/sequencer.ts'
import { openTestJournal } from '../../fixtures/record-keys.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { accounts } from '../../simulation/simulated-traders.ts'

let databases: TestDatabases
let database: Database
const open = new Set<() => Promise<unknown>>()
beforeAll(async () => {
  databases = await startTestDatabases()
})
afterAll(() => databases?.stop())
beforeEach(async () => {
  database = await databases.newDatabase()
  await database.pool.query('create table received (seq bigint)')
})
afterEach(async () => {
  for (const stop of open) await stop()
})

const sql = (text: string) => database.pool.query(text)
const setTo = (seq: string) => sql(`update projection_positions set seq = ${seq}`)

/** The seqs that were written, in order; a seq that was written twice is there twice. */
const received = async (): Promise<number[]> =>
  (await sql('select seq from received order by seq')).rows.map(({ seq }) => seq)
const numbers = (to: number): number[] => Array.from({ length: to }, (_, index) => index + 1)

const RECORDED: Projection = {
  name: 'recorded',
  async write(client, batch) {
    for (const { seq } of batch) await client.query('insert into received values ($1)', [seq])
  },
}

type Meddling = {
  /** Called instead of each commit of the projector. */
  readonly atCommit?: (client: pg.PoolClient) => Promise<void>
  /** Called after the positions were read, before the journal is locked. */
  readonly beforeJournal?: () => Promise<void>
}

/** A process that executes commands. */
async function start({ atCommit, beforeJournal }: Meddling = {}) {
  const forged = openForgedRows(quiet)
  const rng = random(3)
  const sequencer = new Sequencer({
    openJournal: () => openTestJournal(database),
    clock: { now: () => 1_700_000_000_000 },
    log: quiet,
  })
  const own = atCommit === undefined ? database : { ...database, pool: meddled(database.pool, atCommit) }
  const projector = await startProjector(own, [RECORDED], quiet, { forged, sequencer })
  sequencer.listen(projector)
  await beforeJournal?.()
  await sequencer.start(projector.seq)
  const stop = async () => {
    open.delete(stop)
    await sequencer.stop()
    await projector.stop()
  }
  open.add(stop)
  const submit = async () => {
    const [command] = accounts(rng)
    if (command !== undefined) await sequencer.submit(command, () => undefined)
  }
  const execute = async () => {
    await submit()
    expect(await projector.waitFor(sequencer.seq, 30_000)).toBe(true)
  }
  return { sequencer, projector, forged, submit, execute, stop }
}

/** Of a pool that the projector only connects with, and reads positions with. */
const meddled = (pool: pg.Pool, atCommit: (client: pg.PoolClient) => Promise<void>): pg.Pool =>
  ({
    query: (text: string, values?: unknown[]) => pool.query(text, values),
    async connect() {
      const client = await pool.connect()
      return {
        query: (text: string, values?: unknown[]) =>
          text === 'commit' ? atCommit(client) : client.query(text, values),
        release: (error?: Error) => client.release(error),
      }
    },
  }) as unknown as pg.Pool

test.each(['8000000000000000', 'seq + 1', '(select max(last_seq) from journal) + 1', 'seq - 1', '0'])(
  'Each command is written once although another program sets the position to %s, and it is noted',
  async (seq) => {
    const { execute, forged } = await start()
    await execute()
    await execute()
    expect(forged.count).toBe(0)
    await setTo(seq)
    await execute()
    await execute()
    expect([await received(), forged.count]).toEqual([numbers(4), 1])
    expect((await sql('select seq from projection_positions')).rows).toEqual([{ seq: 4 }])
  },
)

test('The first command after a start is written although another program has raised the position since', async () => {
  const first = await start()
  await first.execute()
  await first.stop()
  const second = await start()
  await setTo('8000000000000000')
  await second.execute()
  expect([await received(), second.forged.count]).toEqual([numbers(2), 1])
})

test('Commands that a start has to write again are written although another program sets the position to the end of the journal', async () => {
  const first = await start()
  await first.execute()
  await first.execute()
  await first.stop()
  await sql('truncate received')
  await setTo('0')
  let [isRunning, failures] = [false, 0]
  const atCommit = async (client: pg.PoolClient): Promise<void> => {
    if (failures === 2) return void (await client.query('commit'))
    await client.query('rollback')
    // The first failure is of a transaction that may have begun before the journal was read.
    if (isRunning) failures += 1
    if (failures === 2) await setTo('2')
    throw new Error('the connection was lost')
  }
  const second = await start({ atCommit })
  isRunning = true
  expect(await second.projector.waitFor(2, 30_000)).toBe(true)
  expect([await received(), second.forged.count]).toEqual([numbers(2), 1])
})

test('A row that another program has deleted is stored again, and each command is written once', async () => {
  const { execute, forged } = await start()
  await execute()
  await sql('delete from projection_positions')
  await execute()
  await execute()
  expect([await received(), forged.count]).toEqual([numbers(3), 1])
  expect((await sql('select seq from projection_positions')).rows).toEqual([{ seq: 3 }])
})

test.each([
  ['has succeeded', 'commit', 'seq'],
  ['has failed', 'rollback', 'seq'],
  ['has succeeded', 'commit', '8000000000000000'],
  ['has failed', 'rollback', '8000000000000000'],
  ['has succeeded', 'commit', 'seq - 1'],
  ['has failed', 'rollback', 'seq + 1'],
])(
  'Each command is written once if a commit %s without an answer (%s) twice, while another program sets the position to %s',
  async (_, outcome, seq) => {
    let unanswered = 0
    const atCommit = async (client: pg.PoolClient): Promise<void> => {
      if (unanswered === 0) return void (await client.query('commit'))
      unanswered -= 1
      await client.query(outcome)
      await setTo(seq)
      throw new Error('the connection was lost')
    }
    const { execute, forged } = await start({ atCommit })
    await execute()
    unanswered = 2
    await execute()
    await execute()
    expect([await received(), forged.count]).toEqual([numbers(3), seq === 'seq' ? 0 : 1])
  },
)

test('What the previous process writes while this one starts is not written again', async () => {
  const first = await start()
  await first.execute()
  await first.execute()
  await first.stop()
  await sql('truncate received')
  await setTo('0')
  const second = await start({
    async beforeJournal() {
      await sql('insert into received values (1), (2)')
      await setTo('2')
    },
  })
  expect(await second.projector.waitFor(2, 30_000)).toBe(true)
  await second.execute()
  expect([await received(), second.forged.count]).toEqual([numbers(3), 0])
})

test('A process that has lost the journal to another one writes nothing, and later continues where that one was', async () => {
  const first = await start()
  await first.execute()
  const holder = await database.connect()
  await holder.query('begin; select from projection_positions for update')
  await first.submit()
  const other = await database.connect()
  // Not those of other tests in the same PostgreSQL.
  const ofDatabase = 'database = (select oid from pg_database where datname = current_database())'
  await sql(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and ${ofDatabase}`)
  await other.query('select pg_advisory_lock(7836110)')
  await holder.end()
  await expect.poll(() => first.projector.isFailing).toBe(true)
  // As the other process does, with the command that it finds in the journal.
  await sql('insert into received values (2)')
  await setTo('2')
  await other.end()
  expect(await first.projector.waitFor(2, 30_000)).toBe(true)
  await expect.poll(() => first.sequencer.unavailableReason).toBe(undefined)
  await first.execute()
  expect([await received(), first.forged.count]).toEqual([numbers(3), 0])
})
