/** A database that drops what is noted of the arrival of jettons. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { playJettonWallet } from '../../../../src/server/play-ton/genesis.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { startTonWorld, type TonWorld, USDT } from '../../../fixtures/ton-world.ts'

const HOUR_SECONDS = 3_600

let world: TonWorld
beforeAll(async () => {
  world = await startTonWorld()
  await world.deploy()
})
afterAll(() => world?.stop())

test('A jetton withdrawal that the chain shows as arrived is completed, and the next one is paid, although no row says so', async () => {
  const { id } = await world.newUser()
  const { pool } = world.database
  await pool.query('create function drop_row() returns trigger language plpgsql as $$ begin return null; end $$')
  await pool.query('create trigger drop_row before insert on ton_excesses for each row execute function drop_row()')
  world.pay()
  const paid = async (digit: string) => {
    const address = `0:${digit.repeat(64)}`
    const withdrawal = await world.request(id, { address, amount: '20', currency: USDT })
    const wallet = playJettonWallet(address)
    await eventually(async () => (await world.chain.jettonBalance(wallet).catch(() => 0n)) === 19_500_000n)
    return withdrawal
  }
  const [first, second] = [await paid('c'), await paid('d')]
  world.pass(HOUR_SECONDS + 100)
  const statuses = async () => [await world.statusOf(first), await world.statusOf(second)]
  await expect.poll(statuses, { timeout: 30_000 }).toEqual(['settled', 'settled'])
})
