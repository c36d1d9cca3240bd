/** Genuine marks that the database repeats: a table that inherits from another one has none of its constraints. */

import { randomInt, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { rewardsOf } from '../../../src/engine/exchange.ts'
import { openAccountMarks } from '../../../src/server/earn/account-marks.ts'
import { openLinkedAccounts } from '../../../src/server/earn/linked-accounts.ts'
import { openForgedRows } from '../../../src/server/runtime/forged-rows.ts'
import { createEarner } from '../../fixtures/earner.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { insertRegistered, serverKey } from '../../fixtures/stored-accounts.ts'
import { setUpDatabase, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' })
const database = setUpDatabase(server)

test('A genuine mark that the database repeats does not end the rewards of an account that is alone on its device', async () => {
  const { pool } = database()
  const victim = await createEarner(server(), { headers: { 'x-forwarded-for': '10.9.8.7' } })
  const key = await serverKey(pool, 'account marks')
  const linked = openLinkedAccounts({
    database: database(),
    sequencer: server().exchange.sequencer,
    clock: { now: server().now, confirmedNow: () => undefined },
    log: quiet,
    forged: openForgedRows(quiet),
    key,
    areOn: true,
    deviceIds: async () => [device],
  })
  const device = randomUUID()
  await linked.check(victim.user, { address: '10.9.8.7', tokens: [] })
  expect(await standing()).toBe('ok')
  // Three forged rows before the own one, so that the query finds the mark, and copies of the own row, whose hash is right.
  await pool.query('create table more_marks () inherits (account_marks)')
  const { rows } = await pool.query("select * from account_marks where user_id = $1 and kind = 'device'", [victim.user])
  for (const row of rows) {
    for (let count = 0; count < 3; count++) {
      const { id } = await insertRegistered(pool, { telegram_id: randomInt(1, 2 ** 40) })
      await pool.query('insert into more_marks values ($1, $2, $3, $4, $5, $6)', [
        ...[id, 'device', row.hash, row.first_seen - 1, Buffer.alloc(32), row.last_seen],
      ])
      await pool.query('insert into more_marks select * from only account_marks where user_id = $1', [victim.user])
    }
  }
  await linked.check(victim.user, { address: '10.9.8.8', tokens: [] })
  expect(await standing()).toBe('ok')

  function standing() {
    return server().exchange.sequencer.read((state) => rewardsOf(state, victim.user).standing.state)
  }
})

test('A mark that was first seen before all time ends no check of an account of the same address', async () => {
  const { pool } = database()
  const { user } = await createEarner(server(), { headers: { 'x-forwarded-for': '10.77.8.9' } })
  const marks = openAccountMarks({
    database: database(),
    clock: { now: server().now, confirmedNow: () => undefined },
    forged: openForgedRows(quiet),
    sequencer: server().exchange.sequencer,
    key: await serverKey(pool, 'account marks'),
    most: { device: 3, address: 1, ipv4_24: 1, ipv6_56: 1, ipv6_48: 1 },
  })
  const mark = { kind: 'ipv4_24', hash: Buffer.alloc(32, 7) } as const
  await marks.store(user, [mark])
  const { id } = await insertRegistered(pool, { telegram_id: randomInt(1, 2 ** 40) })
  const insert = "insert into account_marks values ($1, 'ipv4_24', $2, $3, sha256('a'), 0)"
  const other = Buffer.alloc(32, 8)
  for (const hash of [mark.hash, other]) await pool.query(insert, [id, hash, '-9223372036854775808'])
  await pool.query(insert, [user, other, '-9223372036854775807'])
  for (const crowded of [mark, ...(await marks.crowded(user))]) expect(await marks.isProven(user, crowded)).toBe(false)
  await marks.store(user, [{ ...mark, hash: other }])
})
