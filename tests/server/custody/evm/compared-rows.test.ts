/** Rows of deposits and payments decide neither what the books are compared with nor which deposits are moved. */

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { depositCountOf, free, networkOf } from '../../../../src/engine/exchange.ts'
import { openReconciler } from '../../../../src/server/custody/base/reconciler.ts'
import { compareChain } from '../../../../src/server/custody/evm/compare-chain.ts'
import { openSweeper } from '../../../../src/server/custody/evm/sweeper.ts'
import { openWatcher, type Watcher } from '../../../../src/server/custody/evm/watcher.ts'
import { PLAY_TOKEN } from '../../../../src/server/play-chain/genesis.ts'
import { createEarner } from '../../../fixtures/earner.ts'
import { ETH, ETHEREUM, USDT } from '../../../fixtures/listed-network.ts'
import { quiet } from '../../../fixtures/silent-log.ts'
import { setUpTestServer } from '../../../fixtures/test-exchange.ts'
import { startTestPayer, type TestPayer } from '../../../fixtures/test-payer.ts'

const WEI = 10n ** 18n
const server = setUpTestServer()
const sequencer = () => server().exchange.sequencer
let payer: TestPayer
let watcher: Watcher

const shared = () => ({
  network: payer.network,
  database: payer.database,
  sequencer: sequencer(),
  log: quiet,
  now: server().now,
})
const sql = (text: string, ...values: unknown[]) => payer.database.pool.query(text, values)

beforeAll(async () => {
  payer = await startTestPayer(server())
  const clock = { now: server().now }
  watcher = openWatcher({ ...shared(), clock, treasury: payer.treasury, pollMillis: 20, onDeposit: () => undefined })
  watcher.start()
})
afterEach(async () => {
  expect(await sequencer().read((state) => networkOf(state, ETHEREUM)?.paused)).toBeNull()
})
afterAll(async () => {
  await watcher?.stop()
  await payer?.stop()
})

/** What the chain has more than the books, of each coin, at a block that is final now or later. */
async function differences(): Promise<readonly bigint[]> {
  let found: readonly bigint[] | undefined
  await payer.mine(3)
  const { final } = await payer.network.chain.head()
  await payer.mineUntil(async () => {
    const comparisons = await compareChain(shared())
    found = comparisons?.map((each) => each.found - each.books)
    return comparisons?.[0] !== undefined && comparisons[0].height >= final.height
  })
  return found ?? []
}

/** The address of a new user. */
async function newAddress() {
  const { user } = await createEarner(server())
  return { user, address: String(await payer.network.addresses?.give(user)) }
}

/** The block that is compared stays where it is. */
async function whileWatcherWaits(work: () => Promise<void>): Promise<void> {
  const client = await payer.database.pool.connect()
  await client.query('begin')
  await client.query('select from chain_cursors for update')
  await work().finally(async () => {
    await client.query('rollback')
    client.release()
  })
}

test('Books and chain agree although the rows of all deposits are deleted, also of one below the minimum', async () => {
  const { address } = await newAddress()
  // One cent.
  await payer.fund(address, PLAY_TOKEN, 10_000n)
  expect(await differences()).toEqual([0n, 0n])
  await sql('delete from incoming')
  expect(await differences()).toEqual([0n, 0n])
})

test('Books and chain agree although a row of a final deposit is inserted', async () => {
  await sql(
    `insert into incoming (uuid, stream, txid, part, network_id, journal_id, height, block_hash, position, address,
       currency_id, raw, amount, state, seen_at, updated_at)
     select gen_random_uuid(), stream, 'forged', 0, $1, journal_id, 1, '', 1e30, '', $2, 1, 0, 'final', 0, 0
     from chain_cursors where stream not like '%:found' limit 1`,
    ...[ETHEREUM, USDT],
  )
  expect(await differences()).toEqual([0n, 0n])
})

test('Nothing is booked as a surplus although rows hide that a deposit was moved after the block that is compared', async () => {
  const { user, address } = await newAddress()
  await payer.fund(address, null, WEI)
  await payer.mineUntil(async () => (await sequencer().read((state) => depositCountOf(state, user))) > 0)
  expect(await differences()).toEqual([0n, 0n])
  const unclaimed = () => sequencer().read((state) => free(state, 'unclaimed', ETH))
  const before = await unclaimed()
  await whileWatcherWaits(async () => {
    const running = await payer.run({ otherPurposes: openSweeper({ ...shared(), intervalMillis: 0 }) })
    await payer.mineUntil(
      async () =>
        (await payer.network.chain.balance(address, 'latest')) < WEI / 10n && (await payer.openPayments()) === 0,
    )
    expect((await sql('update payments set mined_height = 1 where wallet <> 0')).rowCount).toBe(1)
    expect(await compareChain(shared())).toBeUndefined()
    const reconciler = openReconciler({ ...shared(), compareNow: () => compareChain(shared()), intervalMillis: 20 })
    reconciler.start()
    for (let rounds = 0; rounds < 5; rounds++) await payer.severalRounds()
    await reconciler.stop()
    await running.stop()
  })
  expect((await unclaimed()) - before).toBe(0n)
  expect(await differences()).toEqual([0n, 0n])
})

test('A deposit is moved to the hot wallet although 51 other addresses receive dust all the time, and their rows change', async () => {
  const { addresses } = payer.network
  if (addresses === undefined) throw new Error('the network is open')
  const dusty = [] as string[]
  for (let count = 0; count < 51; count++) dusty.push((await newAddress()).address)
  const { user, address } = await newAddress()
  const sendDust = async () => {
    for (const each of dusty) await payer.fund(each, PLAY_TOKEN, 10_000n)
  }
  await sendDust()
  await payer.fund(address, PLAY_TOKEN, 300_000_000n)
  await payer.mineUntil(async () => (await sequencer().read((state) => depositCountOf(state, user))) > 0)
  const listed = await sequencer().read((state) => networkOf(state, ETHEREUM))
  if (listed === undefined) throw new Error('the network is listed')
  const sweeper = openSweeper({ ...shared(), intervalMillis: 0 })
  const purposes = [...(await sweeper(listed, addresses))]
  await sendDust()
  expect(await differences()).toEqual([0n, 0n])
  await sql('update incoming set updated_at = updated_at + 1 where address = any($1)', dusty)
  purposes.push(...(await sweeper(listed, addresses)))
  expect(purposes).toContainEqual(expect.objectContaining({ kind: 'gas', to: addresses.find(address)?.number }))
})
