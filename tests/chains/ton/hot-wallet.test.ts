/** Payments of the exchange's wallet on the real virtual machine, and the list that shows them. */

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChainUnavailable } from '../../../src/chains/chain-unavailable.ts'
import type { TonChain } from '../../../src/chains/ton/chain.ts'
import { commentCell, readComment } from '../../../src/chains/ton/comment.ts'
import { MAX_MESSAGE_FEE, readExternalBody } from '../../../src/chains/ton/highload.ts'
import { jettonTransferBody, readBouncedTransfer, readExcesses } from '../../../src/chains/ton/jetton.ts'
import type { TonCursor, TonTransaction } from '../../../src/chains/ton/transaction.ts'
import { ListBroken, transactionsAfter } from '../../../src/chains/ton/wallet-list.ts'
import { playJettonWallet } from '../../../src/server/play-ton/genesis.ts'
import { openPlayTonWorld, type PlayTonWorld } from '../../fixtures/play-ton-world.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { newHotWallet, newTonUser, TON, type TonHotWallet } from '../../fixtures/ton-users.ts'

let databases: TestDatabases
let world: PlayTonWorld
let hot: TonHotWallet

beforeAll(async () => {
  databases = await startTestDatabases()
  world = await openPlayTonWorld(await databases.newDatabase())
  hot = await newHotWallet(world, true)
})

afterAll(async () => {
  await world?.playTon.stop()
  await databases?.stop()
})

const receiver = (): string => `0:${randomBytes(32).toString('hex')}`
const balanceOf = async (address: string): Promise<bigint> => (await world.chain.account(address)).balance

async function list(
  cursor: TonCursor | null = null,
  chain: TonChain = world.chain,
): Promise<readonly TonTransaction[]> {
  const { lastLt, lastHash } = await world.chain.account(hot.address)
  return transactionsAfter(chain, hot.address, { lt: lastLt, hash: lastHash }, cursor)
}

const paymentsWith = async (bodyHash: string) => (await list()).filter((each) => each.external?.bodyHash === bodyHash)

async function expectSoundList(): Promise<void> {
  const all = await list()
  expect(all.reduce((sum, { balanceChange }) => sum + balanceChange, 0n)).toBe(await balanceOf(hot.address))
}

test('The transaction of a payment has the hash of its body and the outgoing message', async () => {
  const to = receiver()
  const [paid, ...more] = await paymentsWith(await hot.pay({ to, value: TON, body: commentCell('hi') }))
  expect(more).toEqual([])
  expect(paid?.outgoing).toMatchObject([{ to, value: TON, bounce: false }])
  expect(paid?.outgoing.map(({ body }) => readComment(body))).toEqual(['hi'])
  expect(paid?.external && readExternalBody(paid.external.body)?.transfer.to).toBe(to)
  expect(await balanceOf(to)).toBe(TON)
  await expectSoundList()
})

test('A query id pays once, also with another time of creation', async () => {
  const to = receiver()
  const { time } = await world.chain.account(hot.address)
  const hashes = []
  for (const createdAt of [time - 30, time - 30, time - 29])
    hashes.push(await hot.pay({ to, value: 5n }, { number: 1_000_000, createdAt }))
  expect(await balanceOf(to)).toBe(5n)
  expect((await Promise.all(hashes.map(paymentsWith))).map(({ length }) => length)).toEqual([1, 1, 0])
})

test.each([
  ['made after the time of the chain', 600],
  ['older than the timeout', -3_700],
])('A message that was %s pays nothing', async (_what, seconds) => {
  const to = receiver()
  const { time } = await world.chain.account(hot.address)
  expect(await paymentsWith(await hot.pay({ to, value: 5n }, { createdAt: time + seconds }))).toEqual([])
  expect(await balanceOf(to)).toBe(0n)
})

test('A message costs less than the maximum fee, also with the deployment or the longest comment', async () => {
  const added = await newHotWallet(world, false)
  const first = await added.pay({ to: receiver(), value: 5n })
  const { lastLt, lastHash } = await world.chain.account(added.address)
  const deployed = await transactionsAfter(world.chain, added.address, { lt: lastLt, hash: lastHash }, null)
  const longest = await paymentsWith(await hot.pay({ to: receiver(), value: 5n, body: commentCell('й'.repeat(120)) }))
  const paid = [...deployed.filter(({ external }) => external?.bodyHash === first), ...longest]
  expect(paid).toHaveLength(2)
  for (const { balanceChange } of paid) expect(-balanceChange - 5n).toBeLessThan(MAX_MESSAGE_FEE)
})

test('A payment above the balance succeeds and sends nothing', async () => {
  const [paid] = await paymentsWith(await hot.pay({ to: receiver(), value: 1_000_000n * TON }))
  expect(paid).toMatchObject({ aborted: false, outgoing: [], skippedActions: 1 })
  await expectSoundList()
})

const jettons = (amount: bigint, value = TON / 10n) => {
  const to = receiver()
  const fields = { queryId: 77n, amount, to, responseTo: hot.address, forwardAmount: 1n, comment: 'hi' }
  return { to, message: { to: playJettonWallet(hot.address), value, bounce: true, body: jettonTransferBody(fields) } }
}

test('Leftover coins come back from the wallet of the receiver of jettons', async () => {
  const { to, message } = jettons(5n)
  const before = (await list()).at(-1) ?? null
  await hot.pay(message)
  expect(await world.chain.jettonBalance(playJettonWallet(to))).toBe(5n)
  const excesses = (await list(before)).flatMap(({ incoming }) =>
    incoming !== null && readExcesses(incoming.body) === 77n ? [incoming.from] : [],
  )
  expect(excesses).toEqual([playJettonWallet(to)])
  await expectSoundList()
})

test.each([
  ['above the balance of the jetton wallet', 10n ** 15n, TON / 10n],
  ['with too few coins', 6n, TON / 100n],
])('A transfer of jettons %s bounces', async (_what, amount, value) => {
  const before = (await list()).at(-1) ?? null
  await hot.pay(jettons(amount, value).message)
  const bounced = (await list(before)).flatMap(({ incoming }) =>
    incoming?.bounced === true ? [{ from: incoming.from, ...readBouncedTransfer(incoming.body), amount }] : [],
  )
  expect(bounced).toMatchObject([{ from: 'own wallet', queryId: 77n, amount }])
  await expectSoundList()
})

test('The list from any transaction on contains exactly the later ones', async () => {
  const user = await newTonUser(world)
  for (let each = 0; each < 60; each++) await user.send({ to: hot.address, value: 1_000_000n })
  const all = await list()
  expect(all.length).toBeGreaterThan(60)
  const hashes = all.map(({ hash }) => hash)
  for (const at of [0, 1, 30, all.length - 1])
    expect((await list(all[at])).map(({ hash }) => hash)).toEqual(hashes.slice(at + 1))
})

const changes: Readonly<Record<string, (page: readonly TonTransaction[]) => readonly TonTransaction[]>> = {
  'leaves one out': ([first, , ...others]) => [first as TonTransaction, ...others],
  'repeats one': ([first, ...others]) => [first as TonTransaction, first as TonTransaction, ...others],
  'exchanges two': ([first, second, ...others]) => [second as TonTransaction, first as TonTransaction, ...others],
  'answers nothing': () => [],
}

test.each(Object.entries(changes))('A list that %s is broken', async (_what, change) => {
  const all = await list()
  const chain = {
    ...world.chain,
    transactionsBefore: async (...call: Parameters<TonChain['transactionsBefore']>) =>
      change(await world.chain.transactionsBefore(...call)),
  }
  await expect(list(all[0], chain)).rejects.toThrow(ListBroken)
})

test('A cursor that is not in the list breaks it', async () => {
  const [first, second] = await list()
  if (first === undefined || second === undefined) throw new Error('the list is too short')
  for (const cursor of [
    { lt: first.lt, hash: second.hash },
    { lt: first.lt + 1n, hash: first.hash },
    { lt: 1n, hash: first.hash },
  ])
    await expect(list(cursor)).rejects.toThrow(ListBroken)
})

test('The endpoint does not know a transaction with another hash', async () => {
  const { lastLt } = await world.chain.account(hot.address)
  await expect(world.chain.transactionsBefore(hot.address, lastLt, 'ab'.repeat(32), 10)).rejects.toThrow(
    ChainUnavailable,
  )
})
