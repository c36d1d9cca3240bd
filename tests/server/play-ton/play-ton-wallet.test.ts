/** The external wallets of users on the play TON chain. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChainUnavailable } from '../../../src/chains/chain-unavailable.ts'
import { readComment } from '../../../src/chains/ton/comment.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import { PLAY_JETTON, playJettonWallet } from '../../../src/server/play-ton/genesis.ts'
import { openPlayTonWallets, type PlayTonWallets } from '../../../src/server/play-ton/play-ton-wallet.ts'
import type { Database } from '../../../src/server/postgres/database.ts'
import { openPlayTonWorld, type PlayTonWorld } from '../../fixtures/play-ton-world.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { TON } from '../../fixtures/ton-users.ts'

const USDT = 10n ** 6n
const RECEIVER = `0:${'a1'.repeat(32)}`

let databases: TestDatabases
let database: Database
let world: PlayTonWorld
let wallets: PlayTonWallets

beforeAll(async () => {
  databases = await startTestDatabases()
  database = await databases.newDatabase()
  world = await openPlayTonWorld(database)
  wallets = openPlayTonWallets({ ...world, api: world.playTon.api, database })
})

afterAll(async () => {
  await world?.playTon.stop()
  await databases?.stop()
})

let users = 100_000_000

async function newUser(): Promise<UserId> {
  const id = randomUUID() as UserId
  users += 1
  await database.pool.query(
    'insert into users (id, email, password_hash, referral_code, created_at) values ($1, $2, $3, $4, 0)',
    [id, `${id}@example.com`, 'hash', users],
  )
  return id
}

test('The first look at a wallet funds it, and later ones do not', async () => {
  const user = await newUser()
  const all = await Promise.all([wallets.show(user), wallets.show(user), wallets.show(user)])
  await world.settled()
  const { address, balances, transfers } = await wallets.show(user)
  expect(new Set(all.map((each) => each.address))).toEqual(new Set([address]))
  expect(balances).toEqual([
    { contract: null, raw: 100n * TON },
    { contract: PLAY_JETTON, raw: 10_000n * USDT },
  ])
  expect(transfers.map(({ direction, contract, raw, status }) => [direction, contract, raw, status])).toEqual([
    ['in', PLAY_JETTON, 10_000n * USDT, 'confirmed'],
    ['in', null, 100n * TON, 'confirmed'],
  ])
})

test('Coins and jettons that are sent one after the other all arrive, with their comments', async () => {
  const user = await newUser()
  for (let each = 1n; each <= 3n; each++) {
    await wallets.send(user, { to: RECEIVER, contract: null, raw: each * TON, comment: `memo ${each}` })
    await wallets.send(user, { to: RECEIVER, contract: PLAY_JETTON, raw: each * USDT, comment: `memo ${each}` })
  }
  await world.settled()
  expect(await world.chain.jettonBalance(playJettonWallet(RECEIVER))).toBe(6n * USDT)
  const { lastLt, lastHash } = await world.chain.account(RECEIVER)
  const list = await world.chain.transactionsBefore(RECEIVER, lastLt, lastHash, 20)
  const comments = list.flatMap(({ incoming }) => (incoming === null ? [] : [readComment(incoming.body)]))
  expect(comments.filter(Boolean).toSorted()).toEqual(['memo 1', 'memo 2', 'memo 3'])
  const { transfers } = await wallets.show(user)
  const sent = transfers.filter(({ direction }) => direction === 'out')
  expect(sent.map(({ contract, raw, address }) => [contract, raw, address])).toEqual(
    [3n, 2n, 1n].flatMap((each) => [
      [PLAY_JETTON, each * USDT, RECEIVER],
      [null, each * TON, RECEIVER],
    ]),
  )
})

test('Transfers that are sent at the same time all arrive', async () => {
  const user = await newUser()
  await wallets.show(user)
  const to = `0:${'b2'.repeat(32)}`
  const request = { to, contract: PLAY_JETTON, raw: USDT, comment: null }
  await Promise.all(Array.from({ length: 5 }, () => wallets.send(user, request)))
  await world.settled()
  expect(await world.chain.jettonBalance(playJettonWallet(to))).toBe(5n * USDT)
})

test.each([
  ['coins than the wallet has', null, 100n * TON, null],
  ['jettons than the wallet has', PLAY_JETTON, 10_001n * USDT, PLAY_JETTON],
])('A transfer of more %s is refused', async (_what, contract, raw, missing) => {
  const user = await newUser()
  const refused = await wallets.send(user, { to: RECEIVER, contract, raw, comment: null })
  expect(refused).toMatchObject({ contract: missing, need: expect.anything(), available: expect.anything() })
})

test('Without the chain a wallet is not available', async () => {
  const stopped = openPlayTonWallets({
    ...world,
    api: world.playTon.api,
    database,
    chain: {
      ...world.chain,
      account: async () => {
        throw new ChainUnavailable('stopped')
      },
    },
  })
  await expect(stopped.show(await newUser())).rejects.toThrow(ChainUnavailable)
})
