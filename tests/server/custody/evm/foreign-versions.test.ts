/** Rows that name a mined transaction of another wallet as the version of a payment. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChainUnavailable } from '../../../../src/chains/chain-unavailable.ts'
import { txidOf } from '../../../../src/chains/evm/transactions.ts'
import { expectDefined } from '../../../../src/engine/assert.ts'
import { networkOf, openPayments, streamOf } from '../../../../src/engine/exchange.ts'
import type { LostBooking } from '../../../../src/server/custody/base/lost-booking.ts'
import { paymentRow } from '../../../../src/server/custody/base/payment-rows.ts'
import { bookLostEvm } from '../../../../src/server/custody/evm/book-lost-evm.ts'
import { createEarner } from '../../../fixtures/earner.ts'
import { ETHEREUM } from '../../../fixtures/listed-network.ts'
import { plantVersions, randomAccount, transferOf } from '../../../fixtures/planted-versions.ts'
import { quiet } from '../../../fixtures/silent-log.ts'
import { setUpTestServer } from '../../../fixtures/test-exchange.ts'
import { startTestPayer, type TestPayer } from '../../../fixtures/test-payer.ts'

const server = setUpTestServer()
let payer: TestPayer
beforeAll(async () => {
  payer = await startTestPayer(server())
})
afterAll(() => payer?.stop())

const sql = (text: string, ...values: unknown[]) => payer.database.pool.query(text, values)

async function reconcile(): Promise<LostBooking> {
  const { sequencer } = server().exchange
  const by = { operator: 'ann', reason: 'a test' }
  const pause = { type: 'set-network-paused', network: ETHEREUM, paused: true, ...by } as const
  await sequencer.submit(pause, () => undefined)
  return bookLostEvm({ ...payer, signer: payer.signerClient, sequencer, log: quiet, now: server().now }, by)
}

/** In a final block. */
async function minedByAnother(nonce: number): Promise<{ readonly raw: Uint8Array; readonly txid: string }> {
  const account = randomAccount()
  await payer.fund(account.address.toLowerCase(), null, 10n ** 18n)
  let raw: Uint8Array = new Uint8Array()
  for (let each = 0; each <= nonce; each++) {
    raw = await transferOf(account, each)
    await payer.network.chain.send(raw)
    await payer.mine()
  }
  await payer.mine(100)
  return { raw, txid: txidOf(raw) }
}

test.each([
  ['the nonce of the payment', 0],
  ['another nonce', 5],
])('Withdrawals are paid although a row names a mined transaction of another wallet with %s', async (_, more) => {
  await payer.run({ stuckMillis: 0 })
  const nonce = await payer.network.chain.transactionCount(payer.hot, 'latest')
  const { raw, txid } = await minedByAnother(nonce + more)
  await sql('create table planted as select $1::bytea as raw, $2::text as txid', raw, txid)
  await sql(`create function plant() returns trigger language plpgsql as $$ begin
    insert into payment_versions select new.id, raw, txid, 1, 1, 0 from planted on conflict do nothing; return new; end $$`)
  await sql('create trigger plant after insert on payments for each row execute function plant()')
  const { user } = await createEarner(server())
  const [first, second] = ['a', 'b'].map((digit) => `0x${`${digit}${more}`.repeat(20)}`) as [string, string]
  const { id } = await payer.request(user, { address: first, amount: '20' })
  const later = await payer.request(user, { address: second, amount: '20' })
  const isSettled = async (each: typeof id) => (await payer.withdrawal(each))?.status === 'settled'
  await payer.mineUntil(async () => (await isSettled(id)) && (await isSettled(later.id)))
  expect([await payer.tokensOf(first), await payer.tokensOf(second)]).toEqual([19_000_000n, 19_000_000n])
  await sql('drop function plant cascade')
  await sql('drop table planted')
})

test('A network is reconciled although a row names a transaction of another wallet with lower fees', async () => {
  const { user } = await createEarner(server())
  const running = await payer.run()
  const nonce = await payer.network.chain.transactionCount(payer.hot, 'latest')
  const { id } = await payer.request(user, { address: `0x${'c'.repeat(40)}`, amount: '20' })
  const isSent = 'select from payments where withdrawal_id = $1 and sent_at is not null'
  await expect.poll(async () => (await sql(isSent, id)).rowCount).toBe(1)
  await running.stop()
  const raw = await transferOf(randomAccount(), nonce, { maxFeePerGas: 1n })
  await sql(
    `insert into payment_versions select payment_id, $2, $3, 1, 1, 0
     from payment_versions join payments on id = payment_id where withdrawal_id = $1`,
    ...[id, raw, txidOf(raw)],
  )
  expect(await reconcile()).toMatchObject({ type: 'done' })
})

test.each([
  ['no fee', '0'],
  ['a negative fee', '-1'],
])(
  'A network is reconciled although a row has a transaction with %s for a payment that the signer does not know',
  async (_, fee) => {
    const { user } = await createEarner(server())
    const { sequencer } = server().exchange
    const { id } = await payer.request(user, { address: `0x${'d'.repeat(40)}`, amount: '20' })
    await sequencer.submit(
      { type: 'assign-payment', network: ETHEREUM, purpose: { kind: 'withdrawal', withdrawal: id } },
      () => undefined,
    )
    const [payment, stream, journal] = await sequencer.read((state) => [
      expectDefined(openPayments(state, ETHEREUM).at(-1), 'the payment is open'),
      streamOf(expectDefined(networkOf(state, ETHEREUM), 'the network is listed')),
      state.journal,
    ])
    const raw = await transferOf(randomAccount(), payment.nonce, { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n })
    await paymentRow(payer.database.pool, payment, { stream, journal, now: 0, forged: payer.forged })
    await sql('insert into payment_versions values ($1, $2, $3, $4, 0, 0)', payment.id, raw, txidOf(raw), fee)
    expect(await reconcile()).toMatchObject({ type: 'done' })
    const running = await payer.run()
    await payer.mineUntil(async () => (await payer.withdrawal(id))?.status === 'settled')
    await running.stop()
  },
)

/** As public endpoints do. */
const MOST_REQUESTS = 100

test('Withdrawals are paid although a payment has hundreds of rows with transactions of other wallets', async () => {
  const { user } = await createEarner(server())
  await payer.mine(100)
  const running = await payer.run()
  const { id } = await payer.request(user, { address: `0x${'e'.repeat(40)}`, amount: '20' })
  const isSent = 'select from payments where withdrawal_id = $1 and sent_at is not null'
  await expect.poll(async () => (await sql(isSent, id)).rowCount).toBe(1)
  await running.stop()
  const open = await server().exchange.sequencer.read((state) => openPayments(state, ETHEREUM))
  const payment = expectDefined(open.at(-1), 'the payment is open')
  await plantVersions(payer, payment, Array<bigint>(2 * MOST_REQUESTS).fill(10n ** 11n))
  let requests = 0
  const { addresses, chain } = payer.network
  const receipt: typeof chain.receipt = async (txid) => {
    if (++requests > MOST_REQUESTS) throw new ChainUnavailable('429 Too Many Requests')
    return chain.receipt(txid).finally(() => requests--)
  }
  await payer.run({ network: { ...payer.network, addresses, chain: { ...chain, receipt } } })
  const later = await payer.request(user, { address: `0x${'f'.repeat(40)}`, amount: '20' })
  const isSettled = async (each: typeof id) => (await payer.withdrawal(each))?.status === 'settled'
  await payer.mineUntil(async () => (await isSettled(id)) && (await isSettled(later.id)))
  expect(payer.forged.count).toBe(1)
})
