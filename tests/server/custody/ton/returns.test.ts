/** Unclaimed deposits on TON that operators send back: each is paid once, from the exchange's coins for fees. */

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ChainUnavailable } from '../../../../src/chains/chain-unavailable.ts'
import { friendlyAddress } from '../../../../src/chains/ton/address.ts'
import { jettonTransferBody } from '../../../../src/chains/ton/jetton.ts'
import { transactionsAfter } from '../../../../src/chains/ton/wallet-list.ts'
import { PLAY_TON_CHAIN_ID } from '../../../../src/contract/wallet/networks.ts'
import {
  depositReturns,
  networkOf,
  nextNonce,
  type UnclaimedDeposit,
  unclaimedDeposits,
} from '../../../../src/engine/exchange.ts'
import type { LostBooking } from '../../../../src/server/custody/base/lost-booking.ts'
import type { PaymentStep } from '../../../../src/server/custody/base/payment-step.ts'
import type { Rounds } from '../../../../src/server/custody/base/rounds.ts'
import { bookLostTon } from '../../../../src/server/custody/ton/book-lost-ton.ts'
import { TON as TON_NETWORK } from '../../../../src/server/deposits/default-networks.ts'
import { type ExecuteAction, openActions } from '../../../../src/server/operator/actions.ts'
import { playJettonWallet } from '../../../../src/server/play-ton/genesis.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { clientOf } from '../../../fixtures/signer-client.ts'
import { quiet } from '../../../fixtures/silent-log.ts'
import { newTonUser, TON, type TonUser } from '../../../fixtures/ton-users.ts'
import { startTonWorld, TON_COIN, type TonWorld, units } from '../../../fixtures/ton-world.ts'

const BY = { operator: 'olga', reason: 'sent by mistake' }

let world: TonWorld
let watcher: Rounds
let sender: TonUser
let execute: ExecuteAction

beforeAll(async () => {
  world = await startTonWorld()
  watcher = await world.deploy()
  sender = await newTonUser(world)
  execute = openActions({ sequencer: world.sequencer } as never)
})
afterEach(() => Promise.all(payers.splice(0).map((payer) => payer.stop())))
afterAll(() => world?.stop())

const payers: Rounds[] = []
/** Until the end of the test. */
function pay(changes?: Parameters<TonWorld['pay']>[0]): Rounds {
  const payer = world.pay(changes)
  payers.push(payer)
  return payer
}

const coinsOf = async (address: string): Promise<bigint> => (await world.chain.account(address)).balance
/** The coins that the hot wallet has sent to the sender, which pays for receiving them. */
async function returned(): Promise<bigint> {
  const { lastLt: lt, lastHash: hash } = await world.chain.account(sender.address)
  const all = await transactionsAfter(world.chain, sender.address, { lt, hash }, null)
  return all.reduce((sum, { incoming }) => sum + (incoming?.from === world.hot ? incoming.value : 0n), 0n)
}
const jettonsOf = (address: string): Promise<bigint> => world.chain.jettonBalance(playJettonWallet(address))
const unclaimed = () => world.sequencer.read(unclaimedDeposits)
const returns = () => world.sequencer.read(depositReturns)

/** Without a memo; resolves when it is unclaimed. */
async function deposit(kind: 'coins' | 'jettons'): Promise<UnclaimedDeposit> {
  const before = await world.unclaimed()
  const transfer = { queryId: 1n, amount: 25_000_000n, to: world.hot, responseTo: sender.address, comment: null }
  const body = jettonTransferBody({ ...transfer, forwardAmount: 1n })
  await sender.send(
    kind === 'coins'
      ? { to: world.hot, value: 2n * TON }
      : { to: playJettonWallet(sender.address), value: TON / 10n, bounce: true, body },
  )
  await eventually(async () => (await world.unclaimed()) === before + 1)
  const last = (await unclaimed()).at(-1)
  if (last === undefined) throw new Error('nothing is unclaimed')
  return last
}

const giveBack = ({ txid, part }: UnclaimedDeposit, address?: string) =>
  execute({ action: 'return-unclaimed', input: { txid, part: String(part), ...(address && { address }) }, ...BY })

describe('An unclaimed deposit on TON', () => {
  test('is listed with its sender and returned to it in full, and the exchange pays the fee', async () => {
    const coins = await deposit('coins')
    const jettons = await deposit('jettons')
    const listed = JSON.stringify(await execute({ action: 'list-unclaimed', input: {}, operator: 'o', reason: null }))
    expect(listed.split(friendlyAddress(sender.address))).toHaveLength(3)
    const before = [await returned(), await jettonsOf(sender.address)]
    for (const each of [coins, jettons]) expect(await giveBack(each)).toMatchObject({ ok: true })
    expect(await giveBack(coins)).toMatchObject({ ok: false, outcome: 'refused' })
    pay()
    await eventually(async () => (await returns()).length === 0)
    expect([await returned(), await jettonsOf(sender.address)]).toEqual([
      (before[0] ?? 0n) + 2n * TON,
      (before[1] ?? 0n) + 25_000_000n,
    ])
    expect([await world.unclaimed(), await world.balance('unclaimed', TON_COIN)]).toEqual([0, 0n])
    expect(await world.differences()).toEqual([])
  })

  test('goes to its sender, or to the address that the operator names, no matter what the tables say', async () => {
    const coins = await deposit('coins')
    await world.database.pool.query('delete from incoming where txid = $1', [coins.txid])
    expect(coins.sender).toBe(sender.address)
    expect(await giveBack(coins, `0x${'a'.repeat(40)}`)).toMatchObject({ ok: false })
    const other = `0:${'d7'.repeat(32)}`
    expect(await giveBack(coins, friendlyAddress(other))).toMatchObject({ ok: true })
    pay()
    await eventually(async () => (await returns()).length === 0)
    expect(await coinsOf(other)).toBe(2n * TON)
    expect(await world.differences()).toEqual([])
  })

  test('stays unclaimed if the signer refuses the address, and no number is used', async () => {
    const coins = await deposit('coins')
    const next = () => world.sequencer.read((state) => nextNonce(state, TON_NETWORK, 0))
    const before = await next()
    expect(await giveBack(coins, world.hot)).toMatchObject({ ok: true })
    pay()
    await eventually(async () => (await returns()).length === 0)
    expect([await next(), (await unclaimed()).map(({ txid }) => txid)]).toEqual([before, [coins.txid]])
    await giveBack(coins)
    await eventually(async () => (await unclaimed()).length === 0 && (await returns()).length === 0)
    expect(await world.differences()).toEqual([])
  })
})

describe('A return on TON is paid once', () => {
  const STEPS: readonly PaymentStep[] = ['assigned', 'signed', 'stored', 'sent', 'final', 'closed']

  test.each(STEPS)('after the end of a payer or watcher at the step "%s"', async (step) => {
    const coins = await deposit('coins')
    const before = await returned()
    const killed = Promise.withResolvers<void>()
    const onStep = (at: PaymentStep): void => {
      if (at !== step) return
      killed.resolve()
      throw new ChainUnavailable('killed by the test')
    }
    await watcher.stop()
    watcher = world.watch({ onStep })
    const payer = pay({ onStep })
    await giveBack(coins)
    await killed.promise
    await Promise.allSettled([payer.stop(), watcher.stop()])
    world.signer.reopen()
    watcher = world.watch()
    pay()
    await eventually(async () => (await returns()).length === 0)
    expect(await returned()).toBe(before + 2n * TON)
    expect(await world.differences()).toEqual([])
    expect(await world.unclaimed()).toBe(0)
  })

  test('if its first message was lost: another one is sent when the first has expired', async () => {
    const coins = await deposit('coins')
    const before = await returned()
    const lost: Uint8Array[] = []
    const chain = { ...world.chain, send: async (boc: Uint8Array) => void lost.push(boc) }
    const losing = pay({ network: { ...world.network, chain, wallet: world.hot } })
    await giveBack(coins)
    await eventually(() => lost.length > 0)
    await losing.stop()
    world.pass(3_800)
    await eventually(async () => (await returns())[0]?.payment === null)
    pay()
    await eventually(async () => (await returns()).length === 0)
    for (const boc of lost) await world.chain.send(boc).catch(() => undefined)
    await world.settled()
    expect(await returned()).toBe(before + 2n * TON)
    expect(await world.differences()).toEqual([])
  })
})

test('A deposit is unclaimed again if the wallet had too few coins to return it, and a second return pays it', async () => {
  const coins = await deposit('coins')
  const before = await returned()
  const { id } = await world.newUser('1000000')
  const rich = async (address: string) => ({ ...(await world.chain.account(address)), balance: 10n ** 18n })
  const network = { ...world.network, chain: { ...world.chain, account: rich }, wallet: world.hot }
  const draining = pay()
  while ((await coinsOf(world.hot)) > 2n * TON) {
    const rest = (await coinsOf(world.hot)) / TON - 1n
    const amount = String(rest > 50_000n ? 50_000n : rest)
    const drained = await world.request(id, { address: `0:${'d8'.repeat(32)}`, amount })
    await eventually(async () => (await world.statusOf(drained)) === 'settled')
  }
  await draining.stop()
  const short = pay({ network })
  await giveBack(coins)
  await eventually(async () => (await unclaimed()).some(({ txid }) => txid === coins.txid))
  await short.stop()
  expect([await returns(), await returned()]).toEqual([[], before])
  expect(await world.differences()).toEqual([])
  await world.treasury.refill(world.hot)
  await giveBack(coins)
  pay()
  await eventually(async () => (await returns()).length === 0)
  expect(await returned()).toBe(before + 2n * TON)
  expect(await world.differences()).toEqual([])
})

/** As it was signed and sent after the backup. Returns its bytes. */
async function payUnknown(to: string, terms: { readonly nonce: number; readonly withdrawal: number }): Promise<Buffer> {
  const generation = await world.sequencer.read((state) => networkOf(state, TON_NETWORK)?.generation ?? 0)
  const { time } = await world.chain.account(world.hot)
  const signed = await world.signer.sign({
    kind: 'ton-withdrawal',
    payment: 9_000_001 + terms.nonce,
    chainId: PLAY_TON_CHAIN_ID,
    generation,
    wallet: 0,
    createdAt: time - 30,
    to,
    contract: null,
    jettonWallet: null,
    amount: String(2n * TON),
    memo: null,
    approval: null,
    ...terms,
  })
  return Buffer.from('raw' in signed ? signed.raw.slice(2) : '', 'hex')
}

/** Once no message of before the restore can be executed any more. */
async function reconcileLater(): Promise<LostBooking> {
  const end = (world.network.listed()?.restoredAt ?? 0) / 1_000 + 60 + 3_600 + 60
  world.pass(3_800)
  await eventually(async () => (await world.chain.account(world.hot)).time > end)
  return bookLostTon({ ...world, signer: clientOf(world.signer), log: quiet }, BY)
}

test('A return whose first payment expired and whose second one was paid after the backup is not paid again', async () => {
  const coins = await deposit('coins')
  const before = await returned()
  const lost: Uint8Array[] = []
  const chain = { ...world.chain, send: async (boc: Uint8Array) => void lost.push(boc) }
  const losing = pay({ network: { ...world.network, chain, wallet: world.hot } })
  await giveBack(coins)
  await eventually(() => lost.length > 0)
  await Promise.all([losing.stop(), watcher.stop()])
  world.pass(3_800)
  const nonce = await world.sequencer.read((state) => nextNonce(state, TON_NETWORK, 0))
  const [known] = await returns()
  await world.chain.send(await payUnknown(sender.address, { nonce, withdrawal: known?.id ?? 0 }))
  await world.settled()
  await world.execute({ type: 'begin-epoch', gap: 1_000_000_000, reason: 'a restore' })
  watcher = world.watch()
  expect(await reconcileLater()).toMatchObject({ type: 'done', payments: [{ result: 'booked', user: null }] })
  expect([await returns(), (await unclaimed()).map(({ txid }) => txid)]).toEqual([[], [coins.txid]])
  pay()
  expect(await world.differences()).toEqual([])
  expect(await returned()).toBe(before + 2n * TON)
  await world.execute({
    type: 'assign-unclaimed',
    stream: coins.stream,
    txid: coins.txid,
    part: coins.part,
    to: (await world.newUser()).id,
    ...BY,
  })
})

test('A return that was paid after the backup is reported by reconcile without the user who withdrew to its sender, and its deposit waits for the decision of an operator', async () => {
  const coins = await deposit('coins')
  const { id } = await world.newUser()
  const withdrawal = await world.request(id, { address: sender.address, amount: '3' })
  // It may repeat the payment that was found in another test.
  if (withdrawal.status === 'review')
    await world.execute({ type: 'approve-withdrawal', withdrawal: withdrawal.id, signature: null, ...BY })
  const paying = pay()
  await eventually(async () => (await world.statusOf(withdrawal)) === 'settled')
  await paying.stop()
  const before = await returned()
  await giveBack(coins)
  const [known] = await returns()
  const nonce = await world.sequencer.read((state) => nextNonce(state, TON_NETWORK, 0))
  const message = await payUnknown(sender.address, { nonce, withdrawal: known?.id ?? 0 })
  await world.execute({ type: 'begin-epoch', gap: 1_000_000_000, reason: 'a restore' })
  expect([await returns(), (await unclaimed()).length]).toEqual([[], 1])
  await world.chain.send(message)
  await world.settled()
  const worldCoins = await world.balance('world', TON_COIN)
  expect(await reconcileLater()).toMatchObject({
    type: 'done',
    payments: [{ result: 'booked', user: null, transfer: { to: sender.address, raw: 2n * TON } }],
  })
  expect(worldCoins - (await world.balance('world', TON_COIN))).toBe(units('2'))
  pay()
  expect(await world.differences()).toEqual([])
  expect([await returned(), (await unclaimed()).length]).toEqual([before + 2n * TON, 1])
})
