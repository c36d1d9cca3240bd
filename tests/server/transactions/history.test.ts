/** Deposits and withdrawals in the history: rows, steps, updates on the socket and the CSV file. */

import { beforeAll, expect, test } from 'vitest'
import { type WithdrawalId, withdrawalUuid } from '../../../src/contract/ids.ts'
import type { TransactionDetailView } from '../../../src/contract/transactions/views.ts'
import type { Command } from '../../../src/engine/exchange.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { depositUuid } from '../../../src/server/transactions/deposit-uuid.ts'
import { cellText } from '../../../src/server/transactions/export-transactions.ts'
import { createEarner, type Earner } from '../../fixtures/earner.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'
import { openTestNetwork, TEST_ADDRESS, TEST_STREAM, TEST_USDT, type TestNetwork } from '../../fixtures/test-network.ts'

const server = setUpTestServer()
let network: TestNetwork

const submit = (command: Command) => server().exchange.sequencer.submit(command, (_, { answer }) => answer)

beforeAll(async () => {
  network = await openTestNetwork(submit)
})

const credit = ({ user }: Earner, raw: bigint) => network.credit(user, raw)
const withdraw = ({ user }: Earner, amount: string, id: string) => network.withdraw(user, amount, id)
const pay = (withdrawal: WithdrawalId) => network.pay(withdrawal)

const uuidOf = async (withdrawal: WithdrawalId): Promise<string> =>
  withdrawalUuid(await server().exchange.sequencer.read(({ journal }) => journal), withdrawal)

const detail = (user: Earner, uuid: string) =>
  server().request<TransactionDetailView>('GET', `/api/transactions/${uuid}/`, { access: user.access() })

test('A credited deposit is a completed row with its network, address and transaction hash', async () => {
  const ann = await createEarner(server())
  const uuid = await credit(ann, 25_000_000n)
  const { history } = await ann.get('transactions')
  expect(history).toEqual([
    expect.objectContaining({
      uuid,
      type: 'deposit',
      status: 'completed',
      currency_symbol: 'USDT',
      amount: '25',
      network: 'Testnet',
      address: '0xaAaAaAaaAaAaAaaAaAAAAAAAAaaaAaAaAaaAaaAa',
      confirmations: 3,
      required_confirmations: 3,
      can_cancel: false,
    }),
  ])
  expect(history[0]?.txid).toMatch(/^0x[0-9a-f]{64}$/)
})

test('A deposit below the minimum is a failed row that says why, and changes no balance', async () => {
  const ann = await createEarner(server())
  await credit(ann, 999_999n)
  const { history } = await ann.get('transactions')
  expect(history).toMatchObject([
    { status: 'failed', amount: '0.999999', reason: 'Below the minimum deposit, so it was not credited' },
  ])
  expect((await ann.get('assets')).find(({ currency }) => currency.id === TEST_USDT)?.balance).toBe('10000')
})

test('A deposit that is not final is shown with its confirmations, once, before and after its credit', async () => {
  const ann = await createEarner(server())
  const database = await openDatabase({ dataDir: '', databaseUrl: server().databaseUrl, log: quiet })
  const transfer = { stream: TEST_STREAM, txid: network.nextTxid(), part: 0 }
  const uuid = depositUuid(transfer)
  const journal = await server().exchange.sequencer.read((state) => state.journal)
  const now = server().now()
  await database.pool.query(
    `insert into incoming (uuid, stream, txid, part, network_id, journal_id, height, block_hash, address, user_id,
      currency_id, raw, amount, state, seen_at, updated_at)
    values ($1, $2, $3, 0, 7, $4, 100, '0x', $5, $6, 1, 4000000, 400000000, 'seen', $7, $7)`,
    [uuid, TEST_STREAM, transfer.txid, journal, TEST_ADDRESS, ann.user, now],
  )
  await database.pool.query(
    `insert into chain_cursors values ($1, $2, null, 90, '0x', 101, null, 0, '', $3)
    on conflict (stream) do update set seen_height = excluded.seen_height`,
    [TEST_STREAM, journal, now],
  )
  const rowsOf = async () => (await ann.get('transactions')).history
  expect(await rowsOf()).toMatchObject([{ uuid, status: 'confirming', confirmations: 2, amount: '4' }])
  expect((await detail(ann, uuid)).body.timeline.map(({ status, at }) => [status, at !== null])).toEqual([
    ['confirming', true],
    ['completed', false],
  ])
  await database.pool.query(`update incoming set state = 'dropped' where uuid = $1`, [uuid])
  expect(await rowsOf()).toMatchObject([{ uuid, status: 'failed' }])
  await credit(ann, 4_000_000n)
  expect(await rowsOf()).toMatchObject([{ uuid, status: 'completed', confirmations: 3 }])
  await database.close()
})

test('A withdrawal shows each of its steps until it is paid', async () => {
  const ann = await createEarner(server())
  const id = await withdraw(ann, '100', 'one')
  const uuid = await uuidOf(id)
  const first = (await detail(ann, uuid)).body
  expect(first).toMatchObject({
    status: 'processing',
    amount: '100',
    fee: '0.5',
    receive_amount: '99.5',
    can_cancel: true,
  })
  expect(first.timeline.map(({ status, at }) => [status, at !== null])).toEqual([
    ['processing', true],
    ['sent', false],
    ['completed', false],
  ])
  const payment = await pay(id)
  const database = await openDatabase({ dataDir: '', databaseUrl: server().databaseUrl, log: quiet })
  await database.pool.query(
    `insert into payments (id, network_id, journal_id, stream, wallet, nonce, kind, withdrawal_id, assigned_at, sent_at)
    values ($1, 7, gen_random_uuid(), $2, 0, $3, 'withdrawal', $4, 1, 2)`,
    [payment.id, TEST_STREAM, payment.nonce, id],
  )
  await database.pool.query(`insert into payment_versions values ($1, '\\x00', '0xsent', 1, 1, 1)`, [payment.id])
  await database.close()
  expect((await detail(ann, uuid)).body).toMatchObject({ status: 'sent', txid: '0xsent', can_cancel: false })
  await submit({ type: 'settle-payment', payment: payment.id, txid: '0xfinal', gas: 21_000n })
  const done = (await detail(ann, uuid)).body
  expect(done).toMatchObject({ status: 'completed', txid: '0xfinal' })
  expect(done.timeline.map(({ status }) => status)).toEqual(['processing', 'sent', 'completed'])
})

test('Rejected, cancelled and failed withdrawals say why, and the amount is back', async () => {
  const ann = await createEarner(server())
  const [rejected, cancelled, failed] = [
    await withdraw(ann, '10', 'a'),
    await withdraw(ann, '20', 'b'),
    await withdraw(ann, '30', 'c'),
  ]
  await submit({ type: 'reject-withdrawal', withdrawal: rejected, operator: 'ops', reason: 'Wrong address' })
  await submit({ type: 'cancel-withdrawal', user: ann.user, withdrawal: cancelled })
  const payment = await pay(failed)
  await submit({ type: 'fail-payment', payment: payment.id, proof: 'reverted', txid: '0xbad', gas: 1n })
  const { history } = await ann.get('transactions', '?type_=withdrawal')
  expect(history.map(({ status, reason }) => [status, reason]).toSorted()).toEqual([
    ['cancelled', 'You cancelled it.'],
    ['failed', 'The network executed the transaction without effect. The amount is back in your balance.'],
    ['rejected', 'Wrong address'],
  ])
  expect((await ann.get('assets')).find(({ currency }) => currency.id === TEST_USDT)?.balance).toBe('10000')
})

test('The socket of the user, and no other, gets each change of a deposit and a withdrawal', async () => {
  const [ann, bob] = [await createEarner(server()), await createEarner(server())]
  const [own, other] = [await server().openSocket(1, ann.access()), await server().openSocket(1, bob.access())]
  const uuid = await credit(ann, 5_000_000n)
  expect((await own.next('deposit_update')).data).toMatchObject({ uuid, status: 'completed' })
  const id = await withdraw(ann, '10', 'one')
  expect((await own.next('withdrawal_update')).data).toMatchObject({ uuid: await uuidOf(id), status: 'processing' })
  await submit({ type: 'cancel-withdrawal', user: ann.user, withdrawal: id })
  expect((await own.next('withdrawal_update')).data).toMatchObject({ status: 'cancelled', can_cancel: false })
  expect(other.messages.filter(({ type }) => type === 'deposit_update' || type === 'withdrawal_update')).toEqual([])
  for (const { socket } of [own, other]) socket.close()
})

test('Entries of other users and unknown entries do not exist', async () => {
  const [ann, bob] = [await createEarner(server()), await createEarner(server())]
  const uuid = await credit(ann, 5_000_000n)
  for (const wrong of [uuid, 'x', '00000000-0000-8000-8000-000000000000'])
    expect((await detail(bob, wrong)).body).toMatchObject({ code: 'TRANSACTION_NOT_FOUND' })
})

test('The CSV file has the filtered rows and no cell that a spreadsheet runs', async () => {
  const ann = await createEarner(server())
  await credit(ann, 5_000_000n)
  await withdraw(ann, '10', 'one')
  const { csv, file_name, rows, total } = await ann.get('exportTransactions', '?type_=withdrawal')
  expect([csv.slice(0, 5), rows, total]).toEqual(['\ufeffTime', 1, 1])
  const [header, row, end] = csv.split('\r\n')
  expect([file_name, header?.split(',').length, row?.split(',').slice(1, 6), end]).toEqual([
    'history-withdrawal.csv',
    18,
    ['withdrawal', 'processing', 'USDT', '10', '0.5'],
    '',
  ])
  expect(['=1+1', '@x', '-5', 'a,b', 'a"b'].map(cellText)).toEqual(["'=1+1", "'@x", "'-5", '"a,b"', '"a""b"'])
  expect(['＝1', '＋1', '－1', '＠x', '\n=1'].map(cellText)).toEqual(["'＝1", "'＋1", "'－1", "'＠x", `"'\n=1"`])
})
