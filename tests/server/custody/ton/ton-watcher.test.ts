/** What the watcher of a TON network does while the exchange itself, or its database, has a fault. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChainUnavailable } from '../../../../src/chains/chain-unavailable.ts'
import type { TonChain } from '../../../../src/chains/ton/chain.ts'
import { playJettonWallet } from '../../../../src/server/play-ton/genesis.ts'
import type { Sequencer } from '../../../../src/server/sequencer/sequencer.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { startTonWorld, TON_COIN, type TonWorld, USDT, units } from '../../../fixtures/ton-world.ts'

let world: TonWorld
beforeAll(async () => {
  world = await startTonWorld()
  const watcher = await world.deploy()
  await world.differences()
  await watcher.stop()
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
  const watcher = world.watch({ sequencer, treasury: undefined })
  await world.treasury.send({ to: world.hot, jetton: false, raw: 2_000_000_000n, comment: user.memo })
  await eventually(
    async () => (await world.balance(user.id, TON_COIN)) === units('10002') || (await world.unclaimed()) > 0,
  )
  expect(await world.unclaimed()).toBe(0)
  expect(reads).toBeGreaterThan(3)
  expect(await world.differences()).toEqual([])
  await watcher.stop()
})

test('While a jetton does not name the wallets of receivers, coins are credited, and its payment is settled afterwards', async () => {
  let isSilent = true
  const jettonWallet: TonChain['jettonWallet'] = async (master, owner) => {
    if (isSilent && owner !== world.hot) throw new ChainUnavailable('the jetton names no wallet')
    return world.chain.jettonWallet(master, owner)
  }
  const network = { ...world.network, wallet: world.hot, chain: { ...world.chain, jettonWallet } }
  const watcher = world.watch({ network })
  const payer = world.pay()
  const { id, memo } = await world.newUser()
  const creditOne = async (): Promise<void> => {
    const before = await world.balance(id, TON_COIN)
    await world.treasury.send({ to: world.hot, jetton: false, raw: 2_000_000_000n, comment: memo })
    await eventually(async () => (await world.balance(id, TON_COIN)) === before + units('2'))
  }
  const to = `0:${'a7'.repeat(32)}`
  const withdrawal = await world.request(id, { address: to, amount: '20', currency: USDT })
  await eventually(async () => (await world.chain.jettonBalance(playJettonWallet(to))) > 0n)
  await world.settled()
  await creditOne()
  expect(await world.statusOf(withdrawal)).toBe('assigned')
  await Promise.all([payer.stop(), watcher.stop()])
  isSilent = false
  const last = world.watch({ network })
  await eventually(async () => (await world.statusOf(withdrawal)) === 'settled')
  expect(await world.heldBy(id, USDT)).toBe(0n)
  expect(await world.chain.jettonBalance(playJettonWallet(to))).toBe(19_500_000n)
  expect(await world.differences()).toEqual([])
  await last.stop()
})

const REFUSE = `create function planted() returns trigger language plpgsql
  as $$ begin raise exception 'planted' using errcode = '22001'; end $$;
create trigger planted before insert on incoming for each row execute function planted()`

test.each([
  [
    'A constraint',
    'alter table incoming add constraint planted check (raw <> 3000000000)',
    'alter table incoming drop constraint planted',
  ],
  ['A trigger', REFUSE, 'drop function planted cascade'],
])(
  '%s that refuses a deposit makes the network fail and does not end the process; the deposit is credited without it',
  async (_, change, undo) => {
    const { id, memo } = await world.newUser()
    await world.database.pool.query(change)
    const failures: string[] = []
    const failed = (failure: string): void => void failures.push(failure)
    const watcher = world.watch({ network: { ...world.network, wallet: world.hot, failed }, treasury: undefined })
    await world.treasury.send({ to: world.hot, jetton: false, raw: 3_000_000_000n, comment: memo })
    await eventually(() => failures.length > 0)
    expect(failures[0]).toContain('planted')
    await world.database.pool.query(undo)
    await eventually(async () => (await world.balance(id, TON_COIN)) === units('10003'))
    expect(await world.differences()).toEqual([])
    await watcher.stop()
  },
)
