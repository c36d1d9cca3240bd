/** Jettons that came back once, while another program removes the row of their payment and says that it was booked after a restore. */

import { beginCell } from '@ton/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TonTransaction } from '../../../../src/chains/ton/transaction.ts'
import { transactionsAfter } from '../../../../src/chains/ton/wallet-list.ts'
import { expectDefined } from '../../../../src/engine/assert.ts'
import type { Withdrawal } from '../../../../src/engine/exchange.ts'
import { bookJettonResult } from '../../../../src/server/custody/ton/jetton-results.ts'
import { bookWalletTransaction } from '../../../../src/server/custody/ton/payment-results.ts'
import type { ResultDeps } from '../../../../src/server/custody/ton/result-deps.ts'
import { playJettonWallet } from '../../../../src/server/play-ton/genesis.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { quiet } from '../../../fixtures/silent-log.ts'
import { startTonWorld, type TonWorld, USDT } from '../../../fixtures/ton-world.ts'

const BOUNCED = 0xffffffff
const INTERNAL_TRANSFER = 0x178d4519
const RAW = 19_500_000n

let world: TonWorld
let deps: ResultDeps
let withdrawal: Withdrawal
let sent: TonTransaction

beforeAll(async () => {
  world = await startTonWorld()
  deps = { ...world, log: quiet, onWithdrawal: () => undefined }
  const watcher = await world.deploy()
  await world.differences()
  await watcher.stop()
  const payer = world.pay()
  const { id } = await world.newUser()
  const request = await world.request(id, { address: `0:${'e'.repeat(64)}`, amount: '20', currency: USDT })
  await eventually(async () => (await world.chain.jettonBalance(playJettonWallet(request.address))) === RAW)
  await payer.stop()
  await world.settled()
  withdrawal = await world.withdrawal(request.id)
  const { lastLt: lt, lastHash: hash } = await world.chain.account(world.hot)
  const list = await transactionsAfter(world.chain, world.hot, { lt, hash }, null)
  sent = expectDefined(
    list.findLast(({ external }) => external !== null),
    'the wallet has sent the jettons',
  )
})
afterAll(() => world?.stop())

test('Jettons that came back are returned to the user and are no unclaimed deposit, whatever rows say about their payment', async () => {
  const listed = expectDefined(world.network.listed(), 'the network is listed')
  await bookWalletTransaction(deps, listed, sent)
  const { payment, address } = withdrawal
  const { pool } = world.database
  // Again and again: the payer writes the row in each round.
  for (const table of ['payment_versions', 'ton_excesses'])
    await pool.query(`delete from ${table} where payment_id = $1`, [payment])
  await pool.query('delete from payments where id = $1', [payment])
  await pool.query("insert into ton_booked_messages values ('planted', $1, 'planted', $2, $3)", [
    listed.network.id,
    payment,
    address,
  ])
  const order = beginCell()
    .storeUint(INTERNAL_TRANSFER, 32)
    .storeUint(payment ?? 0, 64)
    .storeCoins(RAW)
  const body = beginCell().storeUint(BOUNCED, 32).storeBuilder(order).endCell()
  const incoming = { from: playJettonWallet(address), value: 1n, bounce: false, bounced: true, body }
  const back = { ...sent, lt: sent.lt + 9n, time: sent.time + 60, external: null, incoming }
  const unclaimedOf = await bookJettonResult(deps, listed, back)
  expect(await world.statusOf(withdrawal)).toBe('returned')
  // What is returned here is credited as an unclaimed deposit of this sender.
  expect(unclaimedOf).toBeUndefined()
  // Nor when the list is read again, as after a restart.
  expect(await bookJettonResult(deps, listed, back)).toBeUndefined()
})
