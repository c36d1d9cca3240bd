/** Each projection writes every command exactly once despite failures. */

import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { UserId } from '../../../src/contract/ids.ts'
import type { Database } from '../../../src/server/postgres/database.ts'
import { type Projection, type Projector, startProjector } from '../../../src/server/read-models/projector.ts'
import type { ExecutedCommand } from '../../../src/server/sequencer/execute-batch.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'

let databases: TestDatabases
let database: Database
let open: Projector[] = []
beforeAll(async () => {
  databases = await startTestDatabases()
})
afterAll(() => databases?.stop())
beforeEach(async () => {
  database = await databases.newDatabase()
  await database.pool.query('create table received (name text, seq bigint)')
})
afterEach(async () => {
  for (const projector of open.splice(0)) await projector.stop()
})

const batch = (from: number, to: number): ExecutedCommand[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    seq: from + index,
    at: 0,
    command: { type: 'cancel-all', user: '' as UserId, pair: null },
    outcome: { answer: { type: 'done' }, events: [], closed: [] },
  }))

/** A projection that records the seqs it receives and fails this many times. */
function recordingProjection(name: string, failures = 0): Projection {
  let left = failures
  return {
    name,
    async write(client: pg.PoolClient, done) {
      for (const { seq } of done) await client.query('insert into received values ($1, $2)', [name, seq])
      left -= 1
      if (left >= 0) throw new Error('cut off')
    },
  }
}

async function start(...projections: readonly Projection[]): Promise<Projector> {
  const projector = await startProjector(database, projections, quiet)
  open.push(projector)
  return projector
}

async function stop(projector: Projector): Promise<void> {
  open = open.filter((each) => each !== projector)
  await projector.stop()
}

const writtenBy = async (name: string): Promise<number[]> =>
  (
    await database.pool.query<{ seq: number }>('select seq from received where name = $1 order by seq', [name])
  ).rows.map(({ seq }) => seq)
const numbers = (to: number): number[] => Array.from({ length: to }, (_, index) => index + 1)

test('A failed projection repeats its batch, and the others do not receive it twice', async () => {
  const projector = await start(
    recordingProjection('before'),
    recordingProjection('cut-off', 2),
    recordingProjection('after'),
  )
  projector.onCommitted(batch(1, 5))
  projector.onCommitted(batch(6, 9))
  expect(await projector.waitFor(9, 30_000)).toBe(true)
  for (const name of ['before', 'cut-off', 'after']) expect([name, await writtenBy(name)]).toEqual([name, numbers(9)])
})

test('After a restart each projection receives what it has not written, independent of the others', async () => {
  const first = await start(recordingProjection('old'))
  first.onCommitted(batch(1, 6))
  expect(await first.waitFor(6, 30_000)).toBe(true)
  await stop(first)
  const second = await start(recordingProjection('old'), recordingProjection('new'))
  expect(second.seq).toBe(0)
  second.onCommitted(batch(1, 8))
  expect(await second.waitFor(8, 30_000)).toBe(true)
  for (const name of ['old', 'new']) expect([name, await writtenBy(name)]).toEqual([name, numbers(8)])
})

test('A connection on which a projection failed is not reused', async () => {
  const ids: number[] = []
  let failures = 1
  const projector = await start({
    name: 'watched',
    async write(client) {
      const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id')
      ids.push(rows[0]?.id ?? 0)
      if (failures-- > 0) throw new Error('cut off')
    },
  })
  projector.onCommitted(batch(1, 1))
  expect(await projector.waitFor(1, 30_000)).toBe(true)
  expect(ids).toHaveLength(2)
  expect(ids[0]).not.toBe(ids[1])
})
