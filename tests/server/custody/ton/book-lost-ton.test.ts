/** Reconciling a TON network when the signer knows messages that neither the books nor the chain have. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WithdrawalId } from '../../../../src/contract/ids.ts'
import { PLAY_TON_CHAIN_ID } from '../../../../src/contract/wallet/networks.ts'
import { networkOf, nextNonce, type Withdrawal } from '../../../../src/engine/exchange.ts'
import type { LostBooking } from '../../../../src/server/custody/base/lost-booking.ts'
import type { Rounds } from '../../../../src/server/custody/base/rounds.ts'
import { bookLostTon } from '../../../../src/server/custody/ton/book-lost-ton.ts'
import { compareTon } from '../../../../src/server/custody/ton/compare-ton.ts'
import { TON } from '../../../../src/server/deposits/default-networks.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { clientOf } from '../../../fixtures/signer-client.ts'
import { quiet } from '../../../fixtures/silent-log.ts'
import { startTonWorld, type TonWorld } from '../../../fixtures/ton-world.ts'

let world: TonWorld
let watcher: Rounds

beforeAll(async () => {
  world = await startTonWorld()
  watcher = await world.deploy()
})
afterAll(() => world?.stop())

const BY = { operator: 'ops', reason: 'a restore' }
const pause = () => world.execute({ type: 'set-network-paused', network: TON, paused: true, ...BY })
const reconcile = (): Promise<LostBooking> =>
  bookLostTon({ ...world, signer: clientOf(world.signer), log: quiet, now: world.now }, BY)
const next = (): Promise<number> => world.sequencer.read((state) => nextNonce(state, TON, 0))
const received = async (address: string): Promise<bigint> => (await world.chain.account(address)).balance

/** The end of the wait that the problem names, in seconds. */
function endIn(booking: LostBooking): number {
  const [, time] = (booking.type === 'problem' && /until (\S+Z) by the clock/.exec(booking.problem)) || []
  if (time === undefined) throw new Error(JSON.stringify(booking))
  return Date.parse(time) / 1_000
}

/** A payment of 2.95 coins that only the signer knows. */
async function signLost({ id, address: to }: Pick<Withdrawal, 'id' | 'address'>) {
  const { nonce, generation } = await world.sequencer.read((state) => ({
    nonce: nextNonce(state, TON, 0),
    generation: networkOf(state, TON)?.generation ?? 0,
  }))
  const { time } = await world.chain.account(world.hot)
  const createdAt = time - 30
  const place = { chainId: PLAY_TON_CHAIN_ID, generation, wallet: 0, nonce, createdAt } as const
  const signed = await world.signer.sign({
    kind: 'ton-withdrawal',
    payment: 9_000_000 + nonce,
    ...place,
    withdrawal: id,
    approval: null,
    to,
    contract: null,
    jettonWallet: null,
    amount: '2950000000',
    memo: null,
  })
  return { nonce, createdAt, boc: Buffer.from('raw' in signed ? signed.raw.slice(2) : '', 'hex') }
}

test('A message that only the signer has delays reconcile until it has expired, and its number is never used again', async () => {
  const { id } = await world.newUser()
  const withdrawal = await world.request(id, { address: `0:${'c1'.repeat(32)}`, amount: '3' })
  const { nonce, createdAt, boc } = await signLost(withdrawal)
  await pause()
  const end = endIn(await reconcile())
  expect(end).toBe(createdAt + 3_600 + 60 + 1)
  world.pass(3_500)
  expect(endIn(await reconcile())).toBe(end)
  expect([await next(), world.network.listed()?.paused]).toEqual([nonce, BY.reason])
  world.pass(300)
  await eventually(async () => (await world.chain.account(world.hot)).time >= end)
  expect(await reconcile()).toMatchObject({ type: 'done', payments: [], skipped: [] })
  expect([await next(), world.network.listed()?.paused]).toEqual([nonce + 1, null])
  const payer = world.pay()
  await eventually(async () => (await world.statusOf(withdrawal)) === 'settled')
  await world.chain.send(boc)
  await world.settled()
  expect(await received(withdrawal.address)).toBe(2_950_000_000n)
  expect(await world.differences()).toEqual([])
  await payer.stop()
})

test('After a restore reconcile waits until no message that was signed before it can be executed', async () => {
  await world.execute({ type: 'begin-epoch', gap: 1_000_000_000, reason: BY.reason })
  const restored = world.network.listed()?.restoredAt ?? 0
  const end = endIn(await reconcile())
  expect(end).toBe(Math.floor(restored / 1_000) + 60 + 3_600 + 60 + 1)
  world.pass(3_600)
  expect(endIn(await reconcile())).toBe(end)
  world.pass(200)
  await eventually(async () => (await world.chain.account(world.hot)).time >= end)
  expect(await reconcile()).toMatchObject({ type: 'done', payments: [] })
  expect(await world.differences()).toEqual([])
})

test('Books that reconcile has written are not compared before the watcher has read the list as far', async () => {
  await watcher.stop()
  await pause()
  const address = `0:${'c2'.repeat(32)}`
  const { boc } = await signLost({ id: 9_000_000 as WithdrawalId, address })
  await world.chain.send(boc)
  await eventually(async () => (await received(address)) > 0n)
  await world.settled()
  expect(await reconcile()).toMatchObject({ type: 'done', payments: [{ result: 'booked' }] })
  const { database, sequencer, network, now } = world
  expect(await compareTon({ database, sequencer, network, now })).toBeUndefined()
  watcher = world.watch()
  expect(await world.differences()).toEqual([])
})

test('A signer that lost its journal gets the number of the first payment that is not signed yet, and signs it', async () => {
  const { id } = await world.newUser()
  let assigning: Rounds | undefined
  assigning = world.pay({
    onStep(step) {
      if (step !== 'assigned') return
      void assigning?.stop()
      throw new Error('ended')
    },
  })
  const withdrawal = await world.request(id, { address: `0:${'c3'.repeat(32)}`, amount: '3' })
  await eventually(async () => (await world.statusOf(withdrawal)) === 'assigned')
  await assigning.stop()
  const open = (await next()) - 1
  await pause()
  const path = join(world.signer.folder, 'journal')
  writeFileSync(path, `${readFileSync(path, 'utf8').split('\n')[0]}\n`)
  world.signer.reopen()
  expect(await reconcile()).toMatchObject({ type: 'done', skipped: [{ address: world.hot, used: open }] })
  world.pay()
  await eventually(async () => (await world.statusOf(withdrawal)) === 'settled')
  const { nonces } = await clientOf(world.signer).counters()
  expect([await next(), nonces[0]?.next]).toEqual([open + 1, open + 1])
  expect(await world.differences()).toEqual([])
})
