/** The tables of the past: whatever goes wrong on the way, each projection writes everything once. */

import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Done } from '../../src/server/core/carry-out.ts'
import type { Database } from '../../src/server/postgres/database.ts'
import { type Projection, type Projector, startProjector } from '../../src/server/projections/projector.ts'
import { quiet } from './quiet.ts'
import { startWorld, type World } from './world.ts'

let world: World
let database: Database
let open: Projector[] = []
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.end())
beforeEach(async () => {
  database = await world.newDatabase()
  await database.pool.query('create table told (name text, seq bigint)')
})
afterEach(async () => {
  for (const projector of open.splice(0)) await projector.stop()
})

const batch = (from: number, to: number): Done[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    seq: from + index,
    at: 0,
    command: { type: 'cancel-all', user: '', pair: null },
    outcome: { answer: { type: 'done' }, events: [], closed: [] },
  }))

/** Notes down what it is told, and then fails, as often as it is to. */
function notes(name: string, failures = 0): Projection {
  let left = failures
  return {
    name,
    async write(client: pg.PoolClient, done) {
      for (const { seq } of done) await client.query('insert into told values ($1, $2)', [name, seq])
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

const told = async (name: string): Promise<number[]> =>
  (await database.pool.query<{ seq: number }>('select seq from told where name = $1 order by seq', [name])).rows.map(
    ({ seq }) => seq,
  )
const numbers = (to: number): number[] => Array.from({ length: to }, (_, index) => index + 1)

test('one that was cut off begins again where it was, and those that were not are not told twice', async () => {
  const projector = await start(notes('before'), notes('cut-off', 2), notes('after'))
  projector.done(batch(1, 5))
  projector.done(batch(6, 9))
  expect(await projector.caughtUp(9, 10_000)).toBe(true)
  for (const name of ['before', 'cut-off', 'after']) expect([name, await told(name)]).toEqual([name, numbers(9)])
})

test('after a restart everybody is told what they have not heard, whatever the others have', async () => {
  const first = await start(notes('old'))
  first.done(batch(1, 6))
  expect(await first.caughtUp(6, 10_000)).toBe(true)
  await stop(first)
  const second = await start(notes('old'), notes('new'))
  expect(second.seq).toBe(0)
  second.done(batch(1, 8))
  expect(await second.caughtUp(8, 10_000)).toBe(true)
  for (const name of ['old', 'new']) expect([name, await told(name)]).toEqual([name, numbers(8)])
})

test('a connection on which something failed is not used again', async () => {
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
  projector.done(batch(1, 1))
  expect(await projector.caughtUp(1, 10_000)).toBe(true)
  expect(ids).toHaveLength(2)
  expect(ids[0]).not.toBe(ids[1])
})
