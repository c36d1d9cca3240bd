/** Rows of transfers that another writer of the database has inserted. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CurrencyId } from '../../../src/contract/ids.ts'
import { depositUuid } from '../../../src/server/transactions/deposit-uuid.ts'
import { type ChainWorld, newNetwork, STREAM, startChainWorld, tokenTransfer } from '../../fixtures/chain-world.ts'
import { eventually } from '../../fixtures/eventually.ts'

let world: ChainWorld
beforeAll(async () => {
  world = await startChainWorld()
})
afterAll(() => world?.stop())

test('A row with the uuid of the next deposit makes the network fail and does not end the process; the deposit is credited once it is removed', async () => {
  const user = await world.newUser()
  const network = newNetwork(world.rpc, world.database, world.sequencer)
  network.start()
  const failures: string[] = []
  const failed = (reason: string): void => void failures.push(reason)
  while (network.addresses === undefined) await new Promise(setImmediate)
  await world.watch({ network: { ...network, addresses: network.addresses, failed } })
  await world.mine(5)
  await world.settled()
  const { txid } = await world.send(tokenTransfer(user.address, 5_000_000n))
  await world.database.pool.query(
    `insert into incoming (uuid, stream, txid, part, network_id, journal_id, height, block_hash, address, currency_id, raw,
       amount, state, seen_at, updated_at)
     select $1, 'forged', '', 0, 1, journal_id, 0, '', '', 1, 1, 1, 'final', 0, 0 from chain_cursors where stream = $2`,
    [depositUuid({ stream: STREAM, txid, part: 1 }), STREAM],
  )
  await world.mine(5)
  await eventually(() => failures.length > 0)
  expect(failures[0]).toContain('incoming_pkey')
  await world.database.pool.query("delete from incoming where stream = 'forged'")
  await world.settled()
  expect(await world.balance(user.id, 1 as CurrencyId)).toBe(5_00000000n)
  await network.stop()
})
