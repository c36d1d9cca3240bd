/** A backup is older than the chain: what was paid and received since is found there, and nothing is paid twice. */

import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChainUnavailable } from '../../../src/chains/evm/chain.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import { parseUnits } from '../../../src/contract/money.ts'
import { foundPayments, networkOf, nextNonce, type Withdrawal } from '../../../src/engine/exchange.ts'
import { openReconciler } from '../../../src/server/custody/base/reconciler.ts'
import { bookLostEvm } from '../../../src/server/custody/evm/book-lost-evm.ts'
import { compareChain } from '../../../src/server/custody/evm/compare-chain.ts'
import { openWatcher, type Watcher } from '../../../src/server/custody/evm/watcher.ts'
import { SignerUnavailable } from '../../../src/server/custody/signer/signer-client.ts'
import { openActions } from '../../../src/server/operator/actions.ts'
import { PLAY_TOKEN } from '../../../src/server/play-chain/genesis.ts'
import type { Sequencer } from '../../../src/server/sequencer/sequencer.ts'
import { backup } from '../../../src/server/tools/backup.ts'
import { restore } from '../../../src/server/tools/restore.ts'
import { createEarner } from '../../fixtures/earner.ts'
import { ETHEREUM, USDT } from '../../fixtures/listed-network.ts'
import { TEST_SECRET_KEY } from '../../fixtures/record-keys.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'
import { PAYER_POLICY, startTestPayer, type TestPayer } from '../../fixtures/test-payer.ts'

const usdt = (amount: string): bigint => parseUnits(amount) ?? 0n
const to = (digit: string): string => `0x${digit.repeat(40)}`
const [BEFORE, ASSIGNED, APPROVED, UNKNOWN, LATER] = [to('a'), to('b'), to('c'), to('d'), to('e')]
/** Of withdrawals after the backup that nothing in it tells about. */
const LOST = [
  { address: to('1'), amount: '15' },
  { address: to('2'), amount: '25' },
] as const
const BY = { operator: 'ann', reason: 'restored' }

/** An exchange on the chain. */
type Side = {
  readonly server: TestServer
  readonly payer: TestPayer
  readonly watcher: Watcher
  /** Undefined while the final block is not processed. */
  differences(): Promise<readonly bigint[] | undefined>
}

let databases: TestDatabases
let folder: string
let first: Side
let second: Side
let user: UserId
let deposit: string
let assigned: Withdrawal
let approved: Withdrawal

async function openSide(server: TestServer, earlier?: Parameters<typeof startTestPayer>[2]): Promise<Side> {
  const payer = await startTestPayer(server, PAYER_POLICY, earlier)
  const { network, database, treasury } = payer
  const { sequencer } = server.exchange
  const shared = { network, database, sequencer, log: quiet, now: server.now }
  const watcher = openWatcher({ ...shared, clock: server, treasury, pollMillis: 20, onDeposit: () => undefined })
  watcher.start()
  const { compare } = openReconciler({ ...shared, intervalMillis: 1_000_000, compareNow: () => compareChain(shared) })
  const differences = async () => (await compare())?.map(({ books, found }) => found - books)
  return { server, payer, watcher, differences }
}

const reconcile = ({ server, payer }: Side) =>
  bookLostEvm(
    {
      ...payer,
      signer: payer.signerClient,
      sequencer: server.exchange.sequencer,
      log: quiet,
      now: server.now,
    },
    BY,
  )

const pausedReason = () =>
  second.server.exchange.sequencer.read((state) => networkOf(state, ETHEREUM)?.paused ?? undefined)

/** Of engine, signer and chain, for the hot wallet. */
async function nonces({ server, payer }: Side): Promise<readonly (number | undefined)[]> {
  const { nonces: signed } = await payer.signerClient.counters()
  return [
    await server.exchange.sequencer.read((state) => nextNonce(state, ETHEREUM, 0)),
    signed.find(({ wallet }) => wallet === 0)?.next,
    await payer.network.chain.transactionCount(payer.hot, 'latest'),
  ]
}

beforeAll(async () => {
  databases = await startTestDatabases()
  folder = scratchFolder()
  const url = await databases.newDatabaseUrl()
  first = await openSide(await startTestServer(url))
  const { payer, server } = first
  user = (await createEarner(server)).user
  deposit = String(await payer.network.addresses?.give(user))
  const begun = await payer.run()
  for (const address of [BEFORE, UNKNOWN]) await payer.request(user, { address, amount: '10' })
  await payer.fund(deposit, PLAY_TOKEN, 50_000_000n)
  await payer.mineUntil(async () => (await payer.tokensOf(UNKNOWN)) > 0n && (await payer.openPayments()) === 0)
  await payer.mineUntil(async () => (await first.differences())?.every((each) => each === 0n) === true)
  // One withdrawal has a payment without a signature, another one has no payment yet.
  await begun.stop()
  let running: Awaited<ReturnType<TestPayer['run']>> | undefined
  running = await payer.run({
    onStep(step) {
      if (step !== 'assigned') return
      void running?.stop()
      throw new Error('ended')
    },
  })
  assigned = await payer.request(user, { address: ASSIGNED, amount: '20' })
  await payer.mineUntil(async () => (await payer.withdrawal(assigned.id))?.status === 'assigned')
  await running?.stop()
  approved = await payer.request(user, { address: APPROVED, amount: '30' })
  const source = { dataDir: join(folder, 'source'), databaseUrl: url, secretKey: TEST_SECRET_KEY }
  cpSync(payer.signer.folder, join(source.dataDir, 'signer'), { recursive: true })
  await backup(source, join(folder, 'backup.gz'))
  // After the backup: everything is paid, a new withdrawal too, and a deposit is credited.
  await payer.run()
  await payer.request(user, { address: UNKNOWN, amount: '40' })
  for (const each of LOST) await payer.request(user, each)
  await payer.fund(deposit, PLAY_TOKEN, 70_000_000n)
  await payer.mineUntil(
    async () => (await payer.tokensOf(UNKNOWN)) === 48_000_000n && (await payer.openPayments()) === 0,
  )
  await payer.mineUntil(async () => (await first.differences())?.every((each) => each === 0n) === true)
  await first.watcher.stop()
  await payer.leave()
  await server.exchange.stop()
  const target = {
    dataDir: join(folder, 'target'),
    databaseUrl: await databases.newDatabaseUrl(),
    secretKey: TEST_SECRET_KEY,
  }
  await restore(target, join(folder, 'backup.gz'))
  second = await openSide(await startTestServer(target.databaseUrl), {
    chain: payer,
    signerFolder: join(target.dataDir, 'signer'),
  })
  await second.payer.run()
}, 180_000)

afterAll(async () => {
  await second?.watcher.stop()
  await second?.payer.leave()
  await first?.payer.anvil.stop()
  await second?.server.exchange.stop()
  await databases?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const paid = async (): Promise<readonly bigint[]> =>
  Promise.all([BEFORE, ASSIGNED, APPROVED, UNKNOWN, LATER].map((address) => second.payer.tokensOf(address)))

test('After a restore the networks are paused, and no payment is made or returned', async () => {
  await second.payer.mine(3)
  await second.payer.severalRounds()
  expect(await pausedReason()).toMatch(/restored from a backup/)
  expect(await second.payer.withdrawal(assigned.id)).toMatchObject({ status: 'assigned' })
  expect(await second.payer.withdrawal(approved.id)).toMatchObject({ status: 'approved' })
  expect(await second.payer.balances(user)).toEqual({ free: usdt('9980'), held: usdt('50') })
  expect(await nonces(second)).toEqual([3, 2, 7])
})

test('Without the chain or the signer, reconcile changes nothing and says which of them is missing', async () => {
  const { payer, server } = second
  const shared = { ...payer, sequencer: server.exchange.sequencer, log: quiet, now: server.now }
  const chain = await bookLostEvm(
    {
      ...shared,
      signer: payer.signerClient,
      network: {
        ...payer.network,
        chain: { ...payer.network.chain, head: () => Promise.reject(new ChainUnavailable('it is off')) },
      },
    },
    BY,
  )
  expect(chain).toEqual({ type: 'problem', problem: 'the chain cannot be read: it is off. Nothing was changed.' })
  const off = async (): Promise<never> => {
    throw new SignerUnavailable('the signer does not answer')
  }
  const signer = { ...payer.signerClient, counters: off }
  expect(await bookLostEvm({ ...shared, signer }, BY)).toEqual({
    type: 'problem',
    problem: 'the signer does not answer. Nothing was changed.',
  })
  expect(await nonces(second)).toEqual([3, 2, 7])
  expect(await pausedReason()).toBeDefined()
})

test('A reconcile that ends after any command is continued by the next one', async () => {
  const { payer, server } = second
  const { sequencer } = server.exchange
  const done: string[] = []
  let last = ''
  while (last !== 'set-network-paused') {
    let isEnding = false
    const ending: Pick<Sequencer, 'read' | 'submit'> = {
      read: (select) => sequencer.read(select),
      async submit(command, select) {
        last = command.type
        if (isEnding || last === 'set-network-paused') throw new ChainUnavailable('the process ends')
        isEnding = true
        done.push(last)
        return sequencer.submit(command, select)
      },
    }
    const ended = await bookLostEvm(
      { ...payer, sequencer: ending, log: quiet, now: server.now, signer: payer.signerClient },
      BY,
    )
    expect(ended).toMatchObject({ type: 'problem', problem: expect.stringContaining('run this again') })
  }
  expect(done.filter((type) => type === 'book-payment')).toHaveLength(3)
  expect(await pausedReason()).toBeDefined()
  expect(await payer.withdrawal(assigned.id)).toMatchObject({ status: 'settled' })
  expect(await payer.withdrawal(approved.id)).toMatchObject({ status: 'settled' })
  const execute = openActions({
    sequencer: server.exchange.sequencer,
    reconcilers: new Map([[ETHEREUM, { compare: async () => undefined, bookLost: () => reconcile(second) }]]),
    signer: payer.signerClient,
  } as never)
  const input = { code: 'ethereum' }
  const resumed = await execute({ action: 'resume-network', input, ...BY })
  expect(resumed).toMatchObject({ ok: false, text: 'the exchange was restored: run reconcile ethereum' })
  const request = { action: 'reconcile-network', input, ...BY }
  expect(await execute(request)).toMatchObject({ ok: true })
  expect(await pausedReason()).toBeUndefined()
  expect(await execute(request)).toEqual({
    ok: false,
    text: 'the network is not paused. Nothing was changed.',
    outcome: 'refused',
  })
})

test('After reconcile all payments are booked once, the deposit is credited once, and books and chain agree', async () => {
  const { payer } = second
  expect(await nonces(second)).toEqual([7, 7, 7])
  await payer.mineUntil(async () => (await second.differences())?.every((each) => each === 0n) === true)
  // 10 000 − 10 − 10 + 50 − 20 − 30, the unknown payment with its fee, and the deposit after the backup.
  expect(await payer.balances(user)).toEqual({ free: usdt('10010'), held: 0n })
  expect(await paid()).toEqual([9_000_000n, 19_000_000n, 29_000_000n, 48_000_000n, 0n])
  const history = async () => {
    const { rows } = await payer.database.pool.query(
      `select status, txid from transactions where type = 'withdrawal' and address = any($1)`,
      [[ASSIGNED, APPROVED]],
    )
    return rows
  }
  const completed = { status: 'completed', txid: expect.stringMatching(/^0x[0-9a-f]{64}$/) }
  await expect.poll(history).toEqual([completed, completed])
})

test('Lost withdrawals of an unknown payer are not paid again without an operator, and the user can be charged', async () => {
  const { payer, server } = second
  const { sequencer } = server.exchange
  const tokens = () => Promise.all(LOST.map(({ address }) => payer.tokensOf(address)))
  expect(await tokens()).toEqual([14_000_000n, 24_000_000n])
  const found = await sequencer.read(foundPayments)
  const unpaid = found.filter(({ charged }) => charged === 0n)
  expect(unpaid).toMatchObject(LOST.map(({ address, amount }) => ({ address, amount: usdt(amount) })))
  const repeated = await Promise.all(LOST.map((each) => payer.request(user, each)))
  await payer.mine(4)
  await payer.severalRounds()
  expect(await Promise.all(repeated.map(({ id }) => payer.withdrawal(id)))).toMatchObject(
    unpaid.map(({ txid }) => ({ status: 'review', review: 'found_payment', found: txid })),
  )
  expect(await tokens()).toEqual([14_000_000n, 24_000_000n])
  for (const [index, { id }] of repeated.entries()) {
    await sequencer.submit({ type: 'reject-withdrawal', withdrawal: id, ...BY }, () => undefined)
    const txid = unpaid[index]?.txid ?? ''
    await sequencer.submit({ type: 'charge-payment', txid, user, ...BY }, () => undefined)
  }
  expect(await payer.balances(user)).toEqual({ free: usdt('9970'), held: 0n })
  const again = await payer.request(user, LOST[0])
  await payer.mineUntil(async () => (await payer.withdrawal(again.id))?.status === 'settled')
  expect(await tokens()).toEqual([28_000_000n, 24_000_000n])
  await payer.mineUntil(async () => (await second.differences())?.every((each) => each === 0n) === true)
})

test('A new withdrawal is paid with the next nonce', async () => {
  const { payer } = second
  const { id } = await payer.request(user, { address: LATER, amount: '20', currency: USDT })
  await payer.mineUntil(async () => (await payer.withdrawal(id))?.status === 'settled')
  expect(await paid()).toEqual([9_000_000n, 19_000_000n, 29_000_000n, 48_000_000n, 19_000_000n])
  expect(await nonces(second)).toEqual([9, 9, 9])
  await payer.mineUntil(async () => (await second.differences())?.every((each) => each === 0n) === true)
})
