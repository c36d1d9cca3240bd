/** The play TON chain with the real virtual machine. */

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { PLAY_JETTON, playJettonWallet } from '../../../src/server/play-ton/genesis.ts'
import type { Database } from '../../../src/server/postgres/database.ts'
import { openPlayTonWorld, type PlayTonWorld } from '../../fixtures/play-ton-world.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'

let databases: TestDatabases
let database: Database
let world: PlayTonWorld

beforeAll(async () => {
  databases = await startTestDatabases()
})

afterAll(() => databases?.stop())

beforeEach(async () => {
  database = await databases.newDatabase()
  world = await openPlayTonWorld(database)
})

afterEach(() => world.playTon.stop())

const receiver = (number: number): string => `0:${String(number).padStart(64, '1')}`

test('The first block gives all jettons to the treasury, and the wallet that the jetton names is the computed one', async () => {
  const { chain, key } = world
  await world.settled()
  const wallet = await chain.jettonWallet(PLAY_JETTON, key.address)
  expect(wallet).toBe(playJettonWallet(key.address))
  expect(await chain.jettonBalance(wallet)).toBe(10n ** 18n)
})

test('The treasury sends coins and jettons', async () => {
  const { chain, treasury } = world
  await treasury.send({ to: receiver(1), jetton: false, raw: 7n, comment: null })
  await treasury.send({ to: receiver(1), jetton: true, raw: 5_000_000n, comment: 'hello' })
  await world.settled()
  expect((await chain.account(receiver(1))).balance).toBeGreaterThan(7n)
  expect(await chain.jettonBalance(playJettonWallet(receiver(1)))).toBe(5_000_000n)
})
