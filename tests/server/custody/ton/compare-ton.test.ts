/** Books and chain on TON: what is compared while messages arrive, after a kill, and with old answers. */

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ChainUnavailable } from '../../../../src/chains/chain-unavailable.ts'
import type { TonChain } from '../../../../src/chains/ton/chain.ts'
import { toncenterChain } from '../../../../src/chains/ton/toncenter-chain.ts'
import { expectDefined } from '../../../../src/engine/assert.ts'
import type { Withdrawal } from '../../../../src/engine/exchange.ts'
import type { PaymentStep } from '../../../../src/server/custody/base/payment-step.ts'
import type { Rounds } from '../../../../src/server/custody/base/rounds.ts'
import { compareTon } from '../../../../src/server/custody/ton/compare-ton.ts'
import { playJettonWallet } from '../../../../src/server/play-ton/genesis.ts'
import type { Sequencer } from '../../../../src/server/sequencer/sequencer.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { testCursors } from '../../../fixtures/test-cursors.ts'
import { startTonWorld, TON_COIN, type TonWorld, USDT, units } from '../../../fixtures/ton-world.ts'

const NANO = 10n ** 9n

let world: TonWorld
let watcher: Rounds

beforeAll(async () => {
  world = await startTonWorld()
  watcher = await world.deploy()
})

beforeEach(async () => expect(await world.differences()).toEqual([]))

afterEach(async () => {
  await watcher.stop()
  watcher = world.watch()
  expect(await world.differences()).toEqual([])
})

afterAll(() => world?.stop())

const compareOver = (chain: TonChain) =>
  compareTon({
    database: world.database,
    sequencer: world.sequencer,
    now: Date.now,
    network: { ...world.network, chain, wallet: world.hot },
  })

test('A new process compares nothing before it has followed the lists, because a stored cursor can be an old one', async () => {
  await watcher.stop()
  const { database, sequencer } = world
  const network = { ...world.network, wallet: world.hot, cursors: testCursors(database) }
  const compare = () => compareTon({ network, database, sequencer, now: Date.now })
  expect(await compare()).toBeUndefined()
  const next = world.watch({ network })
  await eventually(async () => (await compare())?.length === 2)
  expect((await compare())?.filter(({ books, found }) => books !== found)).toEqual([])
  await next.stop()
})

test('Books and chain are compared while messages arrive without a pause', async () => {
  const jettonWallet = playJettonWallet(world.hot)
  const arriving = new Set([jettonWallet])
  const account: TonChain['account'] = async (address) => {
    if (address === world.hot)
      await world.treasury.send({ to: world.hot, jetton: false, raw: 2n * NANO, comment: 'dust' })
    else if (arriving.delete(address))
      await world.treasury.send({ to: world.hot, jetton: true, raw: 5_000_000n, comment: 'dust' })
    await world.settled()
    return world.chain.account(address)
  }
  for (let each = 0; each < 3; each++) {
    arriving.add(jettonWallet)
    const comparisons = expectDefined(await compareOver({ ...world.chain, account }), 'books and chain are compared')
    expect(comparisons.map(({ currency }) => currency).toSorted()).toEqual([USDT, TON_COIN])
    expect(comparisons.filter(({ books, found }) => books !== found)).toEqual([])
  }
})

test('Jettons whose balance changes at each look are left out of a comparison, and coins are compared', async () => {
  const account: TonChain['account'] = async (address) => {
    if (address !== world.hot) await world.treasury.send({ to: world.hot, jetton: true, raw: 1n, comment: null })
    await world.settled()
    return world.chain.account(address)
  }
  expect(await compareOver({ ...world.chain, account })).toMatchObject([{ currency: TON_COIN }])
})

test('While the balance of jettons cannot be read, coins are compared', async () => {
  const jettonBalanceAt: TonChain['jettonBalanceAt'] = async () => {
    throw new ChainUnavailable('the endpoints disagree')
  }
  expect(await compareOver({ ...world.chain, jettonBalanceAt })).toMatchObject([{ currency: TON_COIN }])
})

let receivers = 0
/** Paid on the chain; what is booked depends on the watcher. */
async function pay(currency: typeof USDT | typeof TON_COIN): Promise<Withdrawal> {
  const { id } = await world.newUser()
  const address = `0:${(++receivers).toString(16).padStart(64, 'd')}`
  const payer = world.pay()
  const withdrawal = await world.request(id, { address, amount: '20', currency })
  const received = async () =>
    currency === USDT
      ? await world.chain.jettonBalance(playJettonWallet(address))
      : (await world.chain.account(address)).balance
  await eventually(async () => (await received()) > 0n)
  await world.settled()
  await payer.stop()
  return withdrawal
}

type Lagging = TonChain & { readonly answers: () => number }

/** The chain of an endpoint whose answers to these methods about this account stay those of now. */
async function lagging(
  address: string,
  methods: readonly ('getAddressInformation' | 'runGetMethod')[],
): Promise<Lagging> {
  const ask = (method: string) => world.playTon.api(method, { address, method: 'get_wallet_data', stack: [] })
  const old = new Map(await Promise.all(methods.map(async (method) => [method as string, await ask(method)] as const)))
  let answers = 0
  const chain = toncenterChain(async (method, params) => {
    const answer = params.address === address ? old.get(method) : undefined
    if (answer === undefined) return world.playTon.api(method, params)
    answers += 1
    return answer
  })
  return { ...chain, answers: () => answers }
}

/** A watcher whose process is killed at this step. */
async function bookUntil(step: PaymentStep): Promise<void> {
  await watcher.stop()
  let kills = 0
  watcher = world.watch({
    onStep(at) {
      if (at !== step) return
      kills += 1
      throw new ChainUnavailable('killed by the test')
    },
  })
  await eventually(() => kills > 0)
  await watcher.stop()
}

test.each<PaymentStep>(['final', 'closed'])(
  'After a kill at the step "%s" of a booking, nothing is compared until the rest is booked, even with old answers',
  async (step) => {
    await watcher.stop()
    await world.treasury.send({ to: world.hot, jetton: false, raw: 2n * NANO, comment: 'before' })
    await world.settled()
    const chain = await lagging(world.hot, ['getAddressInformation'])
    await pay(TON_COIN)
    await bookUntil(step)
    expect([await compareOver(world.chain), await compareOver(chain)]).toEqual([undefined, undefined])
    watcher = world.watch({ network: { ...world.network, chain, wallet: world.hot } })
    await eventually(() => chain.answers() > 3)
    expect(await compareOver(chain)).toBeUndefined()
  },
)

test('Jettons that arrived are not booked before the list of the own jetton wallet shows that they left', async () => {
  await watcher.stop()
  const chain = await lagging(playJettonWallet(world.hot), ['getAddressInformation', 'runGetMethod'])
  const withdrawal = await pay(USDT)
  const { id, memo } = await world.newUser()
  const before = await world.balance(id, TON_COIN)
  watcher = world.watch({ network: { ...world.network, chain, wallet: world.hot } })
  await world.treasury.send({ to: world.hot, jetton: false, raw: 2n * NANO, comment: memo })
  await eventually(async () => (await world.balance(id, TON_COIN)) > before)
  await world.settled()
  expect(await world.statusOf(withdrawal)).toBe('assigned')
  expect((await compareOver(chain))?.map(({ books, found }) => found - books)).toEqual([0n])
})

/** Ends after the command of the first credit was committed. */
async function creditOnce(): Promise<void> {
  let credits = 0
  const submit: Sequencer['submit'] = async (command, reply) => {
    if (credits > 0) throw new ChainUnavailable('killed by the test')
    const result = await world.sequencer.submit(command, reply)
    if (command.type === 'credit-deposits') credits += 1
    if (credits > 0) throw new ChainUnavailable('killed by the test')
    return result
  }
  const { sequencer } = world
  const read: Sequencer['read'] = (select) => sequencer.read(select)
  const readUncommitted: Sequencer['readUncommitted'] = (select) => sequencer.readUncommitted(select)
  watcher = world.watch({ sequencer: { read, readUncommitted, submit } })
  await eventually(() => credits > 0)
  await watcher.stop()
}

test.each(['coins', 'jettons'])(
  'After a kill between the credit of the last %s and the place of their list, books and chain are compared again',
  async (what) => {
    const jetton = what === 'jettons'
    await watcher.stop()
    const { id, memo } = await world.newUser()
    await world.treasury.send({ to: world.hot, jetton, raw: jetton ? 5_000_000n : 2n * NANO, comment: memo })
    await world.settled()
    await creditOnce()
    watcher = world.watch()
    await eventually(async () => (await compareOver(world.chain))?.length === 2)
    expect(await world.balance(id, jetton ? USDT : TON_COIN)).toBe(units(jetton ? '10005' : '10002'))
  },
)

test('An old balance of jettons beside a new list of transactions is not compared', async () => {
  const wallet = playJettonWallet(world.hot)
  const chain = await lagging(wallet, ['runGetMethod'])
  const before = await world.chain.jettonBalance(wallet)
  await world.treasury.send({ to: world.hot, jetton: true, raw: 5_000_000n, comment: 'late' })
  await eventually(async () => (await world.chain.jettonBalance(wallet)) === before + 5_000_000n)
  expect(await chain.jettonBalance(wallet)).toBe(before)
  expect(await world.differences()).toEqual([])
  const comparisons = expectDefined(await compareOver(chain), 'books and chain are compared')
  expect(comparisons.map(({ currency }) => currency)).toEqual([TON_COIN])
})
