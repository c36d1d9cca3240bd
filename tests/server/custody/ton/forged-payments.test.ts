/** Rows of payments on TON that another writer of the database has changed: they pay nobody twice. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { networkOf } from '../../../../src/engine/exchange.ts'
import { TON } from '../../../../src/server/deposits/default-networks.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { startTonWorld, type TonWorld } from '../../../fixtures/ton-world.ts'

let world: TonWorld
beforeAll(async () => {
  world = await startTonWorld()
})
afterAll(() => world?.stop())

test('A payment whose message the tables hide is not made again: the network is paused', async () => {
  const watcher = await world.deploy()
  const { id } = await world.newUser()
  const address = `0:${'c'.repeat(64)}`
  const received = async (): Promise<bigint> => (await world.chain.account(address)).balance
  await watcher.stop()
  const payer = world.pay()
  const withdrawal = await world.request(id, { address, amount: '3' })
  await eventually(async () => (await received()) > 0n)
  const paid = await received()
  const hidden = `with hidden as (update payment_versions v set txid = '0x' || repeat('0', 64) from payments p
    where p.id = v.payment_id and p.withdrawal_id = $1 returning (select txid from payment_versions o
      where o.payment_id = v.payment_id) as txid, p.network_id)
    insert into ton_booked_messages (body_hash, network_id, txid) select substr(txid, 3), network_id, txid from hidden`
  await world.database.pool.query(hidden, [withdrawal.id])
  world.watch()
  world.pass(3_800)
  const paused = () => world.sequencer.read((state) => networkOf(state, TON)?.paused ?? undefined)
  await eventually(async () => (await paused()) !== undefined || (await received()) > paid)
  expect(await received()).toBe(paid)
  expect(await paused()).toMatch(/^payment \d+ was executed/)
  expect(await world.statusOf(withdrawal)).toBe('assigned')
  await payer.stop()
})
