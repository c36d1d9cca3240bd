/** The age of an account, from a database that says another time than the journal. */

import { expect, test } from 'vitest'
import { rewardsOf } from '../../../src/engine/exchange.ts'
import { openLinkedAccounts } from '../../../src/server/earn/linked-accounts.ts'
import { openForgedRows } from '../../../src/server/runtime/forged-rows.ts'
import { createEarner } from '../../fixtures/earner.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { setUpDatabase, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const DAY = 24 * 60 * 60 * 1_000
const database = setUpDatabase(server)

test('An old account is not under review as one of many new ones because the database says that it is new', async () => {
  const { check } = openLinkedAccounts({
    database: database(),
    sequencer: server().exchange.sequencer,
    clock: { now: server().now, confirmedNow: () => undefined },
    log: quiet,
    forged: openForgedRows(quiet),
    deviceIds: async () => [],
    key: Buffer.alloc(32),
    areOn: true,
  })
  const device = { address: '10.7.7.7', tokens: [] }
  const old = await createEarner(server())
  server().advanceClock(10 * DAY)
  for (let count = 0; count < 21; count++) {
    const { user } = await createEarner(server())
    server().advanceClock(1_000)
    await check(user, device)
  }
  const before = 'update users set created_at = $2 where id = $1'
  const { rows } = await database().pool.query('select created_at from users where id = $1', [old.user])
  await database().pool.query(before, [old.user, server().now()])
  await check(old.user, device)
  // Nothing differs any more when the account is compared with its record.
  await database().pool.query(before, [old.user, rows[0].created_at])
  const standing = await server().exchange.sequencer.read((state) => rewardsOf(state, old.user).standing)
  expect(standing.state).toBe('ok')
})
