/** What reconcile does with transactions of own addresses that the books do not have. */

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transferData } from '../../../../src/chains/evm/erc20.ts'
import type { UserId } from '../../../../src/contract/ids.ts'
import { expectDefined } from '../../../../src/engine/assert.ts'
import { networkOf, nextNonce, openPayments } from '../../../../src/engine/exchange.ts'
import { openSignerWatch } from '../../../../src/server/custody/base/signer-watch.ts'
import { bookLostEvm } from '../../../../src/server/custody/evm/book-lost-evm.ts'
import type { SignerClient } from '../../../../src/server/custody/signer/signer-client.ts'
import { PLAY_TOKEN } from '../../../../src/server/play-chain/genesis.ts'
import { createEarner } from '../../../fixtures/earner.ts'
import { ETH, ETHEREUM, USDT } from '../../../fixtures/listed-network.ts'
import { plantVersions } from '../../../fixtures/planted-versions.ts'
import { quiet } from '../../../fixtures/silent-log.ts'
import { setUpTestServer } from '../../../fixtures/test-exchange.ts'
import { startTestPayer, type TestPayer } from '../../../fixtures/test-payer.ts'
import { createWithdrawer } from '../../../fixtures/withdrawer.ts'

const server = setUpTestServer()
const sequencer = () => server().exchange.sequencer
const BY = { operator: 'ann', reason: 'test' }
let payer: TestPayer
let user: UserId
let number = 0
const newAddress = (): string => `0x${(++number).toString(16).padStart(4, '0')}${'b'.repeat(36)}`

beforeAll(async () => {
  payer = await startTestPayer(server())
})
beforeEach(async () => {
  user = (await createEarner(server())).user
})
afterAll(() => payer?.stop())

const setPaused = (paused: boolean): Promise<void> =>
  sequencer().submit({ type: 'set-network-paused', network: ETHEREUM, paused, ...BY }, () => undefined)

const isPaused = (): Promise<boolean> => sequencer().read((state) => networkOf(state, ETHEREUM)?.paused !== null)

const reconcile = (changed: Partial<SignerClient> = {}) =>
  bookLostEvm(
    { ...payer, signer: { ...payer.signerClient, ...changed }, sequencer: sequencer(), log: quiet, now: server().now },
    BY,
  )

/** A transaction of the hot wallet that the books do not have; not mined. */
async function send(transaction: { to: string; value?: string; data?: string; gas?: string }): Promise<void> {
  await payer.anvil.rpc.call('anvil_impersonateAccount', [payer.hot])
  await payer.anvil.rpc.call('eth_sendTransaction', [{ from: payer.hot, value: '0x0', ...transaction }])
  await payer.anvil.rpc.call('anvil_stopImpersonatingAccount', [payer.hot])
}

const engineNonce = (): Promise<number> => sequencer().read((state) => nextNonce(state, ETHEREUM, 0))

/** A withdrawal of 20 USDT of the user to the address that is paid. */
async function paidWithdrawal(address: string): Promise<void> {
  const running = await payer.run()
  const { id } = await payer.request(user, { address, amount: '20' })
  await payer.mineUntil(async () => (await payer.withdrawal(id))?.status === 'settled')
  await running.stop()
}

/** A withdrawal with a payment that was never signed. */
async function assignedWithdrawal(address: string) {
  const { id } = await payer.request(user, { address, amount: '20' })
  const purpose = { kind: 'withdrawal', withdrawal: id } as const
  await sequencer().submit({ type: 'assign-payment', network: ETHEREUM, purpose }, () => undefined)
  return id
}

test('Unknown payments are booked in order: to the only user who withdrew to the receiver, else to the exchange', async () => {
  const [known, stranger] = [newAddress(), newAddress()]
  await paidWithdrawal(known)
  await setPaused(true)
  await send({ to: PLAY_TOKEN, data: transferData(known, 5_000_000n) })
  await send({ to: stranger, value: '0x5' })
  await send({ to: payer.hot })
  await payer.mine(4)
  const first = await engineNonce()
  const reply = await reconcile()
  expect(reply).toMatchObject({
    type: 'done',
    payments: [
      { nonce: first, result: 'booked', user, transfer: { currency: USDT, raw: 5_000_000n, to: known } },
      { nonce: first + 1, result: 'booked', user: null, transfer: { currency: ETH, raw: 5n, to: stranger } },
      { nonce: first + 2, result: 'booked', user: null, transfer: null },
    ],
    skipped: [{ address: payer.hot, used: first + 3 }],
  })
  // With the fee of a withdrawal.
  expect(await payer.balances(user)).toEqual({ free: 9_974_00000000n, held: 0n })
  expect(await engineNonce()).toBe(first + 3)
  expect(await isPaused()).toBe(false)
})

test('A payment to an address that two users withdrew to, or that another one has saved, is charged to none of them', async () => {
  const [shared, saved] = [newAddress(), newAddress()]
  const ann = user
  for (const address of [shared, saved]) await paidWithdrawal(address)
  user = (await createEarner(server())).user
  const { id } = await payer.request(user, { address: shared, amount: '20' })
  const saver = await createWithdrawer(server())
  expect((await saver.saveAddress({ address: saved })).status).toBe(201)
  await setPaused(true)
  for (const address of [shared, saved]) await send({ to: PLAY_TOKEN, data: transferData(address, 5_000_000n) })
  await payer.mine(4)
  expect(await reconcile()).toMatchObject({ payments: [{ user: null }, { user: null }] })
  expect(await payer.balances(ann)).toEqual({ free: 9_960_00000000n, held: 0n })
  await sequencer().submit({ type: 'cancel-withdrawal', user, withdrawal: id }, () => undefined)
})

test('Rows of the history and of the address book that were deleted or forged do not change who is charged', async () => {
  const address = newAddress()
  await paidWithdrawal(address)
  const other = (await createEarner(server())).user
  const { pool } = payer.database
  const rows = () => pool.query('select from transactions where address = $1', [address])
  await expect.poll(async () => (await rows()).rowCount).toBe(1)
  await pool.query('delete from transactions where address = $1', [address])
  await pool.query(
    `insert into address_book (user_id, network_id, currency_id, label, address, memo, created_at, active_at)
     values ($1, $2, null, 'saved', $3, null, 0, 0)`,
    [other, ETHEREUM, address],
  )
  await setPaused(true)
  await send({ to: PLAY_TOKEN, data: transferData(address, 5_000_000n) })
  await payer.mine(4)
  expect(await reconcile()).toMatchObject({ payments: [{ user }] })
  expect(await payer.balances(user)).toEqual({ free: 9_974_00000000n, held: 0n })
})

test('A user without enough free balance is not charged: the exchange bears the unknown payment', async () => {
  const address = newAddress()
  await paidWithdrawal(address)
  await setPaused(true)
  await send({ to: PLAY_TOKEN, data: transferData(address, 20_000_000_000n) })
  await payer.mine(4)
  expect(await reconcile()).toMatchObject({ type: 'done', payments: [{ result: 'booked', user: null }] })
  expect(await payer.balances(user)).toEqual({ free: 9_980_00000000n, held: 0n })
})

test('An open payment whose transaction pays something else is a problem for the operator, and nothing is changed', async () => {
  const id = await assignedWithdrawal(newAddress())
  await setPaused(true)
  const next = await engineNonce()
  await send({ to: newAddress(), value: '0x5' })
  await payer.mine(4)
  const reply = await reconcile()
  expect(reply).toMatchObject({
    type: 'problem',
    problem: expect.stringMatching(/pays something else.*Nothing was changed/),
  })
  expect([await engineNonce(), await isPaused()]).toEqual([next, true])
  expect(await payer.withdrawal(id)).toMatchObject({ status: 'assigned' })
  // The payer returns it once an operator has ended the pause.
  await payer.run()
  await setPaused(false)
  await payer.mineUntil(async () => (await payer.withdrawal(id))?.status !== 'assigned')
  await (await payer.run()).stop()
})

test('An open payment that failed on the chain is returned, and one with the exact effect is settled', async () => {
  const [failed, paid] = [newAddress(), newAddress()]
  const ids = [await assignedWithdrawal(failed), await assignedWithdrawal(paid)]
  const first = (await engineNonce()) - 2
  await setPaused(true)
  await payer.withoutTokens(async () => {
    await send({ to: PLAY_TOKEN, data: transferData(failed, 19_000_000n), gas: '0x15f90' })
    await payer.mine()
  })
  await send({ to: PLAY_TOKEN, data: transferData(paid, 19_000_000n) })
  await payer.mine(4)
  expect(await reconcile()).toMatchObject({
    type: 'done',
    payments: [
      { nonce: first, result: 'returned', user },
      { nonce: first + 1, result: 'settled', user },
    ],
  })
  expect(await Promise.all(ids.map((id) => payer.withdrawal(id)))).toMatchObject([
    { status: 'returned' },
    { status: 'settled' },
  ])
  expect(await payer.balances(user)).toEqual({ free: 9_980_00000000n, held: 0n })
})

test('A signer that does not skip nonces leaves the books unchanged and names what the operator must do', async () => {
  await setPaused(true)
  await send({ to: newAddress(), value: '0x5' })
  await payer.mine(4)
  const next = await engineNonce()
  const reply = await reconcile({ ...payer.signerClient, skip: async () => 'create a file' })
  expect(reply).toMatchObject({ type: 'problem', problem: expect.stringContaining('create a file') })
  expect([await engineNonce(), await isPaused()]).toEqual([next, true])
  expect(await reconcile()).toMatchObject({ type: 'done', payments: [{ nonce: next }] })
})

test('While an unknown transaction is not final, the network stays paused and nothing is changed', async () => {
  await setPaused(true)
  const next = await engineNonce()
  await send({ to: newAddress(), value: '0x5' })
  const waiting = { type: 'problem', problem: expect.stringMatching(/not final yet.*Nothing was changed/) }
  expect(await reconcile()).toMatchObject(waiting)
  await payer.mine()
  expect(await reconcile()).toMatchObject(waiting)
  expect([await engineNonce(), await isPaused()]).toEqual([next, true])
  await payer.mine(4)
  expect(await reconcile()).toMatchObject({ type: 'done', payments: [{ nonce: next }] })
  expect(await reconcile()).toEqual({ type: 'problem', problem: 'the network is not paused. Nothing was changed.' })
})

test('A replaced block that an endpoint still answers with is not taken for the block of a lost payment', async () => {
  await setPaused(true)
  await send({ to: newAddress(), value: '0x5' })
  await payer.mine(4)
  const { chain, addresses } = payer.network
  const block: typeof chain.block = async (height) => ({ ...(await chain.block(height)), hash: `0x${'9'.repeat(64)}` })
  const network = { ...payer.network, addresses, chain: { ...chain, block } }
  const deps = { ...payer, network, signer: payer.signerClient, sequencer: sequencer(), log: quiet, now: server().now }
  expect(await bookLostEvm(deps, BY)).toMatchObject({
    problem: expect.stringContaining('two answers differ in block'),
  })
  expect(await reconcile()).toMatchObject({ type: 'done', payments: [{ result: 'booked' }] })
})

/** Only its first line is left: the signer as it was before its first payment. */
function loseJournal(): void {
  const path = join(payer.signer.folder, 'journal')
  writeFileSync(path, `${readFileSync(path, 'utf8').split('\n')[0]}\n`)
  payer.signer.reopen()
}

test('A signer that lost its newest payments gets those that are sent again, pauses the network until then, and goes on', async () => {
  const running = await payer.run()
  const [sent, next] = [newAddress(), newAddress()]
  const { id } = await payer.request(user, { address: sent, amount: '20' })
  await expect.poll(async () => (await payer.network.chain.pendingCount(payer.hot)) - (await engineNonce())).toBe(0)
  await expect.poll(async () => (await payer.withdrawal(id))?.status).toBe('assigned')
  await running.stop()
  const before = await payer.signerClient.counters()
  loseJournal()
  const watch = openSignerWatch({
    network: payer.network,
    sequencer: sequencer(),
    signer: payer.signerClient,
    log: quiet,
    intervalMillis: 1_000_000,
  })
  watch.start()
  await expect.poll(isPaused).toBe(true)
  await watch.stop()
  expect(await sequencer().read((state) => networkOf(state, ETHEREUM)?.paused)).toMatch(/journal lacks \d+ payments/)
  expect(await reconcile()).toMatchObject({ type: 'done', payments: [] })
  expect((await payer.signerClient.counters()).nonces).toEqual(before.nonces)
  await payer.run()
  const later = await payer.request(user, { address: next, amount: '20' })
  await payer.mineUntil(async () => (await payer.withdrawal(later.id))?.status === 'settled')
  expect(await payer.withdrawal(id)).toMatchObject({ status: 'settled' })
  expect([await payer.tokensOf(sent), await payer.tokensOf(next)]).toEqual([19_000_000n, 19_000_000n])
})

test('A signer that lost its payments signs the sent version again although rows have many with lower fees', async () => {
  const running = await payer.run()
  const { id } = await payer.request(user, { address: newAddress(), amount: '20' })
  await expect.poll(async () => (await payer.withdrawal(id))?.status).toBe('assigned')
  const isSent = 'select from payments where withdrawal_id = $1 and sent_at is not null'
  await expect.poll(async () => (await payer.database.pool.query(isSent, [id])).rowCount).toBe(1)
  await running.stop()
  const payment = expectDefined((await sequencer().read((state) => openPayments(state, ETHEREUM))).at(-1), 'it is open')
  const sent = await payer.signerClient.versions(payment.id)
  await plantVersions(
    payer,
    payment,
    Array.from({ length: 7 }, (_, row) => 1n + BigInt(row)),
  )
  loseJournal()
  await setPaused(true)
  expect(await reconcile()).toMatchObject({ type: 'done' })
  expect(await payer.signerClient.versions(payment.id)).toEqual(sent)
  await payer.run()
  await payer.mineUntil(async () => (await payer.withdrawal(id))?.status === 'settled')
})

test('A payment that only the signer knows is sent by reconcile, booked once it is final, and later ones are paid', async () => {
  await payer.mine(4)
  const [receiver, later] = [newAddress(), newAddress()]
  const nonce = await engineNonce()
  const generation = await sequencer().read((state) => networkOf(state, ETHEREUM)?.generation ?? 0)
  const place = { chainId: 31_337, generation, wallet: 0, nonce, contract: PLAY_TOKEN, approval: null }
  const fees = { maxFee: '9000000000', tip: '1000000000' }
  const terms = { payment: 8_000_000, withdrawal: 8_000_000, to: receiver, amount: '5000000' }
  expect(await payer.signer.sign({ kind: 'withdrawal', ...place, ...terms, ...fees })).toHaveProperty('raw')
  await setPaused(true)
  writeFileSync(join(payer.signer.folder, 'paused'), '')
  expect(await reconcile()).toMatchObject({ problem: expect.stringContaining('the signer is paused') })
  rmSync(join(payer.signer.folder, 'paused'))
  expect(await reconcile()).toMatchObject({
    problem: expect.stringMatching(/signed 1 payments .*; 1 of them were sent now/),
  })
  expect(await reconcile()).toMatchObject({ problem: expect.stringContaining('not final yet') })
  expect([await engineNonce(), await isPaused()]).toEqual([nonce, true])
  await payer.mine(4)
  expect(await reconcile()).toMatchObject({
    payments: [{ nonce, result: 'booked', user: null, transfer: { to: receiver } }],
  })
  const { id } = await payer.request(user, { address: later, amount: '20' })
  await payer.mineUntil(async () => (await payer.withdrawal(id))?.status === 'settled')
  expect([await payer.tokensOf(receiver), await payer.tokensOf(later)]).toEqual([5_000_000n, 19_000_000n])
})
