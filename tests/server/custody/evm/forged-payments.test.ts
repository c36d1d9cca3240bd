/** Rows of payments that another writer of the database has changed: they credit nobody, and pay nobody twice. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '../../../../src/contract/ids.ts'
import { expectDefined } from '../../../../src/engine/assert.ts'
import { free } from '../../../../src/engine/exchange.ts'
import { bookLostEvm } from '../../../../src/server/custody/evm/book-lost-evm.ts'
import { compareChain } from '../../../../src/server/custody/evm/compare-chain.ts'
import { openSweeper } from '../../../../src/server/custody/evm/sweeper.ts'
import { openWatcher, type Watcher } from '../../../../src/server/custody/evm/watcher.ts'
import { PLAY_TOKEN } from '../../../../src/server/play-chain/genesis.ts'
import { STREAM } from '../../../fixtures/chain-world.ts'
import { createEarner } from '../../../fixtures/earner.ts'
import { ETH, ETHEREUM, USDT } from '../../../fixtures/listed-network.ts'
import { quiet } from '../../../fixtures/silent-log.ts'
import { testCursors } from '../../../fixtures/test-cursors.ts'
import { setUpTestServer } from '../../../fixtures/test-exchange.ts'
import { startTestPayer, type TestPayer } from '../../../fixtures/test-payer.ts'

const server = setUpTestServer()
let payer: TestPayer
let watcher: Watcher
beforeAll(async () => {
  payer = await startTestPayer(server())
  startWatcher()
})
afterAll(async () => {
  await watcher?.stop()
  await payer?.stop()
})

function startWatcher(): void {
  watcher = openWatcher({
    ...shared(),
    treasury: payer.treasury,
    pollMillis: 20,
    clock: { now: server().now },
    onDeposit: () => undefined,
  })
  watcher.start()
}

const shared = () => {
  const { network, database } = payer
  return { network, database, sequencer: server().exchange.sequencer, log: quiet, now: server().now }
}
const setPaused = (paused: boolean) => {
  const by = { operator: 'ann', reason: 'a test' }
  return shared().sequencer.submit({ type: 'set-network-paused', network: ETHEREUM, paused, ...by }, () => undefined)
}
const sql = (text: string, ...values: unknown[]) => payer.database.pool.query(text, values)
const coinsOf = (user: UserId, currency = ETH) => shared().sequencer.read((state) => free(state, user, currency))
const addressOf = async (user: UserId) => String(await payer.network.addresses?.give(user))

/** While `work` runs, the statements of PL/pgSQL change each new row of the table. */
async function withTrigger(table: string, statements: string, work: () => Promise<void>): Promise<void> {
  await sql(`create function forged() returns trigger language plpgsql as $$ begin ${statements} return new; end $$`)
  await sql(`create trigger forged before insert on ${table} for each row execute function forged()`)
  await work().finally(() => sql('drop function forged cascade'))
}

/** Until the watcher has processed the newest final block. */
async function followed(): Promise<void> {
  await payer.mine(5)
  const { final } = await payer.network.chain.head()
  const height = async () => (await sql('select height from chain_cursors where stream = $1', STREAM)).rows[0]?.height
  await expect.poll(height, { timeout: 10_000 }).toBeGreaterThanOrEqual(final.height)
}

/** A transaction of another sender that the chain reverts, in a block. */
async function revertedElsewhere(): Promise<string> {
  const from = `0x${'d'.repeat(40)}`
  const { rpc } = payer.anvil
  await rpc.call('anvil_setBalance', [from, `0x${(10n ** 18n).toString(16)}`])
  await rpc.call('anvil_impersonateAccount', [from])
  const txid = await rpc.call('eth_sendTransaction', [{ from, to: PLAY_TOKEN, data: '0xffffffff', gas: '0x30000' }])
  await payer.mine()
  expect(await rpc.call('eth_getTransactionReceipt', [txid])).toMatchObject({ status: '0x0' })
  return txid as string
}

test('A stored version that names a reverted transaction of another account does not return a withdrawal that was paid', async () => {
  const { user } = await createEarner(server())
  const address = `0x${'c'.repeat(40)}`
  const forged = await revertedElsewhere()
  await payer.run()
  const { id } = await payer.request(user, { address, amount: '20' })
  await payer.mineUntil(async () => (await payer.tokensOf(address)) > 0n)
  await payer.database.pool.query(
    `insert into payment_versions select payment_id, raw, $2, max_fee, tip, stored_at
     from payment_versions join payments on id = payment_id where withdrawal_id = $1`,
    [id, forged],
  )
  await payer.mineUntil(async () => ['settled', 'returned'].includes((await payer.withdrawal(id))?.status ?? ''))
  expect((await payer.withdrawal(id))?.status).toBe('settled')
  expect(await payer.tokensOf(address)).toBe(19_000_000n)
  expect(await payer.balances(user)).toEqual({ free: 9_980_00000000n, held: 0n })
})

test('Gas that the exchange sends to a deposit address is not credited to its user if its row says that it is a withdrawal', async () => {
  const { user } = await createEarner(server())
  const address = await addressOf(user)
  const before = await coinsOf(user)
  await withTrigger('payments', `if new.kind = 'gas' then new.kind := 'withdrawal'; end if;`, async () => {
    await payer.fund(address, PLAY_TOKEN, 300_000_000n)
    // A usual price of gas, so that the amount is not below the smallest deposit.
    await payer.anvil.rpc.call('anvil_setNextBlockBaseFeePerGas', [`0x${(30n * 10n ** 9n).toString(16)}`])
    await payer.mine()
    await payer.run({ otherPurposes: openSweeper({ ...shared(), intervalMillis: 0 }) })
    await payer.mineUntil(async () => (await payer.tokensOf(address)) === 0n)
    await payer.mineUntil(async () => (await payer.openPayments()) === 0)
    await followed()
  })
  expect(await coinsOf(user)).toBe(before)
  expect(payer.forged.count).toBe(1)
})

test('A withdrawal to the deposit address of another user is credited to that user if its row says that it is gas', async () => {
  const [{ user: sender }, { user: receiver }] = [await createEarner(server()), await createEarner(server())]
  const before = await coinsOf(receiver, USDT)
  await withTrigger('payments', `new.kind := 'gas';`, async () => {
    await payer.run()
    const { id } = await payer.request(sender, { address: await addressOf(receiver), amount: '20' })
    await payer.mineUntil(async () => (await payer.withdrawal(id))?.status === 'settled')
    await followed()
  })
  expect((await coinsOf(receiver, USDT)) - before).toBe(19_00000000n)
})

/** Assigned while no payer runs, as if the process was killed then. */
async function assigned(address: string) {
  await (await payer.run()).stop()
  const { user } = await createEarner(server())
  const { id } = await payer.request(user, { address, amount: '20' })
  const purpose = { kind: 'withdrawal', withdrawal: id } as const
  const command = { type: 'assign-payment', network: ETHEREUM, purpose } as const
  const payment = await shared().sequencer.submit(command, (_state, { answer }) =>
    answer.type === 'payment' ? answer.payment : undefined,
  )
  return { id, payment: expectDefined(payment, 'the engine assigns a payment') }
}

test.each([
  ['the row of a payment with another nonce', 0, 7],
  ['another payment with the nonce of a payment', 7_000_000, 0],
] as const)('A withdrawal is paid although another program has inserted %s', async (_what, otherId, otherNonce) => {
  const address = `0x${String(otherId + otherNonce).padStart(40, 'e')}`
  const { id, payment } = await assigned(address)
  const journal = await shared().sequencer.read((state) => state.journal)
  await sql(
    `insert into payments (id, network_id, journal_id, stream, wallet, nonce, kind, assigned_at)
     values ($1, $2, $3, $4, 0, $5, 'gas', 0)`,
    ...[payment.id + otherId, ETHEREUM, journal, STREAM, payment.nonce + otherNonce],
  )
  const before = payer.forged.count
  await payer.run()
  await payer.mineUntil(async () => (await payer.withdrawal(id))?.status === 'settled')
  expect([await payer.tokensOf(address), payer.forged.count - before]).toEqual([19_000_000n, 1])
})

test('A withdrawal is paid although another program has stored bytes that no signer has signed', async () => {
  const address = `0x${'f'.repeat(40)}`
  const { id, payment } = await assigned(address)
  const journal = await shared().sequencer.read((state) => state.journal)
  await sql(
    `with payment as (insert into payments (id, network_id, journal_id, stream, wallet, nonce, kind, withdrawal_id, assigned_at)
       values ($1, $2, $3, $4, 0, $5, 'withdrawal', $6, 0) returning id)
     insert into payment_versions select id, '\\x00', '0xforged', 1, 1, 1 from payment`,
    ...[payment.id, ETHEREUM, journal, STREAM, payment.nonce, id],
  )
  await payer.run({ stuckMillis: 0 })
  await payer.mineUntil(async () => (await payer.withdrawal(id))?.status === 'settled')
  expect(await payer.tokensOf(address)).toBe(19_000_000n)
})

test('Rows that say that payments are in later blocks do not end the comparison of books and chain', async () => {
  await followed()
  const comparing = () => expect.poll(async () => (await compareChain(shared()))?.length, { timeout: 5_000 }).toBe(2)
  await comparing()
  // One in the future of the chain, which the engine does not know, and one that is closed since long.
  await sql(
    `insert into payments (id, network_id, journal_id, stream, wallet, nonce, kind, assigned_at, closed_at, mined_height)
     select 999999999, $1, journal_id, 'forged', 0, 0, 'gas', 0, 0, 999999999 from chain_cursors where stream = $2`,
    ...[ETHEREUM, STREAM],
  )
  const { final } = await payer.network.chain.head()
  await sql('update payments set mined_height = $1 where id = (select min(id) from payments)', final.height + 1)
  await comparing().finally(() => sql('delete from payments where id = 999999999'))
})

test('Books that know a payment in a later block than the watcher has processed are not compared', async () => {
  await followed()
  await watcher.stop()
  const { user } = await createEarner(server())
  await payer.run()
  const { id } = await payer.request(user, { address: `0x${'c'.repeat(40)}`, amount: '20' })
  await payer.mineUntil(async () => (await payer.withdrawal(id))?.status === 'settled')
  expect(await compareChain(shared())).toBeUndefined()
  startWatcher()
  await followed()
  expect((await compareChain(shared()))?.map(({ books, found }) => found - books)).toEqual([0n, 0n])
})

test('A stored version with other fees and an old time does not make the exchange pay such fees', async () => {
  const { user } = await createEarner(server())
  await payer.run()
  const before = await payer.network.chain.balance(payer.hot, 'latest')
  const statements = `new.max_fee := 4e12; new.tip := 4e12; new.stored_at := 0;`
  await withTrigger('payment_versions', statements, async () => {
    const { id } = await payer.request(user, { address: `0x${'c'.repeat(40)}`, amount: '20' })
    await payer.severalRounds()
    await payer.mineUntil(async () => (await payer.withdrawal(id))?.status === 'settled')
  })
  const paid = before - (await payer.network.chain.balance(payer.hot, 'latest'))
  expect(paid).toBeLessThan(10n ** 16n)
})

test('An old cursor that is put back, with no row that names the wallet of a later payment, shows no surplus', async () => {
  await followed()
  await sql('create table kept as select * from chain_cursors where stream = $1', STREAM)
  const { user } = await createEarner(server())
  await payer.run()
  const { id } = await payer.request(user, { address: `0x${'c'.repeat(40)}`, amount: '20' })
  await payer.mineUntil(async () => (await payer.withdrawal(id))?.status === 'settled')
  await followed()
  await sql('update payments set mined_height = 1 where mined_height is not null')
  const differing = async () => (await compareChain(shared()))?.filter(({ books, found }) => books !== found)
  await sql('delete from chain_cursors where stream = $1', STREAM)
  await sql('insert into chain_cursors select * from kept')
  expect(await differing()).toEqual([])
  // A new process knows no cursor, and a paused network believes the stored one.
  const cursors = testCursors(payer.database)
  const asNew = { ...shared(), network: { ...payer.network, cursors } }
  expect(await compareChain(asNew)).toBeUndefined()
  await setPaused(true)
  expect(await compareChain(asNew)).toBeUndefined()
  await setPaused(false)
})

test('A stored version with other fees is not signed when a network is reconciled', async () => {
  await followed()
  const { user } = await createEarner(server())
  const running = await payer.run()
  const { id } = await payer.request(user, { address: `0x${'c'.repeat(40)}`, amount: '20' })
  const isSent = `select from payments where withdrawal_id = $1 and sent_at is not null`
  await expect.poll(async () => (await sql(isSent, id)).rowCount).toBe(1)
  await running.stop()
  const before = await payer.network.chain.balance(payer.hot, 'latest')
  await sql(
    `insert into payment_versions select payment_id, raw, '0x' || repeat('0', 64), 4e12, 4e12, 0
     from payment_versions join payments on id = payment_id where withdrawal_id = $1`,
    id,
  )
  const { sequencer } = server().exchange
  const by = { operator: 'ann', reason: 'a test' }
  const pause = { type: 'set-network-paused', network: ETHEREUM, paused: true, ...by } as const
  await sequencer.submit(pause, () => undefined)
  const booking = await bookLostEvm(
    { ...payer, signer: payer.signerClient, sequencer, log: quiet, now: server().now },
    by,
  )
  expect(booking).toMatchObject({ type: 'done' })
  // Missing versions are asked from the signer, and all of them are sent.
  await sql('delete from payment_versions using payments where id = payment_id and withdrawal_id = $1', id)
  await payer.run()
  await payer.severalRounds()
  await payer.mineUntil(async () => (await payer.withdrawal(id))?.status === 'settled')
  const paid = before - (await payer.network.chain.balance(payer.hot, 'latest'))
  expect(paid).toBeLessThan(10n ** 16n)
})
