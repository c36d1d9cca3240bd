/** When friends of a referrer joined, from a database that says another time than the journal. */

import { expect, test } from 'vitest'
import type { UserId } from '../../../src/contract/ids.ts'
import { heldFriendsOf } from '../../../src/engine/exchange.ts'
import { type LinkedAccounts, openLinkedAccounts } from '../../../src/server/earn/linked-accounts.ts'
import { openForgedRows } from '../../../src/server/runtime/forged-rows.ts'
import { createEarner, type Earner } from '../../fixtures/earner.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { setUpDatabase, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer({ TRUSTED_PROXIES: '127.0.0.1' })
const HOUR = 60 * 60 * 1_000
const database = setUpDatabase(server)

const sql = (text: string, values: unknown[] = []) => database().pool.query(text, values)
let last = 0
const join = (referrer?: Earner) =>
  createEarner(server(), { ...(referrer && { referrer }), headers: { 'x-forwarded-for': `10.1.${last++}.1` } })
const held = (user: UserId) => server().exchange.sequencer.read((state) => heldFriendsOf(state, user).length)
const linkedAccounts = (): LinkedAccounts =>
  openLinkedAccounts({
    database: database(),
    sequencer: server().exchange.sequencer,
    clock: { now: server().now, confirmedNow: () => undefined },
    log: quiet,
    forged: openForgedRows(quiet),
    deviceIds: async () => [],
    key: Buffer.alloc(32),
    areOn: true,
  })
const check = (friend: Earner) => linkedAccounts().check(friend.user, { address: '10.9.9.9', tokens: [] })

/** Only the question about the friends of a referrer gets another time. */
async function withTime<T>(createdAt: number, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql(
    "select column_name as name from information_schema.columns where table_name = 'users' order by ordinal_position",
  )
  const columns = rows.map(({ name }) =>
    name === 'created_at'
      ? `case when current_query() like '%own.referrer = f.referrer%' then ${createdAt}::bigint else created_at end as created_at`
      : name,
  )
  await sql('alter table users rename to all_users')
  await sql(`create view users as select ${columns.join(', ')} from all_users`)
  try {
    return await work()
  } finally {
    await sql('drop view users')
    await sql('alter table all_users rename to users')
  }
}

test('Friends who joined in the course of days are not held back because the database says that they joined now', async () => {
  const referrer = await join()
  const friends: Earner[] = []
  for (let count = 0; count < 31; count++) {
    friends.push(await join(referrer))
    server().advanceClock(HOUR)
  }
  await withTime(server().now(), () => check(friends[0] as Earner))
  expect(await held(referrer.user)).toBe(0)
})

test('31 friends who joined within an hour are held back although the database says that they joined long ago', async () => {
  const referrer = await join()
  const friends: Earner[] = []
  for (let count = 0; count < 31; count++) friends.push(await join(referrer))
  await withTime(1, () => check(friends[0] as Earner))
  expect(await held(referrer.user)).toBe(31)
})
