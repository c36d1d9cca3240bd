/** The play chain on real anvils: the same blocks after any kill, or a new generation. */

import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { rpcChain } from '../../../src/chains/evm/rpc-chain.ts'
import { hexOf, unsignedTransaction } from '../../../src/chains/evm/transactions.ts'
import type { NetworkId } from '../../../src/contract/ids.ts'
import type { Command } from '../../../src/engine/exchange.ts'
import { PLAY_TOKEN } from '../../../src/server/play-chain/genesis.ts'
import { sendTransfer } from '../../../src/server/play-chain/play-account.ts'
import { openPlayChain, type PlayChain } from '../../../src/server/play-chain/play-chain.ts'
import { type PlayKey, treasuryKey } from '../../../src/server/play-chain/play-keys.ts'
import type { Database } from '../../../src/server/postgres/database.ts'
import { systemClock } from '../../../src/server/runtime/system-clock.ts'
import { anvilPids } from '../../fixtures/anvil-processes.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'

let databases: TestDatabases
let database: Database
let folder: string
let key: PlayKey
let chain: PlayChain
let generation: number
/** What the engine has credited up to: height × 10¹⁰. */
let position: bigint

beforeAll(async () => {
  databases = await startTestDatabases()
})

afterAll(() => databases?.stop())

beforeEach(async () => {
  database = await databases.newDatabase()
  folder = scratchFolder()
  key = await treasuryKey(database)
  generation = 1
  position = 0n
  chain = open()
})

afterEach(async () => {
  await chain.stop()
  expect(anvilPids(folder)).toEqual([])
  rmSync(folder, { recursive: true, force: true })
})

/** The parts of the engine's state that the chain reads. */
const stateNow = () => ({
  networks: new Map([
    [1, { network: { code: 'ethereum', kind: 'evm' }, assets: new Map(), dust: new Map(), paused: null, generation }],
  ]),
  deposits: { positions: new Map([['evm:ethereum:1', position]]) },
})

function open(anvilPath?: string): PlayChain {
  const opened = openPlayChain({
    network: 1 as NetworkId,
    database,
    clock: systemClock(),
    log: quiet,
    dataDir: folder,
    anvilPath,
    blockMillis: 20,
    treasury: key.address,
    sequencer: {
      read: async (select) => select(stateNow() as never, undefined as never),
      submit: async (command: Command, select) => {
        if (command.type === 'close-generation' && command.generation === generation) generation += 1
        return select(undefined as never, undefined as never)
      },
    },
  })
  opened.start()
  return opened
}

const available = () => eventually(() => chain.status === 'available')
const evm = () => rpcChain([chain.rpc], 31_337)
const head = async () => (await evm().head()).latest
const receiver = (number: number): string => `0x${String(number).padStart(40, '1')}`
const send = (number: number, raw = 5n) =>
  sendTransfer(chain.rpc, key, { to: receiver(number), contract: PLAY_TOKEN, raw })
const tokens = (number: number) => evm().tokenBalance(PLAY_TOKEN, receiver(number), 'latest')

async function killAnvil(): Promise<void> {
  const [pid] = anvilPids(folder)
  process.kill(pid as number, 'SIGKILL')
  await eventually(() => chain.status !== 'available' || !anvilPids(folder).includes(pid as number))
}

const mined = (txid: string) => eventually(() => evm().receipt(txid))

/** When two blocks follow that of the transaction, the chain has nothing more to do. */
async function lastBlock(txid: string): Promise<number> {
  const height = (await mined(txid)).height + 2
  await eventually(async () => (await head()).height >= height)
  return height
}

async function hashes(): Promise<readonly string[]> {
  const { rows } = await database.pool.query('select hash from play_blocks where generation = $1 order by height', [
    generation,
  ])
  return rows.map(({ hash }) => hash)
}

test('After anvil is killed, the chain has the same blocks, and what waited for a block is mined', async () => {
  await available()
  const expected: bigint[] = []
  for (let round = 0; round < 4; round++) {
    await mined(await send(round))
    const waiting = await send(round)
    const before = await hashes()
    await killAnvil()
    await available()
    await mined(waiting)
    expect((await hashes()).slice(0, before.length)).toEqual(before)
    expect((await evm().block(before.length)).hash).toBe(before.at(-1))
    expected.push(10n)
  }
  expect(await Promise.all(expected.map((_, number) => tokens(number)))).toEqual(expected)
})

test('A new start on the same tables has the same head, balances and finality', async () => {
  await available()
  await lastBlock(await send(1, 7n))
  const before = await evm().head()
  await chain.stop()
  chain = open()
  await available()
  expect(await evm().head()).toEqual(before)
  expect(await tokens(1)).toBe(7n)
})

test('An idle chain makes no blocks', async () => {
  await available()
  const height = await lastBlock(await send(1))
  await sleep(300)
  expect(await head()).toMatchObject({ height })
})

test('A client never sees a block that is not stored', async () => {
  await available()
  const wrong: string[] = []
  const end = performance.now() + 1_000
  const sending = (async () => {
    for (let each = 0; performance.now() < end; each++) await send(each)
  })()
  while (performance.now() < end) {
    const { hash, height } = await head()
    const { rows } = await database.pool.query('select hash from play_blocks where height = $1', [height])
    if (rows[0]?.hash !== hash) wrong.push(hash)
  }
  await sending
  expect(wrong).toEqual([])
})

const damages: Readonly<Record<string, string>> = {
  'whose hash was changed': `update play_blocks set hash = 'x' where height = 2`,
  'whose transaction was deleted': `update play_blocks set transactions = '{}' where height = 1`,
  'that is missing': 'delete from play_blocks where height = 2',
}

test.each(Object.entries(damages))(
  'A stored block %s begins a new generation with an empty chain',
  async (_what, damage) => {
    await available()
    await mined(await send(1))
    await eventually(async () => (await head()).height >= 3)
    await chain.stop()
    await database.pool.query(damage)
    chain = open()
    await available()
    expect([generation, chain.generation]).toEqual([2, 2])
    expect(await tokens(1)).toBe(0n)
    await mined(await send(2))
    expect(await tokens(2)).toBe(5n)
  },
)

test('If the newest blocks that were credited are missing, a new generation begins', async () => {
  await available()
  await mined(await send(1))
  await eventually(async () => (await head()).height >= 3)
  await chain.stop()
  position = 3n * 10n ** 10n + 1n
  chain = open()
  await available()
  expect(generation).toBe(1)
  await chain.stop()
  await database.pool.query('delete from play_blocks where height >= 3')
  chain = open()
  await available()
  expect(generation).toBe(2)
})

test('Without anvil the chain is unavailable, and calls fail at once', async () => {
  await chain.stop()
  chain = open('/nowhere/anvil')
  await eventually(() => chain.status === 'unavailable')
  await expect(chain.rpc.call('eth_chainId')).rejects.toThrow('the play chain is not running')
})

test('A transaction that is not valid is refused, and the chain goes on', async () => {
  await available()
  await mined(await send(1))
  await eventually(async () => (await head()).height >= 4)
  await expect(chain.rpc.call('eth_sendRawTransaction', ['0x02c0'])).rejects.toThrow()
  await expect(chain.rpc.call('eth_sendRawTransaction', [])).rejects.toThrow()
  await mined(await send(1))
})

test('A transaction whose sender was only funded in its own block does not prevent the replay', async () => {
  await available()
  const ETHER = 10n ** 18n
  const coins = (from: PlayKey, to: string, raw: bigint) => sendTransfer(chain.rpc, from, { to, contract: null, raw })
  const submit = async (raw: string) => String(await chain.rpc.call('eth_sendRawTransaction', [raw]))

  /** Whether all three are in one block, which depends on when the chain makes it. */
  async function inOneBlock(): Promise<boolean> {
    const privateKey = randomBytes(32)
    const sender: PlayKey = { privateKey, address: privateKeyToAddress(hexOf(privateKey)).toLowerCase() }
    await mined(await coins(key, sender.address, 10n * ETHER))
    const { maxFee, tip } = await evm().fees()
    const signed = async (nonce: number, raw: bigint): Promise<string> => {
      const terms = { chainId: 31_337, nonce, to: receiver(nonce), contract: null, raw, maxFee: 4n * maxFee, tip }
      return privateKeyToAccount(hexOf(privateKey)).signTransaction(unsignedTransaction(terms))
    }
    // Accepted while the sender has enough; it waits for the one before it.
    const last = await submit(await signed(2, 5n * ETHER))
    await mined(await submit(await signed(0, 9n * ETHER)))
    const second = await signed(1, 1n)
    const [funding, between] = [await coins(key, sender.address, 10n * ETHER), await submit(second)]
    await mined(between)
    await mined(last)
    const heights = await Promise.all([funding, between, last].map(async (txid) => (await evm().receipt(txid))?.height))
    return new Set(heights).size === 1
  }

  let isReached = false
  for (let attempt = 0; attempt < 20 && !isReached; attempt++) isReached = await inOneBlock()
  expect(isReached).toBe(true)
  const before = await hashes()
  await chain.stop()
  chain = open()
  await available()
  expect(generation).toBe(1)
  expect((await hashes()).slice(0, before.length)).toEqual(before)
})
