/** Stored deposit addresses are derived again from the key of the signer before they are shown, watched or counted. */

import { rmSync } from 'node:fs'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addressBranch } from '../../../../src/chains/evm/derive.ts'
import { api } from '../../../../src/contract/api.ts'
import type { NetworkView } from '../../../../src/contract/wallet/views.ts'
import { depositNumberOf } from '../../../../src/engine/exchange.ts'
import { compareChain } from '../../../../src/server/custody/evm/compare-chain.ts'
import type { EvmNetwork } from '../../../../src/server/custody/evm/evm-network.ts'
import { openSweeper } from '../../../../src/server/custody/evm/sweeper.ts'
import { addressesFile } from '../../../../src/server/liabilities/own-addresses-file.ts'
import { openLog } from '../../../../src/server/runtime/log.ts'
import { Unavailable } from '../../../../src/server/sequencer/unavailable.ts'
import { type ChainWorld, newNetwork, STREAM, startChainWorld, tokenTransfer } from '../../../fixtures/chain-world.ts'
import { operate } from '../../../fixtures/operator-request.ts'
import { scratchFolder } from '../../../fixtures/scratch-folder.ts'
import { quiet } from '../../../fixtures/silent-log.ts'
import { insertUnrecorded } from '../../../fixtures/stored-accounts.ts'
import { startTestDatabases, type TestDatabases } from '../../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../../fixtures/test-exchange.ts'
import { TEST_XPUB } from '../../../fixtures/test-xpub.ts'

type User = Awaited<ReturnType<ChainWorld['newUser']>>

const [USDT, ETH] = [1, 3]
const THIEF = `0x${'7'.repeat(40)}`
const derive = addressBranch(TEST_XPUB)
let world: ChainWorld
let [ann, bob]: User[] = []
const networks: EvmNetwork[] = []

beforeAll(async () => {
  world = await startChainWorld()
  ann = await world.newUser()
  bob = await world.newUser()
})
afterEach(async () => {
  await change('delete from deposit_addresses')
  for (const network of networks.splice(0)) await network.stop()
})
afterAll(() => world?.stop())

const change = (sql: string, values: readonly unknown[] = []) => world.database.pool.query(sql, [...values])

/** As after a restart of the server. */
function openNetwork(lines: string[] = []): EvmNetwork {
  const log = openLog('warn', { write: (line) => void lines.push(line) })
  const network = newNetwork(world.rpc, world.database, world.sequencer, log)
  networks.push(network)
  network.start()
  return network
}

async function isClosed(problem: string): Promise<void> {
  const row = 'if another program has changed the row, delete it from deposit_addresses and start again'
  const reason = `${problem}: give the signer the key that was used before; ${row}`
  const lines: string[] = []
  const network = openNetwork(lines)
  await expect.poll(() => network.health).toMatchObject({ state: 'failing', reason: expect.stringMatching('is wrong') })
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ event: 'custody.address_mismatch', reason }])
  expect(network.closed).toBe(reason)
  expect([network.addresses, network.isReady, network.state]).toEqual([undefined, false, 'unavailable'])
  expect(await network.depositAddress(ann?.id as User['id'])).toBeUndefined()
}

test('Without a change, a restarted network knows every address again, and derives those that are not stored', async () => {
  await change('delete from deposit_addresses where number = 2')
  const network = openNetwork()
  await expect.poll(() => network.addresses).toBeDefined()
  const all = [...(network.addresses?.all() ?? [])].map(({ number, address }) => [number, address])
  expect(all).toEqual([0, 1, 2].map((number) => [number, derive(number)]))
  const { rows } = await change('select number, address from deposit_addresses order by 1')
  expect(rows).toEqual([0, 1, 2].map((number) => ({ number, address: derive(number) })))
  expect(network.closed).toBeUndefined()
})

test('A changed address closes the network, and is neither shown nor watched', async () => {
  await openedOnce()
  await change('update deposit_addresses set address = $1 where user_id = $2', [THIEF, ann?.id])
  await isClosed('the stored address of number 1 is not the one that the key of the signer gives')
})

test('Two users whose stored addresses are exchanged close the network', async () => {
  await openedOnce()
  await change('update deposit_addresses set address = $1 where number = 1', [THIEF])
  await change('update deposit_addresses set address = $1 where number = 2', [derive(1)])
  await change('update deposit_addresses set address = $1 where number = 1', [derive(2)])
  await isClosed('the stored address of number 1 is not the one that the key of the signer gives')
})

test('Two stored addresses whose users are exchanged close the network', async () => {
  await openedOnce()
  await change('delete from deposit_addresses where number > 0')
  await change('insert into deposit_addresses values (1, $1, $2), (2, $3, $4)', [
    bob?.id,
    derive(1),
    ann?.id,
    derive(2),
  ])
  await isClosed('the stored address of number 1 belongs to another user than the journal says')
})

test('A row for a number that no user has closes the network', async () => {
  await openedOnce()
  const { id } = await insertUnrecorded(world.database.pool)
  await change('insert into deposit_addresses values (3, $1, $2)', [id, THIEF])
  await isClosed('an address is stored for number 3, which no user has')
})

test('A row of another number that has the user of an address is the one that the reason names, and without it the network opens', async () => {
  await openedOnce()
  await change('delete from deposit_addresses where number = 1')
  await change('insert into deposit_addresses values (999, $1, $2)', [ann?.id, THIEF])
  await isClosed('the stored row of number 999 has the user or the address of number 1')
  await change('delete from deposit_addresses where number = 999')
  const network = openNetwork()
  await expect.poll(() => network.addresses?.byNumber(1)?.address).toBe(derive(1))
})

test('A changed hot wallet closes the network', async () => {
  await openedOnce()
  await change('update deposit_addresses set address = $1 where number = 0', [THIEF])
  await isClosed('the signer has other keys than the stored hot wallet address')
  await change('delete from deposit_addresses where number = 0', [])
  const network = openNetwork()
  await expect.poll(() => network.addresses?.hot).toBe(derive(0))
})

test('A row that is inserted for the next number closes the network when the number is given, and is shown to nobody', async () => {
  const network = openNetwork()
  await expect.poll(() => network.addresses).toBeDefined()
  const next = { number: 3, address: derive(3) }
  await change('insert into deposit_addresses values ($1, $2, $3)', [next.number, await idWithoutNumber(), THIEF])
  const carol = await idWithoutNumber()
  expect(await network.depositAddress(carol)).toBeUndefined()
  expect(await world.sequencer.read((state) => depositNumberOf(state, carol))).toBe(next.number)
  expect(network.closed).toMatch('the stored address of number 3')
  expect(network.addresses).toBeUndefined()
})

test('An address that is not ours is neither compared nor swept, and an own one is both, whatever the tables say', async () => {
  const network = openNetwork()
  await expect.poll(() => network.addresses).toBeDefined()
  const watcher = await world.watch({ network })
  await world.send(tokenTransfer(ann?.address ?? '', 90_000_000n))
  await world.send(tokenTransfer(THIEF, 90_000_000n))
  await world.mine(4)
  await world.settled()
  await watcher.stop()
  await change('update incoming set address = $1', [THIEF])
  await change('update deposit_addresses set address = $1 where number = 1', [THIEF])
  const shared = { network, database: world.database, sequencer: world.sequencer, log: quiet, now: Date.now }
  const compared = await compareChain(shared)
  expect(compared?.map(({ found, books }) => [found, books])).toEqual([0n, 90_000_000n].map((raw) => [raw, raw]))
  const listed = network.listed()
  const sweeps = openSweeper({ ...shared, intervalMillis: 0 })
  const purposes = listed && network.addresses && (await sweeps(listed, network.addresses))
  expect(purposes).toEqual([{ kind: 'gas', to: 1, raw: expect.any(BigInt) }])
  const { rows } = await change('select stream from incoming')
  expect(rows).toEqual([{ stream: STREAM }])
})

test('Rows that are exchanged while the exchange runs change neither what two users are shown nor who is credited', async () => {
  const network = openNetwork()
  await expect.poll(() => network.addresses).toBeDefined()
  const [first, second] = [ann, bob].map((user) => user?.id) as [User['id'], User['id']]
  await change('delete from deposit_addresses where number > 0')
  const exchanged = [second, derive(1), first, derive(2)]
  await change('insert into deposit_addresses values (1, $1, $2), (2, $3, $4)', exchanged)
  expect(await network.depositAddress(first)).toEqual({ address: derive(1), memo: null })
  expect(await network.depositAddress(second)).toEqual({ address: derive(2), memo: null })
  const balances = () => Promise.all([first, second].map((user) => world.balance(user, USDT as never)))
  const [before = 0n, others] = await balances()
  const watcher = await world.watch({ network })
  await world.send(tokenTransfer(derive(1), 70_000_000n))
  await world.mine(4)
  await world.settled()
  await watcher.stop()
  expect(await balances()).toEqual([before + 70_00000000n, others])
})

test('The published addresses are those of the key, whatever is stored', async () => {
  const network = openNetwork()
  await expect.poll(() => network.addresses).toBeDefined()
  await change('update deposit_addresses set address = $1 where number = 1', [THIEF])
  const { sequencer } = world
  const file = await addressesFile({ sequencer, networks: new Map([[network.id, network]]) })
  expect(file).not.toContain(THIEF)
  for (const number of [0, 1, 2]) expect(file.toLowerCase()).toContain(derive(number))
  const closed = openNetwork()
  await expect.poll(() => closed.closed).toBeDefined()
  const published = addressesFile({ sequencer, networks: new Map([[closed.id, closed]]) })
  await expect(published).rejects.toThrow(Unavailable)
})

test('While many addresses are derived, commands are executed', async () => {
  const users: User['id'][] = []
  for (let each = 0; each < 300; each++) users.push(await idWithoutNumber())
  const give = (user: User['id']) => world.execute({ type: 'give-deposit-number', user })
  for (const user of users) await give(user)
  const network = openNetwork()
  for (let each = 0; each < 5; each++) await give(users[each] as User['id'])
  expect(network.addresses).toBeUndefined()
  await expect.poll(() => network.addresses).toBeDefined()
  expect([...(network.addresses?.all() ?? [])].length).toBeGreaterThan(300)
})

test('A restarted network knows every address, although another program has deleted the rows of a user who has one', async () => {
  const user = await idWithoutNumber()
  await change('delete from users where id = $1', [user])
  await world.execute({ type: 'give-deposit-number', user })
  const network = openNetwork()
  await expect.poll(() => network.addresses?.ofUser(user)?.address).toMatch(/^0x/)
})

describe('On a running exchange', () => {
  const folder = scratchFolder()
  let databases: TestDatabases
  let url: string
  let server: TestServer | undefined

  const start = async () => {
    server = await startTestServer(url, { PLAY_CHAIN: 'on', DATA_DIR: folder })
    return server
  }

  beforeAll(async () => {
    databases = await startTestDatabases()
    url = await databases.newDatabaseUrl()
  })
  afterAll(async () => {
    await server?.exchange.stop()
    await databases?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const networksOf = async ({ request }: TestServer, access: string, coin: number) =>
    (await request<NetworkView[]>('GET', api.networks.path.replace(':id', String(coin)), { access })).body

  test('A changed address closes the networks that have it and no other; health and an operator say why', async () => {
    const first = await start()
    const { access } = await first.signUp()
    await expect.poll(() => networksOf(first, access, ETH)).toMatchObject([{ address: expect.stringMatching(/^0x/) }])
    await first.exchange.stop()
    const pool = new pg.Pool({ connectionString: url })
    await pool.query('update deposit_addresses set address = $1 where number = 1', [THIEF])
    await pool.end()

    const next = await start()
    const tokens = await next.signUp()
    const parts = async () => (await next.request<{ parts: Record<string, unknown> }>('GET', '/health')).body.parts
    const closed = { state: 'failing', reason: expect.stringMatching('a stored address of the exchange is wrong') }
    await expect.poll(parts).toMatchObject({ network_ethereum: closed, network_ton: { state: 'ok' } })
    expect(await networksOf(next, tokens.access, ETH)).toMatchObject([{ address: null, state: 'unavailable' }])
    await expect
      .poll(() => networksOf(next, tokens.access, USDT))
      .toMatchObject([{ address: null }, { address: expect.stringMatching(/^[\w-]{48}$/), state: 'available' }])
    const text = await operate(next.dataDir, ['networks'])
    expect(text).toMatch('Closed: the stored address of number 1 is not the one that the key of the signer gives')
    expect(text.match(/Closed:/g)).toHaveLength(1)
  })
})

/** Stores the addresses. */
async function openedOnce(): Promise<void> {
  const network = openNetwork()
  await expect.poll(() => network.addresses).toBeDefined()
}

/** A user who has no deposit number yet. */
async function idWithoutNumber(): Promise<User['id']> {
  const { id: user } = await insertUnrecorded(world.database.pool)
  const account = { kind: 'user', referralCode: null, referrer: null, grants: [] } as const
  await world.execute({ type: 'open-account', user, ...account } as Parameters<ChainWorld['execute']>[0])
  return user
}
