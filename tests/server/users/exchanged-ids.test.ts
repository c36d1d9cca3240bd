/** Saved addresses whose ids another program exchanges. */

import { beforeAll, expect, test } from 'vitest'
import { listTestNetwork } from '../../fixtures/listed-network.ts'
import { setUpDatabase, setUpTestServer } from '../../fixtures/test-exchange.ts'
import { createWithdrawer } from '../../fixtures/withdrawer.ts'

const server = setUpTestServer()
const database = setUpDatabase(server)
beforeAll(() => listTestNetwork(server().exchange.sequencer))

const THIEF = `0x${'b2'.repeat(20)}`

test('An account whose saved addresses have exchanged ids is frozen, so that no other address is deleted than the user chose', async () => {
  const owner = await createWithdrawer(server())
  await owner.saveAddress({ label: 'mine' })
  server().advanceClock(60_000)
  // With the session and a code of the owner, once.
  const { status } = await owner.saveAddress({ label: 'not mine', address: THIEF })
  expect(status).toBe(201)
  const listed = (await owner.book()).addresses
  const wrong = listed.find(({ address }) => address.toLowerCase() === THIEF)?.id ?? ''
  const { pool } = database()
  await pool.query('create table kept as select * from address_book')
  await pool.query('delete from address_book')
  await pool.query(`insert into address_book (id, user_id, network_id, currency_id, label, address, memo, created_at, active_at)
    overriding system value select (select sum(id) from kept) - id, user_id, network_id, currency_id, label, address, memo,
      created_at, active_at from kept`)
  const deleted = await owner.deleteAddress(wrong)
  const { rows } = await pool.query('select address from address_book')
  expect([deleted.status, rows.length]).toEqual([403, 2])
})
