/** Deposits and withdrawals on the play TON chain: each is credited or paid once, whatever ends in between. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ChainUnavailable } from '../../../../src/chains/chain-unavailable.ts'
import type { PaymentStep } from '../../../../src/server/custody/payment-versions.ts'
import type { Rounds } from '../../../../src/server/custody/rounds.ts'
import { playJettonWallet } from '../../../../src/server/play-ton/genesis.ts'
import { until } from '../../../fixtures/play-ton-world.ts'
import { startTonWorld, TON_COIN, type TonWorld, USDT, units } from '../../../fixtures/ton-world.ts'

const NANO = 10n ** 9n

let world: TonWorld
let watcher: Rounds

beforeAll(async () => {
  world = await startTonWorld()
  watcher = world.watch()
  const payer = world.pay()
  await until(() => world.network.isReady)
  await until(async () => (await world.chain.jettonBalance(playJettonWallet(world.hot))) > 0n)
  await payer.stop()
})
afterAll(() => world?.stop())

const received = async (address: string): Promise<bigint> => (await world.chain.account(address)).balance
const jettons = (address: string): Promise<bigint> => world.chain.jettonBalance(playJettonWallet(address))
let addresses = 0
/** Of nobody. */
const newAddress = (): string => `0:${(++addresses).toString(16).padStart(64, 'c')}`

describe('Deposits', () => {
  test('Coins and jettons with the memo of a user are credited once, and all others are unclaimed', async () => {
    const user = await world.newUser()
    const before = await world.unclaimed()
    const deposit = (jetton: boolean, comment: string | null) =>
      world.treasury.send({ to: world.hot, jetton, raw: jetton ? 25_000_000n : 2n * NANO, comment })
    await deposit(false, user.memo)
    await deposit(true, ` ${user.memo} `)
    await until(async () => (await world.balance(user.id, USDT)) === units('10025'))
    await until(async () => (await world.balance(user.id, TON_COIN)) === units('10002'))
    expect(await world.unclaimed()).toBe(before)
    expect(await world.differences()).toEqual([])
  })
})

describe('Withdrawals', () => {
  test('Coins and jettons arrive with their memo, are paid once, and books and chain agree', async () => {
    const payer = world.pay()
    const { id } = await world.newUser()
    const coins = await world.request(id, { address: newAddress(), amount: '3', memo: 'order 7' })
    const tokens = await world.request(id, { address: newAddress(), amount: '20', currency: USDT, memo: 'order 8' })
    await until(async () => (await world.statusOf(coins)) === 'settled' && (await world.statusOf(tokens)) === 'settled')
    expect(await received(coins.address)).toBe(2_950_000_000n)
    expect(await jettons(tokens.address)).toBe(19_500_000n)
    expect([await world.heldBy(id, TON_COIN), await world.heldBy(id, USDT)]).toEqual([0n, 0n])
    expect(await world.differences()).toEqual([])
    await payer.stop()
  })

  const STEPS: readonly PaymentStep[] = [
    'before_assign',
    'assigned',
    'signed',
    'stored',
    'sent',
    'noted',
    'final',
    'closed',
  ]

  test.each(STEPS)('A payer or watcher that ends after the step "%s" pays coins and jettons once', async (step) => {
    const { id } = await world.newUser()
    let kills = 2
    const killed = Promise.withResolvers<void>()
    const onStep = (at: PaymentStep): void => {
      if (at !== step || kills === 0) return
      kills -= 1
      if (kills === 0) killed.resolve()
      throw new ChainUnavailable('killed by the test')
    }
    await watcher.stop()
    watcher = world.watch({ onStep })
    const payer = world.pay({ onStep })
    const coins = await world.request(id, { address: newAddress(), amount: '3' })
    const tokens = await world.request(id, { address: newAddress(), amount: '20', currency: USDT })
    await killed.promise
    await Promise.allSettled([payer.stop(), watcher.stop()])
    world.signer.reopen()
    watcher = world.watch()
    const next = world.pay()
    await until(async () => (await world.statusOf(coins)) === 'settled' && (await world.statusOf(tokens)) === 'settled')
    await world.settled()
    expect([await received(coins.address), await jettons(tokens.address)]).toEqual([2_950_000_000n, 19_500_000n])
    expect(await world.differences()).toEqual([])
    await next.stop()
  })

  test('A message that is lost expires by the clock of the chain, and another payment pays once', async () => {
    const { id } = await world.newUser()
    const lost: Uint8Array[] = []
    const chain = { ...world.chain, send: async (boc: Uint8Array) => void lost.push(boc) }
    const losing = world.pay({ network: { ...world.network, chain, wallet: world.hot } })
    const withdrawal = await world.request(id, { address: newAddress(), amount: '3' })
    await until(() => lost.length > 2)
    await losing.stop()
    world.pass(3_500)
    await until(async () => (await world.statusOf(withdrawal)) === 'assigned')
    expect(await world.heldBy(id, TON_COIN)).toBe(units('3'))
    world.pass(300)
    await until(async () => (await world.statusOf(withdrawal)) === 'approved')
    const paying = world.pay()
    await until(async () => (await world.statusOf(withdrawal)) === 'settled')
    for (const boc of lost) await world.chain.send(boc).catch(() => undefined)
    await world.settled()
    expect(await received(withdrawal.address)).toBe(2_950_000_000n)
    expect(await world.differences()).toEqual([])
    await paying.stop()
  })
})
