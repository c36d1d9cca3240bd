/** A backup with open withdrawals on TON: after a restore each is paid once, and books and chain are equal. */

import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { UserId } from '../../../src/contract/ids.ts'
import { nextNonce, type Withdrawal } from '../../../src/engine/exchange.ts'
import type { LostBooking } from '../../../src/server/custody/base/lost-booking.ts'
import type { Rounds } from '../../../src/server/custody/base/rounds.ts'
import { bookLostTon } from '../../../src/server/custody/ton/book-lost-ton.ts'
import { TON } from '../../../src/server/deposits/default-networks.ts'
import { playJettonWallet } from '../../../src/server/play-ton/genesis.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { backup } from '../../../src/server/tools/backup.ts'
import { restore } from '../../../src/server/tools/restore.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { TEST_SECRET_KEY } from '../../fixtures/record-keys.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { clientOf } from '../../fixtures/signer-client.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTonWorld, TON_COIN, type TonWorld, USDT, units } from '../../fixtures/ton-world.ts'

const BY = { operator: 'ann', reason: 'restored' }
const to = (digit: string): string => `0:${digit.repeat(64)}`
const [BEFORE, SENT, ASSIGNED, APPROVED, LATER, NEXT] = [to('1'), to('2'), to('3'), to('4'), to('5'), to('6')]
const [COINS, JETTONS] = [2_950_000_000n, 19_500_000n]

let databases: TestDatabases
let folder: string
let first: TonWorld
let url: string
let user: UserId
let open: readonly Withdrawal[]

/** A withdrawal of coins, or of jettons. */
const request = (world: TonWorld, address: string, isJetton = false): Promise<Withdrawal> =>
  world.request(user, isJetton ? { address, amount: '20', currency: USDT } : { address, amount: '3' })

const paid = (world: TonWorld): Promise<readonly bigint[]> =>
  Promise.all(
    [BEFORE, SENT, ASSIGNED, APPROVED, LATER, NEXT].map(async (address) =>
      address === SENT || address === APPROVED
        ? world.chain.jettonBalance(playJettonWallet(address))
        : (await world.chain.account(address)).balance,
    ),
  )

/** A payment of jettons was sent, one of coins has a number without a signature, and another one of jettons has none. */
async function beginWithdrawals(held: Uint8Array[]): Promise<readonly Withdrawal[]> {
  const network = {
    ...first.network,
    wallet: first.hot,
    chain: { ...first.chain, send: async (boc: Uint8Array) => void held.push(boc) },
  }
  const sending = first.pay({ network })
  const sent = await request(first, SENT, true)
  await eventually(() => held.length > 0)
  await sending.stop()
  let assigning: Rounds | undefined
  assigning = first.pay({
    network,
    onStep(step) {
      if (step !== 'assigned') return
      void assigning?.stop()
      throw new Error('ended')
    },
  })
  const assigned = await request(first, ASSIGNED)
  await eventually(async () => (await first.statusOf(assigned)) === 'assigned')
  await assigning.stop()
  return [sent, assigned, await request(first, APPROVED, true)]
}

beforeAll(async () => {
  databases = await startTestDatabases()
  folder = scratchFolder()
  url = await databases.newDatabaseUrl()
  first = await startTonWorld({ databases, url })
  const watcher = first.watch()
  const payer = first.pay()
  await eventually(() => first.network.isReady)
  await eventually(async () => (await first.chain.jettonBalance(playJettonWallet(first.hot))) > 0n)
  const { id, memo } = await first.newUser()
  user = id
  cpSync(first.signer.folder, join(folder, 'signer-older'), { recursive: true })
  const before = await request(first, BEFORE)
  await eventually(async () => (await first.statusOf(before)) === 'settled')
  await payer.stop()
  const held: Uint8Array[] = []
  open = await beginWithdrawals(held)
  const source = { dataDir: join(folder, 'source'), databaseUrl: url, secretKey: TEST_SECRET_KEY }
  cpSync(first.signer.folder, join(source.dataDir, 'signer'), { recursive: true })
  await backup(source, join(folder, 'backup.gz'))
  // After the backup everything is paid, a new withdrawal too, and a deposit is credited.
  for (const boc of held) await first.chain.send(boc)
  const paying = first.pay()
  const later = await request(first, LATER)
  await eventually(async () => (await first.statusOf(later)) === 'settled' && (await first.openPayments()) === 0)
  await first.treasury.send({ to: first.hot, jetton: false, raw: 7_000_000_000n, comment: memo })
  await eventually(async () => (await first.balance(user, TON_COIN)) === units('9998'))
  expect(await paid(first)).toEqual([COINS, JETTONS, COINS, JETTONS, COINS, 0n])
  await Promise.all([watcher.stop(), paying.stop()])
  await first.stop()
}, 180_000)

/** Of worlds that a test has begun. */
const stops: (() => Promise<void>)[] = []
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())))
afterAll(async () => {
  await databases?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const TABLES = ['blocks', 'accounts', 'transactions', 'messages', 'wallets'].map((name) => `play_ton_${name}`)

/** The chain as it is now, in the restored database: a real chain is never restored. */
async function copyChain(databaseUrl: string): Promise<void> {
  const { dataDir } = databases
  const from = await openDatabase({ dataDir, databaseUrl: url, log: quiet })
  const into = await openDatabase({ dataDir, databaseUrl, log: quiet })
  await into.pool.query(`truncate ${TABLES.join(', ')}`)
  for (const table of TABLES) {
    const { rows } = await from.pool.query(`select coalesce(jsonb_agg(t), '[]')::text as rows from ${table} t`)
    const insert = `insert into ${table} overriding system value select * from jsonb_populate_recordset(null::${table}, $1)`
    await into.pool.query(insert, [rows[0]?.rows])
  }
  const { rows } = await from.pool.query('select last_value from play_ton_payments')
  await into.pool.query(`select setval('play_ton_payments', $1)`, [String(rows[0]?.last_value)])
  await Promise.all([from.close(), into.close()])
}

/** With the signer of the backup, or with another folder. */
async function restored(name: string, isChainNewer: boolean, otherSigner?: string): Promise<TonWorld> {
  const target = {
    dataDir: join(folder, name),
    databaseUrl: await databases.newDatabaseUrl(),
    secretKey: TEST_SECRET_KEY,
  }
  await restore(target, join(folder, 'backup.gz'))
  if (isChainNewer) await copyChain(target.databaseUrl)
  const signerFolder = otherSigner ?? join(target.dataDir, 'signer')
  const world = await startTonWorld({ databases, url: target.databaseUrl, signerFolder })
  stops.push(world.stop)
  world.watch()
  world.pay()
  await eventually(() => world.network.isReady)
  return world
}

const reconcile = (world: TonWorld): Promise<LostBooking> =>
  bookLostTon({ ...world, signer: clientOf(world.signer), log: quiet }, BY)

/** Nothing is paid before the operator reconciles, and not while earlier messages could still be executed. */
async function reconcileInTime(world: TonWorld): Promise<LostBooking> {
  const before = await paid(world)
  expect(world.network.listed()?.paused).toMatch(/restored from a backup/)
  expect(await reconcile(world)).toMatchObject({ type: 'problem', problem: expect.stringContaining('wait until') })
  world.pass(3_800)
  await eventually(async () => (await world.chain.account(world.hot)).time * 1_000 > world.now() - 10_000)
  expect(await paid(world)).toEqual(before)
  return reconcile(world)
}

const statuses = (world: TonWorld): Promise<readonly (string | undefined)[]> => Promise.all(open.map(world.statusOf))
const isSettled = async (world: TonWorld): Promise<boolean> =>
  (await statuses(world)).every((status) => status === 'settled')

/** Of engine and signer. */
async function nonces(world: TonWorld): Promise<readonly (number | undefined)[]> {
  const { nonces: signed } = await clientOf(world.signer).counters()
  return [await world.sequencer.read((state) => nextNonce(state, TON, 0)), signed[0]?.next]
}

async function expectNextWithdrawal(world: TonWorld): Promise<void> {
  const next = await request(world, NEXT)
  await eventually(async () => (await world.statusOf(next)) === 'settled')
  const [engine, signer] = await nonces(world)
  expect(engine).toBe(signer)
  expect(await world.differences()).toEqual([])
}

describe('After a restore of the exchange and its signer', () => {
  test('on a chain that went on, what was paid since the backup is booked once, and deposits are credited once', async () => {
    const world = await restored('newer', true)
    const worldCoins = await world.balance('world', TON_COIN)
    const recovery = await reconcileInTime(world)
    // The tables know the message that was sent before the backup: its result is booked as that of any payment.
    expect(recovery).toMatchObject({
      type: 'done',
      payments: [
        { result: 'settled', user },
        { result: 'settled', user },
        { result: 'booked', user: null, transfer: { to: LATER } },
      ],
    })
    await eventually(() => isSettled(world))
    await eventually(async () => (await world.balance(user, TON_COIN)) === units('10001'))
    expect(await world.differences()).toEqual([])
    // The exchange bears the withdrawal that it does not know, because nothing names its user.
    expect(worldCoins - (await world.balance('world', TON_COIN))).toBe(units('2.95'))
    expect(await world.heldBy(user, TON_COIN)).toBe(0n)
    const repeated = await request(world, LATER)
    await expectNextWithdrawal(world)
    expect(await world.statusOf(repeated)).toBe('review')
    expect(await paid(world)).toEqual([COINS, JETTONS, COINS, JETTONS, COINS, COINS])
  })

  test('with a signer that is older than the backup, the numbers of both continue after those of the chain', async () => {
    const world = await restored('older', true, join(folder, 'signer-older'))
    expect(await nonces(world)).toEqual([4, 1])
    expect(await reconcileInTime(world)).toMatchObject({ type: 'done', skipped: [{ used: 6 }] })
    await eventually(() => isSettled(world))
    await expectNextWithdrawal(world)
    expect(await nonces(world)).toEqual([7, 7])
    expect(await paid(world)).toEqual([COINS, JETTONS, COINS, JETTONS, COINS, COINS])
  })

  test('together with its play chain, every withdrawal of the backup is paid by one message', async () => {
    const world = await restored('same', false)
    expect(await paid(world)).toEqual([COINS, 0n, 0n, 0n, 0n, 0n])
    expect(await reconcileInTime(world)).toMatchObject({ type: 'done', payments: [] })
    await eventually(() => isSettled(world))
    expect(await world.differences()).toEqual([])
    await expectNextWithdrawal(world)
    expect(await paid(world)).toEqual([COINS, JETTONS, COINS, JETTONS, 0n, COINS])
    expect(await world.balance(user, TON_COIN)).toBe(units('9991'))
  })
})
