/** Results of payments on TON that another writer of the database has made up: the chain decides. */

import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { playJettonWallet } from '../../../../src/server/play-ton/genesis.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { startTonWorld, type TonWorld, USDT } from '../../../fixtures/ton-world.ts'

const RECEIVER = `0:${'c'.repeat(64)}`

let world: TonWorld
beforeEach(async () => {
  world = await startTonWorld()
  await world.deploy()
})
afterEach(() => world?.stop())

const sql = (text: string, ...values: unknown[]) => world.database.pool.query(text, values)

/** A withdrawal whose message is stored, and never reaches the chain. */
async function requestLost(amount: string, currency?: typeof USDT) {
  const { id } = await world.newUser()
  const chain = { ...world.chain, send: async () => undefined }
  world.pay({ network: { ...world.network, chain, wallet: world.hot } })
  const open = await world.request(id, { address: RECEIVER, amount, ...(currency !== undefined && { currency }) })
  const stored = 'select from payment_versions join payments on id = payment_id where withdrawal_id = $1'
  await eventually(async () => ((await sql(stored, open.id)).rowCount ?? 0) > 0)
  return open
}

test('Rows that say that jettons arrived settle no payment whose message was never sent', async () => {
  const open = await requestLost('500', USDT)
  await sql(
    `with executed as (update payments set mined_txid = '', jettons_left = true where withdrawal_id = $1
       returning id)
     insert into ton_excesses select id, $2 from executed`,
    ...[open.id, playJettonWallet(RECEIVER)],
  )
  await world.settled()
  await sleep(1_000)
  expect(await world.chain.jettonBalance(playJettonWallet(RECEIVER)).catch(() => 0n)).toBe(0n)
  expect(await world.statusOf(open)).toBe('assigned')
})
