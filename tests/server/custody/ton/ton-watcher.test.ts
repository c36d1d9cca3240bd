/** What the watcher of a TON network does while the exchange itself has a fault. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { playJettonWallet } from '../../../../src/server/play-ton/genesis.ts'
import type { Sequencer } from '../../../../src/server/sequencer/sequencer.ts'
import { until } from '../../../fixtures/play-ton-world.ts'
import { startTonWorld, TON_COIN, type TonWorld, units } from '../../../fixtures/ton-world.ts'

let world: TonWorld
beforeAll(async () => {
  world = await startTonWorld()
  const watcher = world.watch()
  const payer = world.pay()
  await until(() => world.network.isReady)
  await until(async () => (await world.chain.jettonBalance(playJettonWallet(world.hot))) > 0n)
  await world.differences()
  await Promise.all([payer.stop(), watcher.stop()])
})
afterAll(() => world?.stop())

test('A deposit that is read while the exchange recovers from a failed commit is credited to its user afterwards', async () => {
  const user = await world.newUser()
  let reads = 0
  const sequencer = {
    read: (select) => world.sequencer.read(select),
    submit: (command, reply) => world.sequencer.submit(command, reply),
    // As while the journal is read again: there is no state.
    readUncommitted: (select) => (++reads <= 3 ? undefined : world.sequencer.readUncommitted(select)),
  } as Pick<Sequencer, 'read' | 'submit' | 'readUncommitted'>
  world.watch({ sequencer, treasury: undefined })
  await world.treasury.send({ to: world.hot, jetton: false, raw: 2_000_000_000n, comment: user.memo })
  await until(async () => (await world.balance(user.id, TON_COIN)) === units('10002') || (await world.unclaimed()) > 0)
  expect(await world.unclaimed()).toBe(0)
  expect(reads).toBeGreaterThan(3)
  expect(await world.differences()).toEqual([])
}, 90_000)
