/** The play TON chain over restarts: the same hashes, nothing lost, no time that goes back. */

import { keyPairFromSeed } from '@ton/crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { highloadAddress } from '../../../src/chains/ton/highload.ts'
import { playJettonWallet } from '../../../src/server/play-ton/genesis.ts'
import { VmCrashed } from '../../../src/server/play-ton/vm-calls.ts'
import { startVm, type VmThread } from '../../../src/server/play-ton/vm-thread.ts'
import type { Database } from '../../../src/server/postgres/database.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { openPlayTonWorld, type PlayTonWorld } from '../../fixtures/play-ton-world.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'

let databases: TestDatabases
let database: Database
let seconds: number
const worlds: PlayTonWorld[] = []
const clock = { now: () => seconds * 1_000 }

beforeAll(async () => {
  databases = await startTestDatabases()
})

afterAll(() => databases?.stop())

beforeEach(async () => {
  seconds = 1_800_000_000
  database = await newDatabase()
})

afterEach(async () => {
  for (const world of worlds.splice(0)) await world.playTon.stop()
})

/** All with the same treasury, so that the same messages have the same hashes. */
async function newDatabase(): Promise<Database> {
  const created = await databases.newDatabase()
  const seed = Buffer.alloc(32, 3)
  const address = highloadAddress(keyPairFromSeed(seed).publicKey)
  const insert = 'insert into play_ton_wallets (number, user_id, seed, address) values (0, null, $1, $2)'
  await created.pool.query(insert, [seed, address])
  return created
}

async function open(on: Database, deps: { readonly startVm?: () => VmThread } = {}): Promise<PlayTonWorld> {
  const world = await openPlayTonWorld(on, { clock, ...deps })
  worlds.push(world)
  return world
}

const receiver = (number: number): string => `0:${String(number).padStart(64, '1')}`

async function hashes(of: Database): Promise<readonly string[]> {
  const { rows } = await of.pool.query('select hash from play_ton_transactions order by lt')
  return rows.map(({ hash }) => hash)
}

async function pay({ treasury, settled }: PlayTonWorld, number: number): Promise<void> {
  seconds += 7
  await treasury.send({ to: receiver(number % 3), jetton: number % 2 === 0, raw: 5_000n, comment: `payment ${number}` })
  await settled()
}

test('A chain that was started again after each block has the same transactions as one that was not', async () => {
  const other = await newDatabase()
  const uninterrupted = await open(other)
  await uninterrupted.settled()
  for (let each = 0; each < 4; each++) await pay(uninterrupted, each)
  seconds = 1_800_000_000
  for (let each = 0; each < 4; each++) {
    const world = await open(database)
    await world.settled()
    await pay(world, each)
    await world.playTon.stop()
  }
  const expected = await hashes(other)
  expect(expected.length).toBeGreaterThan(10)
  expect(await hashes(database)).toEqual(expected)
})

test('A message that was accepted before a stop is in a block after the next start', async () => {
  const world = await open(database)
  await world.settled()
  for (let each = 0; each < 5; each++)
    await world.treasury.send({ to: receiver(1), jetton: true, raw: 5n, comment: null })
  await world.playTon.stop()
  const next = await open(database)
  await next.settled()
  expect(await next.chain.jettonBalance(playJettonWallet(receiver(1)))).toBe(25n)
})

test('A clock that goes back does not take the time of the chain with it, also over a start', async () => {
  const world = await open(database)
  seconds += 100
  const reported = (await world.chain.account(world.key.address)).time
  expect(reported).toBe(seconds)
  await world.playTon.stop()
  seconds -= 3_600
  const next = await open(database)
  expect((await next.chain.account(next.key.address)).time).toBe(reported)
  await next.treasury.send({ to: receiver(1), jetton: false, raw: 5n, comment: null })
  await next.settled()
  const { rows } = await database.pool.query('select max(time) as time from play_ton_blocks')
  expect(rows[0]?.time).toBe(reported)
})

test('Without messages no block is made, and the time of the chain follows the clock', async () => {
  const { chain, key, settled } = await open(database)
  await settled()
  const count = async () => (await database.pool.query('select from play_ton_blocks')).rowCount
  const before = await count()
  for (let each = 0; each < 3; each++) {
    seconds += 3_600
    expect((await chain.account(key.address)).time).toBe(seconds)
  }
  expect(await count()).toBe(before)
})

test('A client never sees a transaction that is not stored', async () => {
  const { chain, key, treasury, settled } = await open(database)
  const wrong: string[] = []
  let isDone = false
  const sending = (async () => {
    for (let each = 0; each < 20; each++)
      await treasury.send({ to: receiver(each), jetton: false, raw: 5n, comment: null })
    await settled()
    isDone = true
  })()
  while (!isDone) {
    const { lastHash, lastLt } = await chain.account(key.address)
    if (lastLt === 0n) continue
    const { rowCount } = await database.pool.query('select from play_ton_transactions where hash = $1', [lastHash])
    if (rowCount !== 1) wrong.push(lastHash)
  }
  await sending
  expect(wrong).toEqual([])
})

test('When the virtual machine ends, it starts again with the same accounts', async () => {
  const threads: VmThread[] = []
  const world = await open(database, {
    startVm: () => {
      const thread = startVm()
      threads.push(thread)
      return thread
    },
  })
  await pay(world, 0)
  for (let each = 1; each < 4; each++) {
    await threads.at(-1)?.stop()
    await eventually(() => threads.length > each && world.playTon.status === 'available')
    await eventually(() =>
      pay(world, each).then(
        () => true,
        () => false,
      ),
    )
  }
  expect(await world.chain.jettonBalance(playJettonWallet(receiver(2)))).toBe(5_000n)
})

/** A virtual machine that fails for blocks with a message. */
function failing(isPoison: (boc: Uint8Array) => boolean, fail: (thread: VmThread, index: number) => unknown): VmThread {
  const thread = startVm()
  return {
    ...thread,
    async run(block) {
      const index = block.messages.findIndex(isPoison)
      if (index >= 0) throw fail(thread, index)
      return thread.run(block)
    },
  }
}

test.each([
  ['names the message', (_thread: VmThread, index: number) => new VmCrashed(index, 'unreachable')],
  [
    'ends without a word',
    (thread: VmThread) => {
      void thread.stop()
      return new Error('ended')
    },
  ],
])(
  'A message that ends the virtual machine is deleted, if the machine %s, and others are executed',
  async (_what, fail) => {
    const poison = Buffer.from('poison').toString('hex')
    const isPoison = (boc: Uint8Array): boolean => Buffer.from(boc).toString('hex').includes(poison)
    const world = await open(database, { startVm: () => failing(isPoison, fail) })
    await world.settled()
    await world.treasury.send({ to: receiver(1), jetton: false, raw: 5n, comment: 'poison' })
    await eventually(() =>
      world.treasury.send({ to: receiver(2), jetton: false, raw: 7n, comment: null }).then(
        () => true,
        () => false,
      ),
    )
    await world.settled()
    await eventually(async () => (await world.chain.account(receiver(2))).balance === 7n)
    expect((await world.chain.account(receiver(1))).balance).toBe(0n)
  },
  60_000,
)

test('A failure of the database while a block is stored loses nothing and repeats nothing', async () => {
  const world = await open(database)
  await world.settled()
  await database.pool.query(
    `create function fail() returns trigger language plpgsql as $$ begin raise 'disk full'; end $$`,
  )
  await database.pool.query('create trigger fail before insert on play_ton_blocks for each row execute function fail()')
  await world.treasury.send({ to: receiver(1), jetton: false, raw: 5n, comment: null })
  await eventually(() => world.playTon.status !== 'available')
  await database.pool.query('drop trigger fail on play_ton_blocks')
  await world.settled()
  await eventually(() => world.playTon.status === 'available')
  expect((await world.chain.account(receiver(1))).balance).toBe(5n)
})
