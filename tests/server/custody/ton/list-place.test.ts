/** Up to where a list of transactions on TON is read and compared. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NetworkId } from '../../../../src/contract/ids.ts'
import { comparedPlace, placeIn, writePlace } from '../../../../src/server/custody/ton/list-place.ts'
import { type Database, openDatabase } from '../../../../src/server/postgres/database.ts'
import type { Sequencer } from '../../../../src/server/sequencer/sequencer.ts'
import { quiet } from '../../../fixtures/silent-log.ts'
import { testCursors } from '../../../fixtures/test-cursors.ts'
import { startTestDatabases, type TestDatabases } from '../../../fixtures/test-database.ts'

let databases: TestDatabases
let database: Database
beforeAll(async () => {
  databases = await startTestDatabases()
  database = await openDatabase({ dataDir: '', databaseUrl: await databases.newDatabaseUrl(), log: quiet })
})
afterAll(async () => {
  await database?.close()
  await databases?.stop()
})

test('After a surplus, a list without new transactions is compared again, and one whose credits are lost is not', async () => {
  const positions = new Map<string, bigint>()
  const state = { deposits: { positions } }
  const read = (async (select: (of: typeof state) => unknown) => select(state)) as unknown as Sequencer['read']
  const deps = { network: { cursors: testCursors(database) }, sequencer: { read } }
  const { rows } = await database.pool.query('select id::text from journal_identity')
  const info = { stream: 'ton:main:1', network: 4 as NetworkId, journal: rows[0].id, epoch: 1 }
  const at = async (position: bigint) => {
    positions.set(info.stream, position)
    return [await placeIn(deps, info), await comparedPlace(deps, info, false)]
  }
  await at(20n)
  await writePlace(deps, info, { place: { lt: 50n, hash: 'newest' }, until: 50n }, 1)
  const place = { lt: 50n, hash: 'newest' }
  expect(await at(20n)).toEqual([place, { place }])
  // A surplus was booked up to the newest transaction.
  expect(await at(50n)).toEqual([place, { place }])
  expect(await at(10n)).toEqual([{ lt: 10n, hash: null }, undefined])
})
