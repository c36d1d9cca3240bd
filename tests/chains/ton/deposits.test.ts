/** What the exchange takes for a deposit, on the real virtual machine: good transfers, and everything that looks like one. */

import {
  Address,
  type Builder,
  beginCell,
  Cell,
  contractAddress,
  internal,
  loadShardAccount,
  storeMessage,
} from '@ton/core'
import { defaultConfig, Executor } from '@ton/sandbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commentCell } from '../../../src/chains/ton/comment.ts'
import { coinDepositOf, jettonDepositOf, type TonDeposit } from '../../../src/chains/ton/deposits.ts'
import { jettonTransferBody } from '../../../src/chains/ton/jetton.ts'
import { memoOf } from '../../../src/chains/ton/memo.ts'
import { toncenterChain } from '../../../src/chains/ton/toncenter-chain.ts'
import type { TonCursor } from '../../../src/chains/ton/transaction.ts'
import { transactionsAfter } from '../../../src/chains/ton/wallet-list.ts'
import { storedAccount } from '../../../src/server/play-ton/account-state.ts'
import { JETTON_MINTER_CODE, JETTON_WALLET_CODE } from '../../../src/server/play-ton/contracts/code.ts'
import { playJettonWallet } from '../../../src/server/play-ton/genesis.ts'
import type { Database } from '../../../src/server/postgres/database.ts'
import { openPlayTonWorld, type PlayTonWorld } from '../../fixtures/play-ton-world.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { bagOfTestCells, nestedProofs, type TestCell, testCellOf } from '../../fixtures/ton-cells.ts'
import {
  newHotWallet,
  newTonUser,
  TON,
  type TonHotWallet,
  type TonMessage,
  type TonUser,
} from '../../fixtures/ton-users.ts'

const NUMBER = 42
const MEMO = memoOf(NUMBER)

const walletData = (owner: string, minter: string): Cell =>
  beginCell().storeCoins(0).storeAddress(Address.parseRaw(owner)).storeAddress(Address.parseRaw(minter)).endCell()

/** The minter of another jetton with the same code, as it is before its first transaction. */
const foreign = foreignMinter()

function foreignMinter(): { readonly address: string; readonly state: Buffer } {
  const code = JETTON_MINTER_CODE
  const data = beginCell().storeCoins(0).storeRef(Cell.EMPTY).storeRef(JETTON_WALLET_CODE).endCell()
  const addr = contractAddress(0, { code, data })
  const storage = {
    lastTransLt: 0n,
    balance: { coins: TON },
    state: { type: 'active' as const, state: { code, data } },
  }
  const storageStats = { used: { cells: 0n, bits: 0n }, storageExtra: null, lastPaid: 1_700_000_000 }
  const account = { addr, storage, storageStats }
  const state = storedAccount({ account, lastTransactionLt: 0n, lastTransactionHash: 0n })
  return { address: addr.toRawString(), state }
}

let databases: TestDatabases
let database: Database
let world: PlayTonWorld
let hot: TonHotWallet
let user: TonUser

beforeAll(async () => {
  databases = await startTestDatabases()
  database = await databases.newDatabase()
  await database.pool.query('insert into play_ton_accounts (address, state) values ($1, $2)', [
    foreign.address,
    foreign.state,
  ])
  world = await openPlayTonWorld(database)
  hot = await newHotWallet(world, true)
  user = await newTonUser(world)
})

afterAll(async () => {
  await world?.playTon.stop()
  await databases?.stop()
})

const cursorOf = async (address: string): Promise<TonCursor> => {
  const { lastLt, lastHash } = await world.chain.account(address)
  return { lt: lastLt, hash: lastHash }
}

/** The transactions of an account that the work causes. */
async function newTransactions(address: string, work: () => Promise<void>) {
  const before = await cursorOf(address)
  await work()
  const after = await cursorOf(address)
  return after.lt === before.lt ? [] : transactionsAfter(world.chain, address, after, before.lt === 0n ? null : before)
}

const shown = ({ from, raw, number, comment }: TonDeposit) => ({ from, raw, number, comment })

async function coinDeposits(message: Omit<TonMessage, 'to'>) {
  const found = await newTransactions(hot.address, () => user.send({ ...message, to: hot.address }))
  return found.flatMap((each) => coinDepositOf(each) ?? []).map(shown)
}

const jettonWalletOf = (owner: string): string => playJettonWallet(owner)

async function jettonDeposits(work: () => Promise<void>) {
  const found = await newTransactions(jettonWalletOf(hot.address), work)
  return found.flatMap((each) => jettonDepositOf(each) ?? []).map(shown)
}

const text = (bytes: string | Buffer): Builder => beginCell().storeUint(0, 32).storeBuffer(Buffer.from(bytes))
const snake = () =>
  text(MEMO.slice(0, 4))
    .storeRef(
      beginCell()
        .storeBuffer(Buffer.from(MEMO.slice(4)))
        .endCell(),
    )
    .endCell()

const goodMemos: Readonly<Record<string, Cell>> = {
  'the memo': commentCell(MEMO),
  'the memo in two cells': snake(),
  'the memo with spaces around it': commentCell(`  ${MEMO} `),
}

test.each(Object.entries(goodMemos))('Coins with %s are a deposit of the user', async (_what, body) => {
  const [deposit] = await coinDeposits({ value: 2n * TON, body })
  expect(deposit).toMatchObject({ from: user.address, raw: 2n * TON, number: NUMBER })
})

const wrongMemos: Readonly<Record<string, Cell>> = {
  'no body': Cell.EMPTY,
  'an empty comment': commentCell(''),
  'a line break after the memo': commentCell(`${MEMO}\n`),
  'full-width digits': commentCell(MEMO.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))),
  'a leading zero': commentCell(`0${MEMO}`),
  'a plus before the memo': commentCell(`+${MEMO}`),
  'the memo as JSON': commentCell(`{"memo":"${MEMO}"}`),
  'bytes that are not UTF-8': text(Buffer.from([0xff, 0xfe, 0x31])).endCell(),
  'a zero-width space': commentCell(`\u200b${MEMO}`),
  '400 digits': commentCell('1'.repeat(400)),
  'nine digits': commentCell(MEMO.slice(0, 9)),
  'a wrong check digit': commentCell(MEMO.slice(0, 9) + ((Number(MEMO[9]) + 1) % 10)),
  'an encrypted comment': beginCell().storeUint(0x2167da4b, 32).storeBuffer(Buffer.from(MEMO)).endCell(),
  'another operation': beginCell().storeUint(0x595f07bc, 32).storeBuffer(Buffer.from(MEMO)).endCell(),
  'odd bits': text(MEMO).storeBit(1).endCell(),
  'two references': text(MEMO).storeRef(Cell.EMPTY).storeRef(Cell.EMPTY).endCell(),
  'a forged notification of jettons': beginCell()
    .storeUint(0x7362d09c, 32)
    .storeUint(0, 64)
    .storeCoins(1_000_000_000n)
    .storeAddress(null)
    .storeBit(1)
    .storeRef(commentCell(MEMO))
    .endCell(),
}

test.each(Object.entries(wrongMemos))('Coins with %s belong to no user', async (_what, body) => {
  const [deposit, ...more] = await coinDeposits({ value: TON, body })
  expect(deposit).toMatchObject({ from: user.address, raw: TON, number: undefined })
  expect(more).toEqual([])
})

/** The wallet after the real chain, with messages that the play chain would drop: they are executed here, beside it. */
async function executedBeside(
  bodies: readonly TestCell[],
): Promise<readonly { lt: bigint; hash: string; boc: string }[]> {
  const executor = await Executor.create()
  const select = 'select state from play_ton_accounts where address = $1'
  const { rows } = await database.pool.query<{ state: Buffer }>(select, [hot.address])
  let shardAccount = rows[0]?.state.toString('base64') ?? ''
  let { lastLt: lt } = await world.chain.account(hot.address)
  const message = internal({ to: Address.parseRaw(hot.address), value: TON, bounce: false, body: Cell.EMPTY })
  const info = { ...message.info, src: Address.parseRaw(user.address) } as const
  const plain = beginCell().store(storeMessage({ ...message, info }, { forceRef: true }))
  const executed: { lt: bigint; hash: string; boc: string }[] = []
  for (const body of bodies) {
    lt += 1_000_000n
    const bytes = bagOfTestCells({ ...testCellOf(plain.endCell()), refs: [body] })
    const { result } = await executor.runTransaction({
      config: defaultConfig,
      libs: null,
      verbosity: 'short',
      now: Math.floor(Date.now() / 1_000),
      lt,
      shardAccount,
      randomSeed: Buffer.alloc(32),
      ignoreChksig: false,
      debugEnabled: false,
      message: { toBoc: () => bytes } as Cell,
    })
    if (!result.success) throw new Error(result.error)
    shardAccount = result.shardAccount
    const { lastTransactionHash } = loadShardAccount(Cell.fromBase64(shardAccount).beginParse())
    executed.push({ lt, hash: lastTransactionHash.toString(16).padStart(64, '0'), boc: result.transaction })
  }
  return executed
}

test('A list with nested Merkle proofs is read to its end, and only the memo after them is one', async () => {
  const nested = { ...testCellOf(commentCell(MEMO)), refs: [nestedProofs()] }
  const newestFirst = (await executedBeside([nested, testCellOf(commentCell(MEMO))])).toReversed()
  const chain = toncenterChain(async (method, params) => {
    const from = newestFirst.findIndex(({ lt }) => String(lt) === params.lt)
    const isHere = method === 'getTransactions' && from >= 0
    return isHere ? newestFirst.slice(from).map(({ boc }) => ({ data: boc })) : world.playTon.api(method, params)
  })
  const [last] = newestFirst
  if (last === undefined) throw new Error('nothing was executed')
  const all = await transactionsAfter(chain, hot.address, last, null)
  const deposits = all.slice(-2).flatMap((each) => coinDepositOf(each) ?? [])
  expect(deposits.map(shown)).toEqual([
    { from: user.address, raw: TON, number: undefined, comment: undefined },
    { from: user.address, raw: TON, number: NUMBER, comment: MEMO },
  ])
})

test('Bounceable coins to a wallet that is not deployed go back and are no deposit', async () => {
  const missing = await newHotWallet(world, false)
  const found = await newTransactions(missing.address, () =>
    user.send({ to: missing.address, value: TON, bounce: true, body: commentCell(MEMO) }),
  )
  expect(found.map(({ outgoing, balanceChange }) => [outgoing.length, balanceChange > 0n])).toEqual([[1, false]])
  expect(found.flatMap((each) => coinDepositOf(each) ?? [])).toEqual([])
})

test('A message of our own that came back is no deposit', async () => {
  // No contract is there, so the message bounces.
  const nobody = `0:${'5'.repeat(64)}`
  const found = await newTransactions(hot.address, () => hot.send({ to: nobody, value: TON, bounce: true }))
  expect(found.map(({ incoming }) => incoming?.bounced)).toEqual([undefined, true])
  expect(found.flatMap((each) => coinDepositOf(each) ?? [])).toEqual([])
})

test('A message without coins is no deposit', async () => {
  expect(await coinDeposits({ value: 0n, body: commentCell(MEMO) })).toEqual([])
})

const jettonTransfer = (comment: string | null, forwardAmount: bigint, amount = 25_500_000n): TonMessage => ({
  to: jettonWalletOf(user.address),
  value: TON / 5n,
  bounce: true,
  body: jettonTransferBody({
    queryId: 9n,
    amount,
    to: hot.address,
    responseTo: user.address,
    forwardAmount,
    comment,
  }),
})

test.each([
  ['with a notification', 10_000_000n],
  ['without a notification', 0n],
])('Jettons %s are a deposit of the user', async (_what, forwardAmount) => {
  const message = jettonTransfer(MEMO, forwardAmount)
  expect(await jettonDeposits(() => user.send(message))).toEqual([
    { from: user.address, raw: 25_500_000n, number: NUMBER, comment: MEMO },
  ])
})

test('The coins of a notification of jettons belong to no user', async () => {
  const found = await newTransactions(hot.address, () => user.send(jettonTransfer(MEMO, 10_000_000n)))
  expect(found.flatMap((each) => coinDepositOf(each) ?? []).map(({ number }) => number)).toEqual([undefined])
})

test('Jettons whose memo is inline are a deposit of the user', async () => {
  const body = beginCell()
    .storeUint(0x0f8a7ea5, 32)
    .storeUint(0, 64)
    .storeCoins(7)
    .storeAddress(Address.parseRaw(hot.address))
    .storeAddress(null)
    .storeMaybeRef(null)
    .storeCoins(0)
    .storeBit(0)
    .storeSlice(commentCell(MEMO).beginParse())
    .endCell()
  const send = () => user.send({ to: jettonWalletOf(user.address), value: TON / 5n, bounce: true, body })
  expect(await jettonDeposits(send)).toMatchObject([{ raw: 7n, number: NUMBER }])
})

test.each([
  ['without a memo', null, undefined],
  ['with a wrong memo', 'hello', 'hello'],
])('Jettons %s belong to no user', async (_what, memo, comment) => {
  expect(await jettonDeposits(() => user.send(jettonTransfer(memo, 0n)))).toMatchObject([
    { raw: 25_500_000n, number: undefined, comment },
  ])
})

test.each([
  ['is missing', (body: Builder) => body],
  ['promises a reference that is missing', (body: Builder) => body.storeBit(1)],
])('Jettons whose payload %s are a deposit that belongs to no user', async (_what, end) => {
  const start = beginCell().storeUint(0x0f8a7ea5, 32).storeUint(0, 64).storeCoins(7)
  const to = start.storeAddress(Address.parseRaw(hot.address)).storeAddress(Address.parseRaw(user.address))
  const body = end(to.storeMaybeRef(null).storeCoins(0)).endCell()
  const send = () => user.send({ to: jettonWalletOf(user.address), value: TON / 5n, bounce: true, body })
  expect(await jettonDeposits(send)).toEqual([{ from: user.address, raw: 7n, number: undefined, comment: undefined }])
})

test('More jettons than the sender has are no deposit', async () => {
  expect(await jettonDeposits(() => user.send(jettonTransfer(MEMO, 0n, 10n ** 15n)))).toEqual([])
})

const forged = (from: string): Cell =>
  beginCell()
    .storeUint(0x178d4519, 32)
    .storeUint(0, 64)
    .storeCoins(1_000_000_000n)
    .storeAddress(Address.parseRaw(from))
    .storeAddress(Address.parseRaw(from))
    .storeCoins(0)
    .storeBit(1)
    .storeRef(commentCell(MEMO))
    .endCell()

test('A forged transfer to our own jetton wallet is aborted with 707 and is no deposit', async () => {
  const wallet = jettonWalletOf(hot.address)
  const balance = await world.chain.jettonBalance(wallet)
  for (const bounce of [true, false]) {
    const work = () => user.send({ to: wallet, value: TON / 10n, bounce, body: forged(user.address) })
    const found = await newTransactions(wallet, work)
    expect(found.map(({ aborted }) => aborted)).toEqual([true])
    expect(found.flatMap((each) => jettonDepositOf(each) ?? [])).toEqual([])
  }
  expect(await world.chain.jettonBalance(wallet)).toBe(balance)
})

test('A jetton of another minter that claims to be USDT goes to another wallet and is no deposit', async () => {
  const foreignWallet = (owner: string) =>
    contractAddress(0, { code: JETTON_WALLET_CODE, data: walletData(owner, foreign.address) }).toRawString()
  const mint = beginCell()
    .storeUint(0x15, 32)
    .storeUint(0, 64)
    .storeCoins(10n ** 12n)
  const body = mint.storeAddress(Address.parseRaw(user.address)).endCell()
  await user.send({ to: foreign.address, value: TON, bounce: true, body })
  const message = { ...jettonTransfer(MEMO, 10_000_000n), to: foreignWallet(user.address) }
  expect(await jettonDeposits(() => user.send(message))).toEqual([])
  const found = await newTransactions(hot.address, () => user.send(message))
  expect(found.flatMap((each) => coinDepositOf(each) ?? []).map(({ number }) => number)).toEqual([undefined])
  expect(await world.chain.jettonBalance(foreignWallet(hot.address))).toBe(51_000_000n)
})

test.each(['coins', 'jettons'])('The sum over the whole list of %s is the balance', async (what) => {
  const address = what === 'coins' ? hot.address : jettonWalletOf(hot.address)
  const { balance } = await world.chain.account(address)
  const all = await transactionsAfter(world.chain, address, await cursorOf(address), null)
  expect(all.length).toBeGreaterThan(5)
  expect(all.reduce((sum, { balanceChange }) => sum + balanceChange, 0n)).toBe(balance)
  for (const { incoming, outgoing, fees, balanceChange } of all) {
    const sent = outgoing.reduce((sum, { value }) => sum + value, 0n)
    expect((incoming?.value ?? 0n) - sent - fees).toBe(balanceChange)
    expect(fees).toBeGreaterThanOrEqual(0n)
  }
})

test('The sum of all deposits of jettons is the balance of the jetton wallet', async () => {
  const wallet = jettonWalletOf(hot.address)
  const all = await transactionsAfter(world.chain, wallet, await cursorOf(wallet), null)
  const total = all.flatMap((each) => jettonDepositOf(each) ?? []).reduce((sum, { raw }) => sum + raw, 0n)
  expect(await world.chain.jettonBalance(wallet)).toBe(total)
})
