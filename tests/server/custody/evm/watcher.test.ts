/** Blocks that the chain replaces, before and after they are final, and a watcher that is killed. */

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChainUnavailable } from '../../../../src/chains/evm/chain.ts'
import type { JsonRpc } from '../../../../src/chains/evm/json-rpc.ts'
import type { CurrencyId } from '../../../../src/contract/ids.ts'
import { parseUnits } from '../../../../src/contract/money.ts'
import { networkOf } from '../../../../src/engine/exchange.ts'
import type { Watcher } from '../../../../src/server/custody/evm/watcher.ts'
import { ETHEREUM } from '../../../../src/server/deposits/default-networks.ts'
import type { Tables } from '../../../../src/server/postgres/tables.ts'
import {
  type ChainWorld,
  newNetwork,
  STREAM,
  startChainWorld,
  TOKEN,
  tokenTransfer,
} from '../../../fixtures/chain-world.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { mortal } from '../../../fixtures/mortal.ts'
import { testCursors } from '../../../fixtures/test-cursors.ts'

type Incoming = Tables['incoming']

const USDT = 1 as CurrencyId
const ETH = 3 as CurrencyId
const FIVE = 5_000_000n

let world: ChainWorld
let main: Watcher
const changed: string[] = []

beforeAll(async () => {
  world = await startChainWorld()
  main = await world.watch({ onDeposit: (_user, uuid) => changed.push(uuid) })
})

afterAll(() => world?.stop())

async function rowsOf(user: string) {
  const { rows } = await world.database.pool.query(
    'select uuid, txid, state, height, block_hash, part, position from incoming where user_id = $1',
    [user],
  )
  return rows as Pick<Incoming, 'uuid' | 'txid' | 'state' | 'height' | 'block_hash' | 'part' | 'position'>[]
}

const replaceBlocks = (depth: number): Promise<unknown> => world.rpc.call('anvil_reorg', [depth, []])

test('A deposit whose block is replaced is shown as dropped, and credited once when it is mined again', async () => {
  const [user, other] = [await world.newUser(), await world.newUser()]
  const deposit = await world.send(tokenTransfer(user.address, FIVE))
  await world.mine()
  await eventually(async () => (await rowsOf(user.id))[0]?.state === 'seen')
  const [before] = await rowsOf(user.id)
  expect(changed).toContain(before?.uuid)

  await replaceBlocks(1)
  await eventually(async () => (await rowsOf(user.id))[0]?.state === 'dropped')
  expect(changed.filter((uuid) => uuid === before?.uuid).length).toBeGreaterThan(1)

  await world.rpc.call('eth_sendRawTransaction', [deposit.raw])
  await world.send(tokenTransfer(other.address, FIVE))
  await world.mine(4)
  await world.settled()
  const [after, ...more] = await rowsOf(user.id)
  expect(more).toEqual([])
  expect(after).toMatchObject({ uuid: before?.uuid, part: before?.part, state: 'final' })
  expect(after?.block_hash).not.toBe(before?.block_hash)
  expect(await world.balance(user.id, USDT)).toBe(parseUnits('5'))
  expect(await world.balance(other.id, USDT)).toBe(parseUnits('5'))
})

test('Its user hears of a deposit that confirms, but not of a small one, of which a sender can make any number', async () => {
  const user = await world.newUser()
  const small = await world.send(tokenTransfer(user.address, 9_999n))
  const other = await world.send(tokenTransfer(user.address, FIVE))
  await world.mine()
  await eventually(async () => (await rowsOf(user.id)).length === 2)
  const uuidOf = async ({ txid }: { readonly txid: string }) =>
    (await rowsOf(user.id)).find((row) => row.txid === txid)?.uuid
  const [smallUuid, otherUuid] = [await uuidOf(small), await uuidOf(other)]
  await eventually(async () => changed.some((uuid) => uuid === otherUuid))
  expect(changed).not.toContain(smallUuid)
  await world.mine(4)
  await world.settled()
})

test('A deposit is not credited before its block is final', async () => {
  const user = await world.newUser()
  await world.send(tokenTransfer(user.address, FIVE))
  await world.mine(2)
  await eventually(async () => (await rowsOf(user.id))[0]?.state === 'seen')
  await sleep(100)
  expect(await world.balance(user.id, USDT)).toBe(0n)
  await world.mine(1)
  await world.settled()
  expect(await world.balance(user.id, USDT)).toBe(parseUnits('5'))
})

const names = [
  ...['update incoming set', 'begin', 'update chain_cursors set'].map((name) => ({
    name,
    nth: 1,
  })),
  ...[1, 2, 3].flatMap((nth) => ['insert into incoming', 'commit'].map((name) => ({ name, nth }))),
  ...['credit-deposits', 'insert into chain_cursors'].map((name) => ({ name, nth: 1 })),
]

test('A watcher that is killed at any step credits the deposit once', async () => {
  await main.stop()
  const killed: string[] = []
  for (const when of ['before', 'after'] as const)
    for (const step of names) {
      const user = await world.newUser()
      const victim = mortal(world.database, world.sequencer, { ...step, when })
      const { database, sequencer } = victim
      const network = { ...world.network, cursors: testCursors(database) }
      const first = await world.watch({ network, database, sequencer })
      await world.settled()
      victim.arm()
      await world.send(tokenTransfer(user.address, FIVE))
      await world.mine(1)
      await eventually(async () => victim.isDead() || (await rowsOf(user.id)).length > 0)
      await world.mine(2)
      await eventually(async () => victim.isDead() || (await world.balance(user.id, USDT)) > 0n)
      await first.stop()
      if (victim.isDead()) killed.push(step.name)
      const second = await world.watch()
      await world.settled()
      await second.stop()
      expect([step, when, await world.balance(user.id, USDT)]).toEqual([step, when, parseUnits('5')])
      expect(await rowsOf(user.id)).toMatchObject([{ state: 'final' }])
    }
  for (const name of ['insert into incoming', 'commit', 'credit-deposits', 'insert into chain_cursors'])
    expect(killed.filter((each) => each === name).length).toBeGreaterThanOrEqual(2)
})

test('An endpoint of which many calls fail delays a deposit, which is then credited once', async () => {
  const user = await world.newUser()
  let calls = 0
  const answers: (() => unknown)[] = [() => null, () => '0x', () => ({}), () => []]
  const faulty: JsonRpc = {
    async call(method, params) {
      calls += 1
      const dice = Math.sin(calls * calls) * 0.5 + 0.5
      if (dice < 0.15) throw new ChainUnavailable('no answer in time')
      return dice > 0.9 ? answers[calls % answers.length]?.() : world.rpc.call(method, params)
    },
  }
  const network = newNetwork(faulty, world.database, world.sequencer)
  network.start()
  const watcher = await world.watch({ network })
  await world.send(tokenTransfer(user.address, FIVE))
  await world.mine(3)
  await eventually(async () => (await world.balance(user.id, USDT)) > 0n)
  expect(await world.balance(user.id, USDT)).toBe(parseUnits('5'))
  expect(calls).toBeGreaterThan(20)
  await watcher.stop()
  await network.stop()
})

/** Answers everything but the balances of the token, while `isBroken`. */
function withBrokenToken(): { readonly rpc: JsonRpc; isBroken: boolean } {
  const broken = {
    isBroken: true,
    rpc: {
      async call(method: string, params: readonly unknown[] = []) {
        const [request] = params as readonly { readonly to?: string }[]
        if (broken.isBroken && method === 'eth_call' && request?.to === TOKEN)
          throw new ChainUnavailable('no answer in time')
        return world.rpc.call(method, params)
      },
    },
  }
  return broken
}

async function watchBrokenToken(tokenPatienceMillis: number) {
  const broken = withBrokenToken()
  const network = newNetwork(broken.rpc, world.database, world.sequencer)
  network.start()
  const watcher = await world.watch({ network, tokenPatienceMillis })
  const stop = async (): Promise<void> => {
    await watcher.stop()
    await network.stop()
  }
  return { broken, stop }
}

test('A token whose balances cannot be read is booked to unclaimed, and other coins are credited', async () => {
  const user = await world.newUser()
  const { broken, stop } = await watchBrokenToken(50)
  const unclaimed = await world.balance('unclaimed', USDT)
  await world.send(tokenTransfer(user.address, FIVE))
  await world.send({ to: user.address, value: 10n ** 16n })
  await world.mine(3)
  await eventually(async () => (await world.balance(user.id, ETH)) > 0n)
  expect(await world.balance(user.id, ETH)).toBe(parseUnits('0.01'))
  expect(await world.balance(user.id, USDT)).toBe(0n)
  expect((await world.balance('unclaimed', USDT)) - unclaimed).toBe(parseUnits('5'))
  // It is credited again as soon as it can be read.
  broken.isBroken = false
  await world.send(tokenTransfer(user.address, FIVE))
  await world.mine(3)
  await eventually(async () => (await world.balance(user.id, USDT)) > 0n)
  await stop()
})

test('A token whose balances cannot be read for a moment is credited to the user afterwards', async () => {
  const user = await world.newUser()
  const { broken, stop } = await watchBrokenToken(600_000)
  await world.send(tokenTransfer(user.address, FIVE))
  await world.mine(3)
  await eventually(async () => (await rowsOf(user.id))[0]?.state === 'seen')
  broken.isBroken = false
  await eventually(async () => (await world.balance(user.id, USDT)) > 0n)
  expect(await world.balance(user.id, USDT)).toBe(parseUnits('5'))
  await stop()
})

test('When a final block is replaced, the network is paused and nothing more is credited', async () => {
  const user = await world.newUser()
  const watcher = await world.watch()
  // Without a transaction the replaced blocks would be the same.
  await world.send(tokenTransfer(world.sender, 1n))
  await world.mine(3)
  await world.settled()
  await replaceBlocks(4)
  const paused = () => world.sequencer.read((state) => networkOf(state, ETHEREUM)?.paused)
  await world.mine(1)
  await eventually(async () => (await paused()) !== null)
  expect(await paused()).toMatch(/^block \d+ was final and has been replaced$/)
  await world.send(tokenTransfer(user.address, FIVE)).catch(() => undefined)
  await world.mine(4)
  await sleep(200)
  expect(await world.balance(user.id, USDT)).toBe(0n)
  await watcher.stop()
})

test('The block at which a chain is followed for the first time is stored before the next block', async () => {
  await world.execute({ type: 'close-generation', network: ETHEREUM, generation: 1 })
  const watcher = await world.watch({ treasury: undefined })
  const { final } = await world.network.chain.head()
  const cursor = async () => {
    const { rows } = await world.database.pool.query('select height from chain_cursors where stream = $1', [
      'evm:ethereum:2',
    ])
    return rows as { height: number }[]
  }
  await eventually(async () => (await cursor()).length === 1)
  expect(await cursor()).toEqual([{ height: final.height }])
  await watcher.stop()
})

test('The cursor of the chain names its stream and the position of the engine', async () => {
  const { rows } = await world.database.pool.query('select stream, position from chain_cursors order by stream limit 1')
  expect(rows).toMatchObject([{ stream: STREAM }])
  expect(rows[0]?.position).toBeGreaterThan(0n)
})
