/** Blocks that are read again after a token was listed whose transfers are booked as a surplus. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CurrencyId } from '../../../../src/contract/ids.ts'
import { parseUnits, type Units } from '../../../../src/contract/money.ts'
import { networkOf } from '../../../../src/engine/exchange.ts'
import { openReconciler } from '../../../../src/server/custody/base/reconciler.ts'
import { compareChain } from '../../../../src/server/custody/evm/compare-chain.ts'
import type { EvmNetwork } from '../../../../src/server/custody/evm/evm-network.ts'
import { ETHEREUM } from '../../../../src/server/deposits/default-networks.ts'
import { type ChainWorld, call, newNetwork, startChainWorld } from '../../../fixtures/chain-world.ts'
import { compileSolidity } from '../../../fixtures/compile.ts'
import { quiet } from '../../../fixtures/silent-log.ts'

const codes = compileSolidity(readFileSync(join(import.meta.dirname, '../../../fixtures/tokens.sol'), 'utf8'))
const units = (text: string): Units => parseUnits(text) as Units
const LATE = 2 as CurrencyId
const ONE = 10n ** 18n

let world: ChainWorld
beforeAll(async () => {
  world = await startChainWorld()
})
afterAll(() => world?.stop())

const compare = (network: EvmNetwork) =>
  compareChain({ network, database: world.database, sequencer: world.sequencer, log: quiet, now: Date.now })

async function runReconciler(network: EvmNetwork, until: () => Promise<boolean>): Promise<void> {
  const { sequencer } = world
  const reconciler = openReconciler({
    network: { id: ETHEREUM, listed: () => network.listed() },
    sequencer,
    log: quiet,
    intervalMillis: 20,
    compareNow: () => compare(network),
  })
  reconciler.start()
  await expect.poll(until, { timeout: 10_000 }).toBe(true)
  await reconciler.stop()
}

test('What arrived before a token was listed is booked once, also if another program makes the server read the chain again', async () => {
  const watcher = await world.watch()
  const { id, address } = await world.newUser()
  await world.send({ to: address, value: ONE })
  await world.mine(100)
  await world.settled()
  const late = await world.deploy(`0x${codes.get('Honest')}`)
  await world.send({ to: late, data: call('transfer(address to, uint256 value)', [address, ONE / 1_000n]) })
  await world.mine(100)
  await world.settled()
  await world.execute({
    type: 'set-network-asset',
    network: ETHEREUM,
    operator: 'test',
    reason: 'a new coin',
    asset: {
      currency: LATE,
      contract: late,
      decimals: 18,
      minDeposit: units('0.00001'),
      withdrawFee: 0n as Units,
      minWithdraw: units('1'),
      maxWithdraw: units('10'),
      deposits: 'open',
      withdrawals: 'open',
      notice: '',
    },
  })
  // The comparison finds it, and it is unclaimed.
  await runReconciler(world.network, async () => (await world.balance('unclaimed', LATE)) > 0n)
  const booked = await world.balance('unclaimed', LATE)
  await watcher.stop()

  await world.database.pool.query('delete from chain_cursors')
  const network = newNetwork(world.rpc, world.database, world.sequencer)
  network.start()
  await expect.poll(() => network.addresses !== undefined).toBe(true)
  const restarted = await world.watch({ network })
  await world.mine(3)
  await world.settled()
  let rounds = 0
  await runReconciler(network, async () => (await compare(network)) !== undefined && ++rounds > 20)
  await restarted.stop()
  const paused = await world.sequencer.read((state) => networkOf(state, ETHEREUM)?.paused)
  const user = await world.balance(id, LATE)
  await network.stop()
  expect({ paused, sum: user + (await world.balance('unclaimed', LATE)) }).toEqual({ paused: null, sum: booked })
})
