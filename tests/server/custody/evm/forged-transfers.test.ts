/** Rows of transfers that another writer of the database has inserted. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CurrencyId } from '../../../../src/contract/ids.ts'
import { ETHEREUM } from '../../../../src/server/deposits/default-networks.ts'
import { depositUuid } from '../../../../src/server/transactions/deposit-uuid.ts'
import { type ChainWorld, STREAM, startChainWorld, tokenTransfer } from '../../../fixtures/chain-world.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { testCursors } from '../../../fixtures/test-cursors.ts'

const USDT = 1 as CurrencyId
const FIVE = 5_00000000n

let world: ChainWorld
beforeAll(async () => {
  world = await startChainWorld()
})
afterAll(() => world?.stop())

test.each(['seen', 'final'])(
  'A deposit is credited and shown although a row that is %s has its uuid',
  async (state) => {
    const user = await world.newUser()
    const before = await world.balance(user.id, USDT)
    const watcher = await world.watch()
    await world.mine(5)
    await world.settled()
    const { txid } = await world.send(tokenTransfer(user.address, 5_000_000n))
    const uuid = depositUuid({ stream: STREAM, txid, part: 1 })
    await world.database.pool.query(
      `insert into incoming (uuid, stream, txid, part, network_id, journal_id, height, block_hash, address, currency_id, raw,
       amount, state, seen_at, updated_at)
     select $1, 'forged', '', 0, 1, journal_id, 0, '', '', 1, 1, 1, $3, 0, 0 from chain_cursors where stream = $2`,
      [uuid, STREAM, state],
    )
    await world.mine(5)
    await world.settled()
    expect(await world.balance(user.id, USDT)).toBe(before + FIVE)
    const { rows } = await world.database.pool.query(
      'select stream, txid, user_id, amount, state from incoming where uuid = $1',
      [uuid],
    )
    expect(rows).toEqual([{ stream: STREAM, txid, user_id: user.id, amount: FIVE, state: 'final' }])
    await watcher.stop()
  },
)

const MOVE = 'update chain_cursors set height = $2, hash = $3 where stream = $1'
const DELETE = 'delete from chain_cursors where stream = $1 and $2 > 0 and $3 <> $1'
let generation = 1

test.each([
  ['moved to the newest final block', MOVE],
  ['deleted', DELETE],
])(
  'A cursor of the chain that is %s while the server is stopped skips no deposit, not even the first one',
  async (_, attack) => {
    const user = await world.newUser()
    await world.execute({ type: 'close-generation', network: ETHEREUM, generation: generation++ })
    const stream = `evm:ethereum:${generation}`
    const sql = async (text: string, ...values: unknown[]) => (await world.database.pool.query(text, values)).rows
    // As a new process, which knows no cursor of an earlier one.
    const follow = () => {
      const { network, database } = world
      return world.watch({ treasury: undefined, network: { ...network, cursors: testCursors(database) } })
    }
    const first = await follow()
    await eventually(async () => (await sql('select from chain_cursors where stream = $1', stream)).length === 1)
    await first.stop()
    for (const deposits of [1n, 2n]) {
      await world.send(tokenTransfer(user.address, 5_000_000n))
      await world.mine(5)
      const { final } = await world.network.chain.head()
      await sql(attack, stream, final.height, final.hash)
      const next = await follow()
      await eventually(async () => (await world.balance(user.id, USDT)) >= deposits * FIVE)
      expect(await world.balance(user.id, USDT)).toBe(deposits * FIVE)
      await next.stop()
    }
  },
)
