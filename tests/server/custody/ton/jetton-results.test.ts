/** Jettons that come back: they belong to the payment whose number they have only if it can have sent them. */

import { beginCell } from '@ton/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TonTransaction } from '../../../../src/chains/ton/transaction.ts'
import { transactionsAfter } from '../../../../src/chains/ton/wallet-list.ts'
import { expectDefined } from '../../../../src/engine/assert.ts'
import type { Withdrawal } from '../../../../src/engine/exchange.ts'
import { returnedCredit } from '../../../../src/server/custody/ton/credits.ts'
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
/** The transaction of the wallet that sent the jettons. */
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

const listed = () => expectDefined(world.network.listed(), 'the network is listed')

/** As if the jettons of the withdrawal had come back, so much later than they were sent. */
function comeBack(later: { readonly lt: bigint; readonly seconds: number }): TonTransaction {
  const order = beginCell()
    .storeUint(INTERNAL_TRANSFER, 32)
    .storeUint(withdrawal.payment ?? 0, 64)
    .storeCoins(RAW)
  const body = beginCell().storeUint(BOUNCED, 32).storeBuilder(order).endCell()
  const incoming = { from: playJettonWallet(withdrawal.address), value: 1n, bounce: false, bounced: true, body }
  return { ...sent, lt: sent.lt + later.lt, time: sent.time + later.seconds, external: null, incoming }
}

test('Jettons that came back before their payment was made belong to another one, and return nothing', async () => {
  await bookWalletTransaction(deps, listed(), sent)
  expect(await bookJettonResult(deps, listed(), comeBack({ lt: -1n, seconds: -3_600 }))).toBeUndefined()
  expect(await world.statusOf(withdrawal)).toBe('assigned')
})

test('Jettons that come back after their withdrawal was settled are unclaimed, and the withdrawal stays settled', async () => {
  world.watch()
  await eventually(async () => (await world.statusOf(withdrawal)) === 'settled')
  expect(await bookJettonResult(deps, listed(), comeBack({ lt: -1n, seconds: 60 }))).toBeUndefined()
  const late = comeBack({ lt: 9_000_000n, seconds: 60 })
  const settled = expectDefined(await bookJettonResult(deps, listed(), late), 'the withdrawal is settled')
  const asset = expectDefined(listed().assets.get(USDT), 'the jetton is listed')
  const address = playJettonWallet(world.hot)
  const known = { asset, address, userOf: () => undefined, treasury: undefined }
  const credit = { position: late.lt, to: 'unclaimed', raw: RAW, from: withdrawal.address, address, currency: USDT }
  expect(returnedCredit(late, known, settled)).toMatchObject(credit)
  expect(await world.statusOf(withdrawal)).toBe('settled')
  expect(await world.differences()).toEqual([])
})
