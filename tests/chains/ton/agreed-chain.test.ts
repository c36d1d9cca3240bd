/** Two endpoints of TON, one of which is wrong: nothing that only one of them says is used. */

import { Address, beginCell } from '@ton/core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { agreedChain } from '../../../src/chains/ton/agreed-chain.ts'
import { commentCell } from '../../../src/chains/ton/comment.ts'
import { coinDepositOf } from '../../../src/chains/ton/deposits.ts'
import { memoOf } from '../../../src/chains/ton/memo.ts'
import { TonApiError } from '../../../src/chains/ton/toncenter.ts'
import type { TonTransaction } from '../../../src/chains/ton/transaction.ts'
import { transactionsAfter } from '../../../src/chains/ton/wallet-list.ts'
import { PLAY_JETTON, playJettonWallet } from '../../../src/server/play-ton/genesis.ts'
import { openPlayTonWorld, type PlayTonWorld } from '../../fixtures/play-ton-world.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { newHotWallet, newTonUser, TON, type TonHotWallet, type TonUser } from '../../fixtures/ton-users.ts'
import {
  type AccountAnswer,
  appending,
  forgedAfter,
  startTwoTonEndpoints,
  type TwoTonEndpoints,
} from '../../fixtures/two-ton-endpoints.ts'

let databases: TestDatabases
let world: PlayTonWorld
let endpoints: TwoTonEndpoints
let hot: TonHotWallet
let user: TonUser

beforeAll(async () => {
  databases = await startTestDatabases()
  world = await openPlayTonWorld(await databases.newDatabase())
  endpoints = await startTwoTonEndpoints(world.playTon.api)
  hot = await newHotWallet(world, true)
  user = await newTonUser(world)
  await deposit()
})

afterEach(() => {
  endpoints.first.lie = undefined
  endpoints.second.lie = undefined
})

afterAll(async () => {
  await endpoints?.stop()
  await world?.playTon.stop()
  await databases?.stop()
})

const deposit = () => user.send({ to: hot.address, value: TON, body: commentCell(memoOf(7)) })
const api = () => world.playTon.api
const accountOf = async (address = hot.address) => (await api()('getAddressInformation', { address })) as AccountAnswer

async function list(): Promise<readonly TonTransaction[]> {
  const { lastLt: lt, lastHash: hash } = await endpoints.agreed.account(hot.address)
  return transactionsAfter(endpoints.agreed, hot.address, { lt, hash }, null)
}

const hashes = async () => (await list()).map(({ hash }) => hash)

const each = test.each(['first', 'second'] as const)

test('Two honest endpoints answer as one does, about accounts, lists and jettons', async () => {
  const { agreed, first } = endpoints
  const wallet = playJettonWallet(hot.address)
  const alone = await first.chain.account(hot.address)
  const together = await agreed.account(hot.address)
  expect(together).toEqual({ ...alone, time: together.time })
  expect(together.time).toBeGreaterThanOrEqual(alone.time)
  expect(await agreed.account(`0:${'9'.repeat(64)}`)).toMatchObject({ lastLt: 0n, balance: 0n, codeHash: null })
  expect(await agreed.jettonWallet(PLAY_JETTON, hot.address)).toBe(wallet)
  expect(await agreed.jettonBalance(wallet)).toBe(1_000_000_000n)
  const { lastHash } = await agreed.account(wallet)
  expect(await agreed.jettonBalanceAt(wallet, lastHash)).toBe(1_000_000_000n)
  expect(await agreed.jettonBalanceAt(wallet, 'f'.repeat(64))).toBeUndefined()
  expect((await list()).length).toBeGreaterThan(2)
})

test('An endpoint alone is used as it is', () => {
  expect(agreedChain([endpoints.first.chain])).toBe(endpoints.first.chain)
})

each('A deposit that the %s endpoint appended to the list is not read', async (name) => {
  const before = await list()
  endpoints[name].lie = appending(hot.address, await forgedAfter(api(), hot.address, 2))
  const alone = await endpoints[name].chain.account(hot.address)
  const forged = { lt: alone.lastLt, hash: alone.lastHash }
  const lied = await transactionsAfter(endpoints[name].chain, hot.address, forged, null)
  expect(lied.flatMap((one) => coinDepositOf(one) ?? []).length).toBe(
    before.flatMap((one) => coinDepositOf(one) ?? []).length + 2,
  )
  expect(await hashes()).toEqual(before.map(({ hash }) => hash))
})

each('A deposit that the %s endpoint put in place of the newest one is an error, and is not read', async (name) => {
  const forged = await forgedAfter(api(), hot.address, 1)
  await deposit()
  endpoints[name].lie = appending(hot.address, forged)
  await expect(list()).rejects.toThrow('different lists of transactions')
  endpoints[name].lie = undefined
  expect(await hashes()).not.toContain(forged[0]?.hash)
})

each('The newest transactions that the %s endpoint does not know yet are not read', async (name) => {
  const before = await accountOf()
  await deposit()
  const delayed = (method: string, params: object) =>
    method === 'getAddressInformation' && 'address' in params && params.address === hot.address ? before : undefined
  endpoints[name].lie = delayed
  const { lastLt, time, balance } = await endpoints.agreed.account(hot.address)
  expect([String(lastLt), String(balance)]).toEqual([before.last_transaction_id.lt, before.balance])
  expect(time).toBe(before.sync_utime)
  endpoints[name].lie = undefined
  expect((await endpoints.agreed.account(hot.address)).lastLt).toBeGreaterThan(lastLt)
})

each('That the %s endpoint hides a transaction at a later time is an error, also behind newer ones', async (name) => {
  const before = await accountOf()
  await deposit()
  const other = name === 'first' ? 'second' : 'first'
  const at = (seconds: number) => (answer: AccountAnswer) => ({ ...answer, sync_utime: answer.sync_utime + seconds })
  const isHot = (method: string, params: Readonly<Record<string, unknown>>) =>
    method === 'getAddressInformation' && params.address === hot.address
  // Minutes later, as both say.
  endpoints[name].lie = (method, params) => (isHot(method, params) ? at(300)(before) : undefined)
  endpoints[other].lie = async (method, params, real) =>
    isHot(method, params) ? at(300)((await real(method, params)) as AccountAnswer) : undefined
  await expect(endpoints.agreed.account(hot.address)).rejects.toThrow('does not know the transaction')
  // With a newer transaction of another minute after it.
  const [newer] = await forgedAfter(api(), hot.address, 1, 300)
  if (newer === undefined) throw new Error('nothing was forged')
  const added = appending(hot.address, [newer])
  endpoints[other].lie = async (method, params, real) => {
    const answer = await added?.(method, params, real)
    return answer !== undefined && isHot(method, params) ? at(300)(answer as AccountAnswer) : answer
  }
  await expect(endpoints.agreed.account(hot.address)).rejects.toThrow('does not know the transaction')
})

each('A list of 1,001 forged transactions of the %s endpoint ends with an error', async (name) => {
  endpoints[name].lie = appending(hot.address, await forgedAfter(api(), hot.address, 1_001))
  await expect(endpoints.agreed.account(hot.address)).rejects.toThrow('more than 1000')
})

const other = `0:${'5'.repeat(64)}`
const otherWallet = () => beginCell().storeAddress(Address.parseRaw(other)).endCell().toBoc().toString('base64')
const states: Readonly<Record<string, (answer: AccountAnswer) => object>> = {
  'another balance': (answer) => ({ ...answer, balance: String(BigInt(answer.balance) + 1n) }),
  'no code': (answer) => ({ ...answer, code: '' }),
  'another hash': (answer) => ({
    ...answer,
    last_transaction_id: { ...answer.last_transaction_id, hash: Buffer.alloc(32, 1).toString('base64') },
  }),
}

test.each(Object.entries(states))('An endpoint that names %s of an account is an error', async (_what, change) => {
  for (const name of ['first', 'second'] as const) {
    endpoints[name].lie = async (method, params, real) =>
      method === 'getAddressInformation' ? change((await real(method, params)) as AccountAnswer) : undefined
    await expect(endpoints.agreed.account(hot.address)).rejects.toThrow(/disagree|different lists/)
    endpoints[name].lie = undefined
  }
})

each(
  'Another jetton wallet that the %s endpoint names is an error, and of two balances of jettons the smaller counts',
  async (name) => {
    const stack = (entry: readonly unknown[]) => ({ gas_used: 1, exit_code: 0, stack: [entry] })
    endpoints[name].lie = (_method, params) =>
      params.method === 'get_wallet_address'
        ? stack(['cell', { bytes: otherWallet() }])
        : params.method === 'get_wallet_data'
          ? stack(['num', '0x1'])
          : undefined
    expect(await endpoints[name].chain.jettonWallet(PLAY_JETTON, hot.address)).toBe(other)
    await expect(endpoints.agreed.jettonWallet(PLAY_JETTON, hot.address)).rejects.toThrow('disagree')
    expect(await endpoints.agreed.jettonBalance(playJettonWallet(hot.address))).toBe(1n)
  },
)

each('A list is read to its end if the %s endpoint sends errors, or transactions of another place', async (name) => {
  const before = await hashes()
  const wrongs: readonly TwoTonEndpoints['first']['lie'][] = [
    (method) => {
      if (method === 'getTransactions') throw new TonApiError(500, 'out of order')
    },
    (method) => (method === 'getTransactions' ? [{ data: 'AAAA' }] : undefined),
    (method, { lt: _, hash: __, ...params }, real) =>
      method === 'getTransactions' ? real(method, { ...params, limit: 2 }) : undefined,
  ]
  for (const wrong of wrongs) {
    endpoints[name].lie = wrong
    expect(await hashes()).toEqual(before)
  }
})

each('A message is sent to both endpoints, and it is enough if the %s accepts it', async (name) => {
  const refuse: TwoTonEndpoints['first']['lie'] = (method) => {
    if (method === 'sendBoc') throw new TonApiError(500, 'cannot apply external message')
  }
  const sendsOf = () =>
    [endpoints.first, endpoints.second].map(({ calls }) => calls.filter((one) => one === 'sendBoc').length)
  const before = sendsOf()
  endpoints[name === 'first' ? 'second' : 'first'].lie = refuse
  const boc = beginCell().storeUint(2, 2).storeUint(0, 2).storeAddress(Address.parseRaw(hot.address)).storeUint(0, 6)
  await endpoints.agreed.send(boc.endCell().toBoc())
  expect(sendsOf()).toEqual(before.map((count) => count + 1))
  endpoints[name].lie = refuse
  await expect(endpoints.agreed.send(boc.endCell().toBoc())).rejects.toThrow(TonApiError)
})
