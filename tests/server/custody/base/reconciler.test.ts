/** Sweeps to the hot wallet, and the comparison of books and chain. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChainUnavailable } from '../../../../src/chains/evm/chain.ts'
import type { CurrencyId, UserId } from '../../../../src/contract/ids.ts'
import { depositNumberOf, depositReturns, free, networkOf, unclaimedDeposits } from '../../../../src/engine/exchange.ts'
import type { Comparison } from '../../../../src/server/custody/base/comparisons.ts'
import { openReconciler, type Reconciler } from '../../../../src/server/custody/base/reconciler.ts'
import { compareChain } from '../../../../src/server/custody/evm/compare-chain.ts'
import { openSweeper } from '../../../../src/server/custody/evm/sweeper.ts'
import { openWatcher, type Watcher } from '../../../../src/server/custody/evm/watcher.ts'
import { PLAY_TOKEN } from '../../../../src/server/play-chain/genesis.ts'
import { audit } from '../../../../src/server/tools/audit.ts'
import { openStoredExchange } from '../../../../src/server/tools/stored-exchange.ts'
import { createEarner } from '../../../fixtures/earner.ts'
import { ETH, ETHEREUM, USDT } from '../../../fixtures/listed-network.ts'
import { TEST_SECRET_KEY } from '../../../fixtures/record-keys.ts'
import { quiet } from '../../../fixtures/silent-log.ts'
import { setUpTestServer } from '../../../fixtures/test-exchange.ts'
import { startTestPayer, type TestPayer } from '../../../fixtures/test-payer.ts'

const server = setUpTestServer()
const WEI = 10n ** 18n
const sequencer = () => server().exchange.sequencer
let payer: TestPayer
let watcher: Watcher
let reconciler: Reconciler
let user: UserId
let deposit: string

beforeAll(async () => {
  payer = await startTestPayer(server())
  const { network, database } = payer
  const shared = { network, database, sequencer: sequencer(), log: quiet, now: server().now }
  startWatcher()
  reconciler = openReconciler({ ...shared, compareNow: () => compareChain(shared), intervalMillis: 50 })
  user = (await createEarner(server())).user
  deposit = String(await network.addresses?.give(user))
  await payer.run({ otherPurposes: openSweeper({ ...shared, intervalMillis: 0 }) })
})
afterAll(async () => {
  await reconciler?.stop()
  await watcher?.stop()
  await payer?.stop()
})

function startWatcher(): void {
  const { network, database, treasury } = payer
  const shared = { network, database, sequencer: sequencer(), log: quiet, clock: { now: server().now } }
  watcher = openWatcher({ ...shared, treasury, pollMillis: 20, onDeposit: () => undefined })
  watcher.start()
}

/** Makes blocks until a block that is final now is compared, and returns the differences by coin. */
async function differences(): Promise<readonly bigint[]> {
  let found: readonly bigint[] | undefined
  await payer.mine(3)
  const { final } = await payer.network.chain.head()
  await payer.mineUntil(async () => {
    const comparisons = await reconciler.compare()
    found = comparisons?.map((each) => each.found - each.books)
    return comparisons?.[0] !== undefined && comparisons[0].height >= final.height
  })
  return found ?? []
}

test('Books and chain agree after funding, deposits, withdrawals, sweeps and gas for them', async () => {
  expect(await differences()).toEqual([0n, 0n])
  expect(await sequencer().read((state) => depositNumberOf(state, user))).toBe(1)
  // Less than a unit of the ledger is on the chain too.
  await payer.fund(deposit, null, WEI + 7n)
  await payer.fund(deposit, PLAY_TOKEN, 200_000_000n)
  expect(await differences()).toEqual([0n, 0n])
  const address = `0x${'d'.repeat(40)}`
  await payer.request(user, { address, amount: '20' })
  await payer.mineUntil(async () => (await payer.tokensOf(address)) > 0n)
  expect(await differences()).toEqual([0n, 0n])
  const swept = async () => (await payer.tokensOf(deposit)) === 0n
  await payer.mineUntil(swept)
  await payer.mineUntil(async () => (await payer.network.chain.balance(deposit, 'latest')) < WEI / 10n)
  await payer.mineUntil(async () => (await payer.openPayments()) === 0)
  expect(await differences()).toEqual([0n, 0n])
  const { rows } = await payer.database.pool.query('select distinct kind from payments order by kind')
  expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['sweep', 'withdrawal']))
})

test.each(['-5', 'NaN', `1${'0'.repeat(77)}`])('A forged transfer of %s hides no deficit', async (raw) => {
  const before = await differences()
  const { height } = (await payer.network.chain.head()).final
  await payer.database.pool.query(
    `insert into incoming (uuid, stream, txid, part, network_id, journal_id, height, block_hash, position, address,
       currency_id, raw, amount, state, seen_at, updated_at)
     select gen_random_uuid(), stream, 'forged', 0, $1, journal_id, $2, '', 1e30, '', $3, $4, 0, 'final', 0, 0
     from chain_cursors where stream not like '%:found' limit 1`,
    [ETHEREUM, height, ETH, raw],
  )
  expect(await differences()).toEqual(before)
  await payer.database.pool.query("delete from incoming where txid = 'forged'")
})

test('An address that has tokens only gets gas first, and is swept then', async () => {
  const other = (await createEarner(server())).user
  const address = String(await payer.network.addresses?.give(other))
  await payer.fund(address, PLAY_TOKEN, 300_000_000n)
  await payer.mineUntil(async () => (await payer.tokensOf(address)) === 0n)
  await payer.mineUntil(async () => (await payer.openPayments()) === 0)
  const { rows } = await payer.database.pool.query(`select kind from payments order by id desc limit 2`)
  expect(rows.map(({ kind }) => kind)).toEqual(['sweep', 'gas'])
  expect(await differences()).toEqual([0n, 0n])
})

test('Deposits whose rows another program removes are moved to the hot wallet, and are not missing in the comparison', async () => {
  const { pool } = payer.database
  const id = (await createEarner(server())).user
  const address = String(await payer.network.addresses?.give(id))
  const before = await sequencer().read((state) => free(state, id, USDT))
  await pool.query("create function remove() returns trigger language plpgsql as 'begin return null; end'")
  await pool.query('create trigger remove before insert on incoming for each row execute function remove()')
  await payer.fund(address, PLAY_TOKEN, 300_000_000n)
  await payer.mineUntil(async () => (await sequencer().read((state) => free(state, id, USDT))) > before)
  expect((await pool.query('select from incoming where address = $1', [address])).rows).toEqual([])
  expect(await differences()).toEqual([0n, 0n])
  await payer.mineUntil(async () => (await payer.tokensOf(address)) === 0n)
  await payer.mineUntil(async () => (await payer.openPayments()) === 0)
  expect(await differences()).toEqual([0n, 0n])
  await pool.query('drop function remove cascade')
})

test('A deposit is moved to the hot wallet although an earlier one says that it came much later', async () => {
  const id = (await createEarner(server())).user
  const address = String(await payer.network.addresses?.give(id))
  const fund = async () => {
    await payer.fund(address, PLAY_TOKEN, 300_000_000n)
    await payer.mineUntil(async () => (await payer.tokensOf(address)) === 0n)
    await payer.mineUntil(async () => (await payer.openPayments()) === 0)
  }
  await fund()
  await payer.database.pool.query('update incoming set updated_at = 8e15 where address = $1', [address])
  await payer.severalRounds()
  await fund()
})

test('Books and chain are compared although each look at the chain finds a new final block', async () => {
  await differences()
  const { network, database } = payer
  const { chain, addresses } = network
  const head = async () => {
    await payer.mine()
    return chain.head()
  }
  const moving = { ...network, addresses, chain: { ...chain, head } }
  const shared = { network: moving, database, sequencer: sequencer(), log: quiet, now: server().now }
  // Without the watcher, these blocks are not processed.
  await watcher.stop()
  await payer.fund(deposit, null, WEI)
  const comparisons = await compareChain(shared)
  expect(comparisons?.map(({ found, books }) => found - books)).toEqual([0n, 0n])
  startWatcher()
  expect(await differences()).toEqual([0n, 0n])
})

test('A network is overdue while books and chain cannot be compared, and is not once they are', async () => {
  const { network, database } = payer
  const shared = { network, database, sequencer: sequencer(), log: quiet, now: server().now }
  const compareNow = () => compareChain(shared)
  const watched = openReconciler({ ...shared, compareNow, intervalMillis: 20, comparedMillis: 500 })
  watched.start()
  await watcher.stop()
  // Too many for a comparison while none of them is processed.
  await payer.mine(70)
  await expect.poll(() => watched.isOverdue).toBe(true)
  startWatcher()
  await expect.poll(() => watched.isOverdue).toBe(false)
  await watched.stop()
})

test('The audit prints the comparison, and names a difference as a problem', async () => {
  const stored = await openStoredExchange({ ...server(), secretKey: TEST_SECRET_KEY })
  expect(await differences()).toEqual([0n, 0n])
  const agreed = await audit(stored)
  await stored.close()
  expect(agreed.problem).toBeUndefined()
  await payer.database.pool.query('update chain_comparisons set found = found + 1')
  const again = await openStoredExchange({ ...server(), secretKey: TEST_SECRET_KEY })
  const differing = await audit(again)
  await again.close()
  expect(differing.report).toMatch(/Ethereum\s+USDT/)
  expect(differing.problem).toMatch(/USDT on Ethereum: the chain has 0.000001 more than the books/)
})

test('Coins that arrive without a transfer are booked to unclaimed, and the network is not paused', async () => {
  expect(await differences()).toEqual([0n, 0n])
  const unclaimed = () => sequencer().read((state) => free(state, 'unclaimed', ETH))
  const before = await unclaimed()
  // As after a self-destructing contract: no transaction of the block pays the address.
  const balance = await payer.network.chain.balance(deposit, 'latest')
  await payer.anvil.rpc.call('anvil_setBalance', [deposit, `0x${(balance + WEI + 7n).toString(16)}`])
  expect(await differences()).toEqual([WEI + 7n, 0n])
  const { network, database } = payer
  const shared = { network, database, sequencer: sequencer(), log: quiet, now: server().now }
  const booking = openReconciler({ ...shared, compareNow: () => compareChain(shared), intervalMillis: 20 })
  booking.start()
  await expect.poll(async () => (await unclaimed()) - before).toBe(1_00000000n)
  await booking.stop()
  expect(await differences()).toEqual([0n, 0n])
  expect(await unclaimed()).toBe(before + 1_00000000n)
  expect(await sequencer().read((state) => networkOf(state, ETHEREUM)?.paused)).toBeNull()
})

test('Books and chain agree after a deposit without an owner was returned to its sender', async () => {
  const sender = `0x${'5'.repeat(40)}`
  await payer.fund(sender, null, WEI)
  await payer.anvil.rpc.call('anvil_impersonateAccount', [sender])
  const paid = { from: sender, to: payer.hot, value: `0x${(WEI / 2n).toString(16)}` }
  await payer.anvil.rpc.call('eth_sendTransaction', [paid])
  const unclaimed = () => sequencer().read(unclaimedDeposits)
  await payer.mineUntil(async () => (await unclaimed()).length === 1)
  const left = await payer.network.chain.balance(sender, 'latest')
  const [{ stream, txid, part } = { stream: '', txid: '', part: 0 }] = await unclaimed()
  const by = { operator: 'olga', reason: 'a test' }
  await sequencer().submit({ type: 'return-unclaimed', stream, txid, part, address: sender, ...by }, () => undefined)
  await payer.mineUntil(async () => (await sequencer().read(depositReturns)).length === 0)
  expect((await payer.network.chain.balance(sender, 'latest')) - left).toBe(WEI / 2n)
  expect(await unclaimed()).toEqual([])
  expect(await differences()).toEqual([0n, 0n])
})

test('A token whose balances cannot be read is not compared, and the other coins are', async () => {
  const { network, database } = payer
  const chain = {
    ...network.chain,
    async tokenBalance(): Promise<bigint> {
      throw new ChainUnavailable('execution reverted')
    },
  }
  const shared = {
    network: { ...network, addresses: network.addresses, chain },
    database,
    sequencer: sequencer(),
    log: quiet,
    now: server().now,
  }
  const unreadable = openReconciler({ ...shared, compareNow: () => compareChain(shared), intervalMillis: 50 })
  await differences()
  expect(await unreadable.compare()).toMatchObject([{ currency: ETH }])
})

test('A deficit is remembered while its coin cannot be compared', async () => {
  const place = { stream: '', through: 1n }
  const right = (currency: CurrencyId): Comparison => ({ currency, height: 1, books: 1n, found: 1n, ...place })
  const wrong = (currency: CurrencyId): Comparison => ({ ...right(currency), found: 0n })
  const [eth, usdt] = [3, 1] as [CurrencyId, CurrencyId]
  const pausedAfter = async (...results: readonly (readonly Comparison[])[]): Promise<boolean> => {
    const [left, commands] = [[...results], [] as string[]]
    const submit = async ({ type }: { readonly type: string }) => void commands.push(type)
    const fake = openReconciler({
      network: { id: ETHEREUM, listed: () => ({ paused: null }) },
      sequencer: { submit },
      log: quiet,
      compareNow: async () => left.shift(),
      intervalMillis: 1,
    } as never)
    fake.start()
    await expect.poll(() => left.length).toBe(0)
    await fake.stop()
    return commands.includes('set-network-paused')
  }
  expect(await pausedAfter([right(eth), wrong(usdt)], [right(eth)], [right(eth), wrong(usdt)])).toBe(true)
  expect(await pausedAfter([wrong(usdt)], [right(usdt)], [wrong(usdt)])).toBe(false)
  expect(await pausedAfter([wrong(eth)], [wrong(usdt)])).toBe(false)
})

test('A deficit that is found twice in a row pauses the network, and one that is found once does not', async () => {
  await payer.withoutTokens(async () => {
    expect((await differences()).some((difference) => difference < 0n)).toBe(true)
    expect(await sequencer().read((state) => networkOf(state, ETHEREUM)?.paused)).toBeNull()
    reconciler.start()
    await expect.poll(() => sequencer().read((state) => networkOf(state, ETHEREUM)?.paused)).toMatch(/differ/)
  })
})
