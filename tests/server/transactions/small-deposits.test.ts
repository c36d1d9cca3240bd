/** Deposits of less than 0.01 USDT: one row of the history for each coin and day, however many there are. */

import { beforeAll, expect, test } from 'vitest'
import type { CurrencyId } from '../../../src/contract/ids.ts'
import { parseUnits, type Units } from '../../../src/contract/money.ts'
import type { TransactionDetailView } from '../../../src/contract/transactions/views.ts'
import type { Command, Credit } from '../../../src/engine/exchange.ts'
import type { TransactionRow } from '../../../src/server/postgres/tables.ts'
import { COPIED_TABLES } from '../../../src/server/tools/rebuild-read-models.ts'
import { replayStored } from '../../../src/server/tools/replay.ts'
import { openStoredExchange } from '../../../src/server/tools/stored-exchange.ts'
import { depositUuid } from '../../../src/server/transactions/deposit-uuid.ts'
import type { NewRow } from '../../../src/server/transactions/funds-rows.ts'
import { insertSmall } from '../../../src/server/transactions/small-deposits.ts'
import { createEarner, type Earner } from '../../fixtures/earner.ts'
import { withDatabase } from '../../fixtures/liabilities.ts'
import { TEST_SECRET_KEY } from '../../fixtures/record-keys.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'
import {
  openTestNetwork,
  TEST_ADDRESS,
  TEST_ETH,
  TEST_NETWORK,
  TEST_STREAM,
  TEST_USDT,
} from '../../fixtures/test-network.ts'

const server = setUpTestServer()
const UNPRICED = 900 as CurrencyId
const BY = { operator: 'ops', reason: 'a test' }
const DAY = 24 * 60 * 60_000
const submit = (command: Command) => server().exchange.sequencer.submit(command, (_, { answer }) => answer)
const units = (text: string) => parseUnits(text) as Units

beforeAll(async () => {
  await openTestNetwork(submit)
  await submit({
    type: 'list-currency',
    currency: { id: UNPRICED, symbol: 'NEW', name: 'New coin', decimals: 8 },
    ...BY,
  })
  await setMinimum(TEST_USDT, '0.001')
  await setMinimum(TEST_ETH, '0.00000001')
  await setMinimum(UNPRICED, '0.000001')
})

const setMinimum = (currency: CurrencyId, minDeposit: string) =>
  submit({
    type: 'set-network-asset',
    network: TEST_NETWORK,
    asset: {
      currency,
      contract: currency === TEST_ETH ? null : `0x${currency === TEST_USDT ? '1' : '2'}${'1'.repeat(39)}`,
      decimals: currency === TEST_ETH ? 18 : 6,
      minDeposit: units(minDeposit),
      withdrawFee: units('0.5'),
      minWithdraw: units('2'),
      maxWithdraw: units('5000'),
      deposits: 'open',
      withdrawals: 'open',
      notice: '',
    },
    ...BY,
  })

let position = 0
const transferOf = (number: number) => ({ txid: `0x${number.toString(16).padStart(64, '0')}`, part: 0 })
/** Credits all in one command. Resolves to the uuids of the deposits. */
async function credit({ user: to }: Earner, raws: readonly bigint[], currency = TEST_USDT): Promise<string[]> {
  const credits = raws.map((raw): Credit => {
    position += 1
    return { ...transferOf(position), position: BigInt(position), currency, raw, to, address: TEST_ADDRESS }
  })
  await submit({ type: 'credit-deposits', network: TEST_NETWORK, stream: TEST_STREAM, credits })
  return credits.map(({ txid, part }) => depositUuid({ stream: TEST_STREAM, txid, part }))
}

/** What the watcher stores about the next transfer, before its block is final. */
const see = ({ user }: Earner, amount: Units, uuidOf = transferOf(position + 1)) =>
  withDatabase(server(), async ({ pool }) => {
    const uuid = depositUuid({ stream: TEST_STREAM, ...uuidOf })
    await pool.query(
      `insert into incoming (uuid, stream, txid, part, network_id, journal_id, height, block_hash, address, user_id,
        currency_id, raw, amount, state, seen_at, updated_at)
      values ($1, $2, $3, 0, 7, gen_random_uuid(), 100, '0x', $4, $5, $6, 1, $7, 'seen', $8, $8)`,
      [uuid, TEST_STREAM, uuidOf.txid, TEST_ADDRESS, user, TEST_USDT, String(amount), server().now()],
    )
    return uuid
  })

const rowsOf = async (user: Earner) => (await user.get('transactions')).history
const detail = async (user: Earner, uuid: string) =>
  (await server().request<TransactionDetailView>('GET', `/api/transactions/${uuid}/`, { access: user.access() })).body

test('Small deposits of a coin and day are one row with their number and sum, in details and CSV too', async () => {
  const ann = await createEarner(server())
  const members = await credit(ann, [9_999n, 1_000n, 2_000n])
  await credit(ann, [3_000n])
  const [own] = await credit(ann, [10_000n])
  const rows = await rowsOf(ann)
  const row = rows.find(({ count }) => count !== null)
  expect(rows.map(({ uuid }) => uuid)).toEqual(expect.arrayContaining([own, row?.uuid]))
  expect(rows).toHaveLength(2)
  expect(row).toMatchObject({
    type: 'deposit',
    status: 'completed',
    count: 4,
    amount: '0.015999',
    currency_symbol: 'USDT',
    network: null,
    txid: null,
    address: null,
    reason: '4 deposits of less than 0.01 USDT each',
  })
  // Each of them leads to the row.
  for (const uuid of [row?.uuid ?? '', ...members])
    expect(await detail(ann, uuid)).toMatchObject({ uuid: row?.uuid, count: 4, amount: '0.015999' })
  const { csv } = await ann.get('exportTransactions')
  expect(csv.split('\r\n').filter((line) => line.endsWith(',4'))).toEqual([expect.stringContaining('USDT,0.015999,0')])
  expect((await ann.get('assets')).find(({ currency }) => currency.id === TEST_USDT)?.balance).toBe('10000.025999')
})

test('Small deposits of a coin and day are one stored row, and one that is written again does not count again', async () => {
  const ann = await createEarner(server())
  const raws = Array.from({ length: 200 }, () => 1_000n)
  await credit(ann, raws)
  await credit(ann, raws)
  expect(await rowsOf(ann)).toMatchObject([{ count: 400, amount: '0.4' }])
  await withDatabase(server(), async ({ pool }) => {
    const select = "select * from transactions where user_id = $1 and type = 'deposit'"
    const { rows } = await pool.query<TransactionRow>(select, [ann.user])
    expect(rows).toMatchObject([{ count: 400 }])
    const { rows: known } = await pool.query<{ uuid: string }>('select uuid from small_deposits limit 1')
    const written: NewRow = {
      uuid: known[0]?.uuid ?? '',
      seq: 1,
      user: ann.user,
      type: 'deposit',
      status: 'completed',
      currency: TEST_USDT,
      amount: units('0.001'),
      fee: units('0'),
      toCurrency: null,
      toAmount: null,
      network: null,
      address: null,
      txid: null,
      details: { kind: 'deposit', failure: null },
      at: server().now(),
      isSmall: true,
    }
    await insertSmall(pool, [written])
    expect((await pool.query(select, [ann.user])).rows).toEqual(rows)
  })
})

test('Each day and coin has its own row, and value counts by the last price at the credit', async () => {
  const ann = await createEarner(server())
  await credit(ann, [5_000n, 5_000n])
  await credit(ann, [10n ** 10n, 10n ** 17n], TEST_ETH)
  await ann.wait(DAY)
  await credit(ann, [5_000n])
  const rows = await rowsOf(ann)
  expect(rows.map(({ currency_symbol: coin, count, amount }) => [coin, count, amount]).toSorted()).toEqual([
    ['ETH', null, '0.1'],
    ['ETH', 1, '0.00000001'],
    ['USDT', 1, '0.005'],
    ['USDT', 2, '0.01'],
  ])
  expect(new Set(rows.map(({ uuid }) => uuid)).size).toBe(4)
})

test('Those below the minimum are one failed row, which no other row counts', async () => {
  const ann = await createEarner(server())
  await credit(ann, [1n, 2n, 3n, 5_000n])
  const rows = await rowsOf(ann)
  expect(rows.map(({ status, count, amount }) => [status, count, amount]).toSorted()).toEqual([
    ['completed', 1, '0.005'],
    ['failed', 3, '0.000006'],
  ])
  expect(rows.find(({ status }) => status === 'failed')?.reason).toBe(
    '3 deposits of less than 0.01 USDT each, below the minimum deposit, so not credited',
  )
})

test('A deposit of a coin without a price has its own row: it may be worth anything', async () => {
  const ann = await createEarner(server())
  await credit(ann, [1n, 1n], UNPRICED)
  expect((await rowsOf(ann)).map(({ count, amount }) => [count, amount])).toEqual([
    [null, '0.000001'],
    [null, '0.000001'],
  ])
})

test('Small deposits that confirm are one row too, which is credited under the same uuid', async () => {
  const ann = await createEarner(server())
  await see(ann, units('0.004'))
  await see(ann, units('0.005'), transferOf(1_000_001))
  await see(ann, units('3'), transferOf(1_000_002))
  const before = await rowsOf(ann)
  expect(before.map(({ status, count, amount }) => [status, count, amount]).toSorted()).toEqual([
    ['confirming', null, '3'],
    ['confirming', 2, '0.009'],
  ])
  await credit(ann, [4_000n])
  const after = await rowsOf(ann)
  // The other one confirms still, and is counted when it is credited.
  expect(after.filter(({ count }) => count !== null)).toHaveLength(1)
  const row = after.find(({ count }) => count !== null)
  expect(row).toMatchObject({ status: 'completed', count: 1, amount: '0.004' })
  expect(row?.uuid).toBe(before.find(({ count }) => count !== null)?.uuid)
  expect((await detail(ann, row?.uuid ?? '')).timeline).toMatchObject([{ status: 'completed' }])
})

test('Of any number of small deposits that confirm, 100 are in their row, and no other deposit is missing', async () => {
  const ann = await createEarner(server())
  await withDatabase(server(), ({ pool }) =>
    pool.query(
      `insert into incoming (uuid, stream, txid, part, network_id, journal_id, height, block_hash, address, user_id,
        currency_id, raw, amount, state, seen_at, updated_at)
      select gen_random_uuid(), $1, 'many ' || number, 0, 7, gen_random_uuid(), 100, '0x', $2, $3, $4, 1,
        case when number <= 150 then 400000 else 2000000 end, 'seen', $5::bigint + number, $5
      from generate_series(1, 151) as number`,
      [TEST_STREAM, TEST_ADDRESS, ann.user, TEST_USDT, server().now()],
    ),
  )
  const rows = await rowsOf(ann)
  expect(rows.map(({ status, count, amount }) => [status, count, amount]).toSorted()).toEqual([
    ['confirming', null, '0.02'],
    ['confirming', 100, '0.4'],
  ])
})

test('A hundred small deposits in a block are one message on the socket and no notification', async () => {
  const ann = await createEarner(server())
  const socket = await server().openSocket(1, ann.access())
  await credit(
    ann,
    Array.from({ length: 100 }, () => 1_500n),
  )
  expect((await socket.next('deposit_update')).data).toMatchObject({ count: 100, amount: '0.15' })
  await credit(ann, [20_000n])
  expect((await socket.next('deposit_update')).data).toMatchObject({ count: null, amount: '0.02' })
  await expect.poll(async () => (await ann.get('notificationList')).notifications).toHaveLength(1)
  expect(socket.messages.filter(({ type }) => type === 'deposit_update')).toHaveLength(2)
  socket.socket.close()
})

test('A replay of the journal creates the same rows', async () => {
  const exchange = await openStoredExchange(
    { dataDir: '', databaseUrl: server().databaseUrl, secretKey: TEST_SECRET_KEY },
    COPIED_TABLES,
  )
  const { problem } = await replayStored(exchange, true)
  await exchange.close()
  expect(problem).toBeUndefined()
})
