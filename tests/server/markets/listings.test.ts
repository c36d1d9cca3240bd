/** The listing time in the pair view. */

import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { FullPairView } from '../../../src/contract/markets/views.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { setUpTestServer, startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

const open = setUpTestServer()
const HOUR = 3_600_000

const listedAt = async ({ request }: TestServer): Promise<string | null | undefined> => {
  const { body } = await request<FullPairView[]>('GET', api.fullPairs.path)
  return body.find(({ id }) => id === 7)?.listed_at
}

test('The pair view has the listing time, also after a restart, and null if it is unknown', async () => {
  const exchange = open()
  const first = await listedAt(exchange)
  expect(first).toMatch(/^\d{4}-\d\d-\d\dT/)
  const guest = await exchange.openSocket(7)
  expect((await guest.next('coin')).data.listed_at).toBe(first)
  guest.socket.close()
  await exchange.exchange.stop()
  const again = await startTestServer(exchange.databaseUrl)
  again.advanceClock(HOUR)
  const known = await listedAt(again)
  await again.exchange.stop()
  const database = await openDatabase({ dataDir: '', databaseUrl: exchange.databaseUrl, log: quiet })
  await database.pool.query('delete from listings where pair_id = 7')
  await database.close()
  const third = await startTestServer(exchange.databaseUrl)
  const unknown = await listedAt(third)
  await third.exchange.stop()
  expect([known, unknown]).toEqual([first, null])
})
