/** Deposits and withdrawals on the play TON chain: each is credited or paid once, whatever ends in between. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ChainUnavailable } from '../../../../src/chains/chain-unavailable.ts'
import type { Units } from '../../../../src/contract/money.ts'
import { PLAY_TON_CHAIN_ID } from '../../../../src/contract/wallet/networks.ts'
import { networkOf, nextNonce, openPayments, type Withdrawal } from '../../../../src/engine/exchange.ts'
import type { PaymentStep } from '../../../../src/server/custody/base/payment-step.ts'
import type { Rounds } from '../../../../src/server/custody/base/rounds.ts'
import { bookLostTon } from '../../../../src/server/custody/ton/book-lost-ton.ts'
import { TON } from '../../../../src/server/deposits/default-networks.ts'
import { PLAY_JETTON, playJettonWallet } from '../../../../src/server/play-ton/genesis.ts'
import { tonWalletKey } from '../../../../src/server/play-ton/ton-keys.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { clientOf } from '../../../fixtures/signer-client.ts'
import { quiet } from '../../../fixtures/silent-log.ts'
import { startTonWorld, TON_COIN, type TonWorld, USDT, units } from '../../../fixtures/ton-world.ts'

const NANO = 10n ** 9n

let world: TonWorld
let watcher: Rounds

beforeAll(async () => {
  world = await startTonWorld()
  watcher = await world.deploy()
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
    await eventually(async () => (await world.balance(user.id, USDT)) === units('10025'))
    await eventually(async () => (await world.balance(user.id, TON_COIN)) === units('10002'))
    expect(await world.unclaimed()).toBe(before)
    expect(await world.differences()).toEqual([])
  })

  test('Transfers without a memo are unclaimed if they are large enough, and cost the books nothing otherwise', async () => {
    await watcher.stop()
    watcher = world.watch({ treasury: undefined })
    const before = await world.unclaimed()
    for (const [jetton, raw] of [
      [false, 2n * NANO],
      [false, 1_000n],
      [true, 25_000_000n],
      [true, 1n],
    ] as const)
      await world.treasury.send({ to: world.hot, jetton, raw, comment: 'hello' })
    await eventually(async () => (await world.unclaimed()) === before + 2)
    expect(await world.differences()).toEqual([])
    expect(await world.unclaimed()).toBe(before + 2)
    await watcher.stop()
    watcher = world.watch()
  })

  test('Coins that the own jetton wallet forwards are gas, however many they are', async () => {
    const before = [await world.unclaimed(), await world.balance('gas', TON_COIN)] as const
    await world.sendJettonWithCoins(5n * NANO)
    await eventually(async () => (await world.balance('gas', TON_COIN)) > before[1] + units('4'))
    expect(await world.unclaimed()).toBe(before[0])
    expect(await world.differences()).toEqual([])
  })

  test('A message that looks like the result of a payment before it was executed changes nothing', async () => {
    const { id } = await world.newUser()
    const lost: Uint8Array[] = []
    const chain = { ...world.chain, send: async (boc: Uint8Array) => void lost.push(boc) }
    const losing = world.pay({ network: { ...world.network, chain, wallet: world.hot } })
    const key = await tonWalletKey(world.database, id)
    const withdrawal = await world.request(id, { address: key.address, amount: '20', currency: USDT })
    await eventually(() => lost.length > 0)
    await losing.stop()
    const queryId = await world.sequencer.read((state) => BigInt(openPayments(state, TON)[0]?.id ?? 0))
    await world.sendExcesses(queryId, key.address)
    const credited = await world.newUser()
    await world.treasury.send({ to: world.hot, jetton: false, raw: 2n * NANO, comment: credited.memo })
    await eventually(async () => (await world.balance(credited.id, TON_COIN)) === units('10002'))
    expect(await world.statusOf(withdrawal)).toBe('assigned')
    const payer = world.pay()
    await eventually(async () => (await world.statusOf(withdrawal)) === 'settled')
    expect(await world.differences()).toEqual([])
    await payer.stop()
  })
})

describe('Withdrawals', () => {
  test('Coins and jettons arrive with their memo, are paid once, and books and chain agree', async () => {
    const payer = world.pay()
    const { id } = await world.newUser()
    const coins = await world.request(id, { address: newAddress(), amount: '3', memo: 'order 7' })
    const tokens = await world.request(id, { address: newAddress(), amount: '20', currency: USDT, memo: 'order 8' })
    await eventually(
      async () => (await world.statusOf(coins)) === 'settled' && (await world.statusOf(tokens)) === 'settled',
    )
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
    await eventually(
      async () => (await world.statusOf(coins)) === 'settled' && (await world.statusOf(tokens)) === 'settled',
    )
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
    await eventually(() => lost.length > 2)
    await losing.stop()
    world.pass(3_500)
    await eventually(async () => (await world.statusOf(withdrawal)) === 'assigned')
    expect(await world.heldBy(id, TON_COIN)).toBe(units('3'))
    world.pass(300)
    await eventually(async () => (await world.statusOf(withdrawal)) === 'approved')
    const paying = world.pay()
    await eventually(async () => (await world.statusOf(withdrawal)) === 'settled')
    for (const boc of lost) await world.chain.send(boc).catch(() => undefined)
    await world.settled()
    expect(await received(withdrawal.address)).toBe(2_950_000_000n)
    expect(await world.differences()).toEqual([])
    await paying.stop()
  })

  test('A payment for which the wallet has too few coins at the last moment sends nothing and is made again', async () => {
    const { id } = await world.newUser('200000')
    const chain = {
      ...world.chain,
      account: async (address: string) => ({ ...(await world.chain.account(address)), balance: 10n ** 18n }),
    }
    const payer = world.pay({ network: { ...world.network, chain, wallet: world.hot } })
    const paid = await world.request(id, { address: newAddress(), amount: '50000' })
    const skipped = await world.request(id, { address: newAddress(), amount: '50000' })
    await eventually(async () => (await world.statusOf(paid)) === 'settled')
    await eventually(async () => (await world.statusOf(skipped)) === 'approved')
    expect([await received(skipped.address), await world.heldBy(id, TON_COIN)]).toEqual([0n, skipped.amount])
    await payer.stop()
    expect(await world.differences()).toEqual([])
    await world.execute({ type: 'reject-withdrawal', withdrawal: skipped.id, operator: 'o', reason: 'r' })
  })

  test('Payments that a restore has lost pause the network, and are booked once an operator reconciles it', async () => {
    await world.treasury.refill(world.hot)
    const { id } = await world.newUser()
    const { chainId, generation, nonce } = await world.sequencer.read((state) => ({
      chainId: PLAY_TON_CHAIN_ID,
      generation: networkOf(state, TON)?.generation ?? 0,
      nonce: nextNonce(state, TON, 0),
    }))
    const waiting = await world.request(id, { address: newAddress(), amount: '3', memo: 'order 9' })
    const { time } = await world.chain.account(world.hot)
    const lost = {
      kind: 'ton-withdrawal',
      chainId,
      generation,
      wallet: 0,
      createdAt: time - 30,
      approval: null,
    } as const
    const coins = { ...lost, payment: 9_000_001, nonce, to: waiting.address, memo: 'order 9', withdrawal: waiting.id }
    const jetton = {
      ...lost,
      payment: 9_000_002,
      nonce: nonce + 1,
      to: newAddress(),
      memo: null,
      withdrawal: 9_000_000,
    }
    for (const input of [
      { ...coins, contract: null, jettonWallet: null, amount: '2950000000' },
      { ...jetton, contract: PLAY_JETTON, jettonWallet: playJettonWallet(world.hot), amount: '7000000' },
    ] as const) {
      const signed = await world.signer.sign(input)
      await world.chain.send(Buffer.from('raw' in signed ? signed.raw.slice(2) : '', 'hex'))
    }
    await eventually(() => world.network.listed()?.paused?.includes('not known here') === true)
    await world.settled()
    const before = await world.balance('world', USDT)
    const booking = await bookLostTon(
      { ...world, signer: clientOf(world.signer), log: quiet, now: Date.now },
      { operator: 'ops', reason: 'a restore' },
    )
    expect(booking).toMatchObject({
      type: 'done',
      payments: [
        { result: 'settled', user: id },
        { result: 'booked', user: null },
      ],
    })
    await eventually(async () => (await world.statusOf(waiting)) === 'settled')
    expect(await world.balance('world', USDT)).toBe((before - units('7')) as Units)
    expect([await received(waiting.address), await jettons(jetton.to)]).toEqual([2_950_000_000n, 7_000_000n])
    expect(await world.differences()).toEqual([])
    const payer = world.pay()
    const next = await world.request(id, { address: newAddress(), amount: '3' })
    await eventually(async () => (await world.statusOf(next)) === 'settled')
    expect(await world.differences()).toEqual([])
    await payer.stop()
  })

  test('Jettons that the own jetton wallet does not have are returned to the user', async () => {
    const { id } = await world.newUser('2000000')
    const held = await jettons(world.hot)
    const chain = { ...world.chain, jettonBalance: async () => 10n ** 18n }
    const payer = world.pay({ network: { ...world.network, chain, wallet: world.hot } })
    const requests: Withdrawal[] = []
    for (let sent = 0n; sent <= held; sent += 49_999_500_000n)
      requests.push(await world.request(id, { address: newAddress(), amount: '50000', currency: USDT }))
    const statuses = () => Promise.all(requests.map(world.statusOf))
    await eventually(async () => (await statuses()).every((status) => status === 'settled' || status === 'returned'))
    expect((await statuses()).filter((status) => status === 'returned')).toHaveLength(1)
    expect(await world.heldBy(id, USDT)).toBe(0n)
    expect(await world.differences()).toEqual([])
    await payer.stop()
  })
})
