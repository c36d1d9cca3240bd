/**
 * Deposits and withdrawals. The engine alone: credits, and withdrawals from request to settlement. Then the whole path
 * with the real play chain (a block per second), the signer process and PostgreSQL, on a server in this process: how long
 * a user waits.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '../../src/contract/api.ts'
import type { PlayWalletView } from '../../src/contract/play-wallet/views.ts'
import type { TransactionDetailView, TransactionsPage } from '../../src/contract/transactions/views.ts'
import { type Command, execute } from '../../src/engine/exchange.ts'
import { Bank, NETWORK, USDT } from '../engine/withdrawals/bank.ts'
import { codeAt, TOTP_STEP_MILLIS } from '../fixtures/secured-account.ts'
import { startTestDatabases } from '../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../fixtures/test-exchange.ts'
import { createWithdrawer, type Withdrawer } from '../fixtures/withdrawer.ts'
import { measureConversions } from './convert.ts'
import { measurePlayChainStart } from './play-chain-start.ts'
import { type Bench, percentile, processorMillis, type Row, rounded } from './statistics.ts'

const CREDITS = 100_000
const WITHDRAWALS = 20_000
const USERS = 20
const ROUNDS = 20
const POLL_MILLIS = 20
const PLAY_NETWORK = 1
const PLAY_USDT = 1

export const benchFunds: Bench = {
  includes: `the engine without journal, thousands per second of CPU time; then ${USERS} users at once on the play chain: p50 and p99 in ms, polled every ${POLL_MILLIS} ms, server and clients in one process`,
  run: async () => [
    ...measureEngine(),
    measureConversions(),
    ...(await measurePath()),
    ...(await measurePlayChainStart()),
  ],
}

function measureEngine(): readonly Row[] {
  const bank = new Bank(['ann'])
  const { state } = bank
  const at = bank.now
  const submit = (command: Command, later = 0) =>
    execute(state, { seq: state.seq + 1, at: at + later, rules: state.rules, command })
  const thousandsPerSecond = (count: number, work: (index: number) => void): number => {
    const start = processorMillis()
    for (let index = 0; index < count; index++) work(index)
    return rounded(count / (processorMillis() - start))
  }
  const credits = thousandsPerSecond(CREDITS, (index) => {
    const transfer = { position: BigInt(index + 1), txid: `0x${index}`, part: 0, currency: USDT, raw: 10_000_000n }
    const credit = { ...transfer, to: 'ann' as never, address: '0x' }
    submit({ type: 'credit-deposits', network: NETWORK, stream: bank.stream, credits: [credit] })
  })
  const withdrawals = thousandsPerSecond(WITHDRAWALS, (index) => {
    // A day apart, so that limits and closed withdrawals are those of one.
    const later = index * 86_400_000
    const { answer } = submit(
      {
        type: 'request-withdrawal',
        user: 'ann' as never,
        clientId: String(index),
        network: NETWORK,
        currency: USDT,
        address: '0x',
        amount: 1_000_000_000n as never,
        isNewAddress: false,
        review: null,
      },
      later,
    )
    if (answer.type !== 'withdrawal') throw new Error(JSON.stringify(answer))
    const purpose = { kind: 'withdrawal', withdrawal: answer.withdrawal.id } as const
    const assigned = submit({ type: 'assign-payment', network: NETWORK, purpose }, later).answer
    if (assigned.type !== 'payment') throw new Error(JSON.stringify(assigned))
    submit({ type: 'settle-payment', payment: assigned.payment.id, txid: '0x', gas: 21_000n }, later)
  })
  return [
    { what: 'engine: credited deposits, k/s', p50: credits, p99: '' },
    { what: 'engine: paid withdrawals (3 commands each), k/s', p50: withdrawals, p99: '' },
  ]
}

async function measurePath(): Promise<readonly Row[]> {
  const databases = await startTestDatabases()
  const server = await startTestServer(await databases.newDatabaseUrl(), { PLAY_CHAIN: 'on' })
  try {
    const users: Withdrawer[] = []
    for (let user = 0; user < USERS; user++) users.push(await createWithdrawer(server))
    const addresses = await Promise.all(users.map((user) => walletOf(server, user)))
    const deposits = await Promise.all(users.map((user) => deposit(server, user)))
    // Each code is used once: those of the next time step are new for all.
    server.advanceClock(TOTP_STEP_MILLIS)
    const withdrawals = await Promise.all(users.map((user, index) => withdraw(server, user, addresses[index] ?? '')))
    const requests = await requestsPerSecond(server, users, addresses)
    return [
      rowOf(
        'deposit: sent to shown, ms',
        deposits.map(({ shown }) => shown),
      ),
      rowOf(
        'deposit: sent to credited, ms',
        deposits.map(({ credited }) => credited),
      ),
      rowOf(
        'withdrawal: requested to sent, ms',
        withdrawals.map(({ sent }) => sent),
      ),
      rowOf(
        'withdrawal: requested to completed, ms',
        withdrawals.map(({ completed }) => completed),
      ),
      { what: `withdrawal requests over HTTP, ${USERS} at once, per s`, p50: requests, p99: '' },
    ]
  } finally {
    await server.exchange.stop()
    await databases.stop()
  }
}

/** Each with a new code, committed before the reply, while the payer pays. */
async function requestsPerSecond(server: TestServer, users: readonly Withdrawer[], addresses: readonly string[]) {
  let millis = 0
  for (let round = 0; round < ROUNDS; round++) {
    server.advanceClock(TOTP_STEP_MILLIS)
    const start = performance.now()
    const replies = await Promise.all(
      users.map((user, index) =>
        user.withdraw({
          address: addresses[index],
          amount: '20',
          code: codeAt(user.account.secret, server.now()),
        }),
      ),
    )
    millis += performance.now() - start
    const failed = replies.find(({ status }) => status !== 201)
    if (failed !== undefined) throw new Error(`withdrawal: ${failed.status} ${JSON.stringify(failed.body)}`)
  }
  return rounded((ROUNDS * users.length * 1_000) / millis)
}

const rowOf = (what: string, millis: readonly number[]): Row => ({
  what,
  p50: Math.round(percentile(millis, 50)),
  p99: Math.round(percentile(millis, 99)),
})

/** The address of the play wallet, funded. */
async function walletOf(server: TestServer, user: Withdrawer): Promise<string> {
  for (;;) {
    const { status, body } = await server.request<PlayWalletView>('GET', api.playWallet.path, { access: user.access() })
    if (status === 200 && body.balances.some(({ symbol, amount }) => symbol === 'USDT' && amount !== '0'))
      return body.address
    await sleep(POLL_MILLIS)
  }
}

async function deposit(server: TestServer, user: Withdrawer) {
  const body = { network_id: PLAY_NETWORK, currency_id: PLAY_USDT, amount: '25', address: null }
  const start = performance.now()
  const { status } = await server.request('POST', api.playSend.path, { access: user.access(), body })
  if (status !== 200) throw new Error(`send: ${status}`)
  const stateOf = async () => {
    const page = await server.request<TransactionsPage>('GET', api.transactions.path, { access: user.access() })
    return page.body.history[0]?.status
  }
  const shown = await millisUntil(start, async () => (await stateOf()) !== undefined)
  return { shown, credited: await millisUntil(start, async () => (await stateOf()) === 'completed') }
}

async function withdraw(server: TestServer, user: Withdrawer, address: string) {
  const start = performance.now()
  const code = codeAt(user.account.secret, server.now())
  const { status, body } = await user.withdraw({ address, amount: '20', code })
  if (status !== 201) throw new Error(`withdrawal: ${status} ${JSON.stringify(body)}`)
  const path = api.transaction.path.replace(':uuid', body.uuid)
  const stateOf = async () =>
    (await server.request<TransactionDetailView>('GET', path, { access: user.access() })).body.status
  const sent = await millisUntil(start, async () => ['sent', 'completed'].includes(await stateOf()))
  return { sent, completed: await millisUntil(start, async () => (await stateOf()) === 'completed') }
}

async function millisUntil(start: number, condition: () => Promise<boolean>): Promise<number> {
  while (!(await condition())) await sleep(POLL_MILLIS)
  return performance.now() - start
}
