/** When a pair was listed, as its view says it. */

import { expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { FullPairView } from '../../src/contract/views.ts'
import { openDatabase } from '../../src/server/postgres/database.ts'
import { type House, house, openHouse } from './exchange-world.ts'
import { quiet } from './quiet.ts'

const open = house()
const HOUR = 3_600_000

const listedAt = async ({ ask }: House): Promise<string | null | undefined> => {
  const { body } = await ask<FullPairView[]>('GET', api.fullPairs.path)
  return body.find(({ id }) => id === 7)?.listed_at
}

test('a pair says when it was listed, also after a restart, and not when nobody knows any more', async () => {
  const exchange = open()
  const first = await listedAt(exchange)
  expect(first).toMatch(/^\d{4}-\d\d-\d\dT/)
  const guest = await exchange.join(7)
  expect((await guest.next('coin')).data.listed_at).toBe(first)
  guest.socket.close()
  await exchange.exchange.stop()
  const again = await openHouse(exchange.databaseUrl)
  again.later(HOUR)
  const known = await listedAt(again)
  await again.exchange.stop()
  const forgetful = await openDatabase({ dataDir: '', databaseUrl: exchange.databaseUrl, log: quiet })
  await forgetful.pool.query('delete from listings where pair_id = 7')
  await forgetful.close()
  const third = await openHouse(exchange.databaseUrl)
  const forgotten = await listedAt(third)
  await third.exchange.stop()
  expect([known, forgotten]).toEqual([first, null])
})
