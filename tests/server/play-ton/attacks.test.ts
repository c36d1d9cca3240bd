/** Contracts and messages that try to stop the play TON chain. */

import { randomBytes } from 'node:crypto'
import { beginCell, Cell, contractAddress, external, type StateInit, storeMessage } from '@ton/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { externalMessage } from '../../../src/chains/ton/external-message.ts'
import { TonApiError } from '../../../src/chains/ton/toncenter.ts'
import { transactionsAfter } from '../../../src/chains/ton/wallet-list.ts'
import { addExternal, countWaiting } from '../../../src/server/play-ton/ton-blocks.ts'
import { startVm, type VmThread } from '../../../src/server/play-ton/vm-thread.ts'
import type { Database } from '../../../src/server/postgres/database.ts'
import { compileTolk } from '../../fixtures/compile-tolk.ts'
import { openPlayTonWorld, type PlayTonWorld } from '../../fixtures/play-ton-world.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { newTonUser, TON, type TonUser } from '../../fixtures/ton-users.ts'

const SOURCE = `
import "@stdlib/gas-payments"

fun onInternalMessage(in: InMessage) {
    if (in.body.isEmpty()) {
        return;
    }
    val count = in.body.preloadUint(8);
    repeat (count) {
        createMessage({
            bounce: BounceMode.NoBounce,
            dest: contract.getAddress(),
            value: (in.valueCoins / count) - ton("0.005"),
            body: in.body.preloadBits(8)
        }).send(SEND_MODE_REGULAR);
    }
}

fun onExternalMessage(body: slice) {
    acceptExternalMessage();
    while (!body.isEmpty()) {
    }
}

get fun forever(): int {
    var number = 0;
    while (number >= 0) {
        number += 1;
    }
    return number;
}

get fun deep(): tuple {
    var nested = createEmptyTuple();
    while (true) {
        var outer = createEmptyTuple();
        outer.push(nested);
        nested = outer;
    }
    return nested;
}
`

let databases: TestDatabases
let database: Database
let world: PlayTonWorld
let user: TonUser
let init: StateInit
let attacker: string
/** How often the virtual machine was started. */
let starts = 0

beforeAll(async () => {
  databases = await startTestDatabases()
  database = await databases.newDatabase()
  const counted = (): VmThread => {
    starts += 1
    return startVm()
  }
  world = await openPlayTonWorld(database, { startVm: counted })
  user = await newTonUser(world)
  init = { code: await compileTolk('attack.tolk', () => SOURCE), data: Cell.EMPTY }
  attacker = contractAddress(0, init).toRawString()
  await world.treasury.send({ to: attacker, jetton: false, raw: 100n * TON, comment: null })
  await world.settled()
  await world.chain.send(externalMessage(attacker, Cell.EMPTY, init).boc)
  await world.settled()
})

afterAll(async () => {
  await world?.playTon.stop()
  await databases?.stop()
})

/** The chain still executes the transfers of others. */
async function expectAlive(): Promise<void> {
  const receiver = `0:${randomBytes(32).toString('hex')}`
  await user.send({ to: receiver, value: 5n })
  expect((await world.chain.account(receiver)).balance).toBe(5n)
  expect([world.playTon.status, starts]).toEqual(['available', 1])
}

const heightNow = async (): Promise<number> =>
  (await database.pool.query('select max(height) as height from play_ton_blocks')).rows[0]?.height

test('A contract that loops runs out of gas, pays for it, and the chain goes on', async () => {
  const before = (await world.chain.account(attacker)).balance
  for (let each = 0; each < 12; each++)
    await world.chain.send(externalMessage(attacker, beginCell().storeUint(each, 16).endCell()).boc)
  await expectAlive()
  const { balance } = await world.chain.account(attacker)
  expect(before - balance).toBeGreaterThan(TON)
})

test('A contract whose messages double each time is spread over blocks, and the chain goes on', async () => {
  const before = await heightNow()
  await user.send({ to: attacker, value: 8n * TON, bounce: true, body: beginCell().storeUint(2, 8).endCell() })
  expect(await heightNow()).toBeGreaterThan(before + 2)
  await expectAlive()
  // Also what was left over between two blocks is in the list.
  const { lastLt, lastHash, balance } = await world.chain.account(attacker)
  const all = await transactionsAfter(world.chain, attacker, { lt: lastLt, hash: lastHash }, null)
  expect(all.length).toBeGreaterThan(300)
  expect(all.reduce((sum, { balanceChange }) => sum + balanceChange, 0n)).toBe(balance)
})

test('A get method that loops ends with an exit code', async () => {
  const result = await world.playTon.api('runGetMethod', { address: attacker, method: 'forever', stack: [] })
  expect(result).toMatchObject({ exit_code: -14 })
  await expectAlive()
})

test('A get method whose result is nested without end is refused or ends', async () => {
  const call = world.playTon.api('runGetMethod', { address: attacker, method: 'deep', stack: [] })
  expect(await call.catch((error: unknown) => error instanceof TonApiError)).toSatisfy(
    (result) => result === true || (result as { exit_code: number }).exit_code !== 0,
  )
  await expectAlive()
})

const message = (fields: Parameters<typeof external>[0]): Buffer =>
  beginCell()
    .store(storeMessage(external(fields)))
    .endCell()
    .toBoc()

const deep = (levels: number): Cell => {
  let cell = Cell.EMPTY
  for (let level = 0; level < levels; level++) cell = beginCell().storeRef(cell).endCell()
  return cell
}

const wrong: Readonly<Record<string, () => Uint8Array>> = {
  nothing: () => Buffer.alloc(0),
  'bytes that are no bag of cells': () => Buffer.from('hello'),
  'a bag of cells that ends too early': () => message({ to: user.address, body: deep(3) }).subarray(0, 40),
  'an empty cell': () => Cell.EMPTY.toBoc(),
  'more than 64 kB': () => Buffer.alloc(65_536, 1),
  'a message that is nested too deeply': () => message({ to: user.address, body: deep(600) }),
  'a message to the masterchain': () => message({ to: `-1:${'3'.repeat(64)}`, body: Cell.EMPTY }),
}

test.each(Object.entries(wrong))('A message that is %s is refused and does not wait', async (_what, boc) => {
  await expect(world.chain.send(boc())).rejects.toThrow(TonApiError)
  await world.settled()
})

test('Messages to accounts that do not exist have no effect', async () => {
  const before = await heightNow()
  for (let each = 0; each < 20; each++)
    await world.chain.send(message({ to: `0:${String(each).padStart(64, '7')}`, body: Cell.EMPTY }))
  await world.settled()
  expect(await heightNow()).toBe(before)
  await expectAlive()
})

test('A message that waits is stored once, and no more than the limit wait', async () => {
  const stopped = await databases.newDatabase()
  const add = (hash: string) =>
    addExternal(stopped, { hash, receiver: attacker, boc: Buffer.from(hash), at: Date.now() }, 2)
  const added = []
  for (const hash of ['a', 'a', 'b', 'c', 'b']) added.push(await add(hash))
  expect(added).toEqual([true, true, true, false, true])
  expect(await countWaiting(stopped, attacker)).toBe(2)
})

test('A message that a block takes while it is sent again is accepted', async () => {
  const stopped = await databases.newDatabase()
  const message = { hash: 'a', receiver: attacker, boc: Buffer.from('a'), at: Date.now() }
  await addExternal(stopped, message, 2)
  const pool = {
    async query(text: string, values: unknown[]) {
      const result = await stopped.pool.query(text, values)
      await stopped.pool.query('delete from play_ton_messages')
      return result
    },
  } as unknown as Database['pool']
  expect(await addExternal({ ...stopped, pool }, message, 2)).toBe(true)
})
