/** Failures of the chain that concern one payment on TON, and not those after it. */

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChainUnavailable } from '../../../../src/chains/chain-unavailable.ts'
import type { TonChain } from '../../../../src/chains/ton/chain.ts'
import { openRefusals } from '../../../../src/server/custody/base/refusals.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { startTonWorld, type TonWorld, USDT } from '../../../fixtures/ton-world.ts'

let world: TonWorld

beforeAll(async () => {
  world = await startTonWorld()
  await world.deploy()
})
afterAll(() => world?.stop())

let addresses = 0
const newAddress = (): string => `0:${(++addresses).toString(16).padStart(64, 'd')}`

/** The network of the world with another chain. */
const withChain = (changes: Partial<TonChain>): TonWorld['network'] =>
  new Proxy(world.network, {
    get: (network, key) => (key === 'chain' ? { ...world.chain, ...changes } : Reflect.get(network, key)),
  })

test('Withdrawals of coins are paid while the balance of a jetton cannot be read', async () => {
  const { id } = await world.newUser()
  const jettonBalance = async () => {
    throw new ChainUnavailable('the jetton does not answer')
  }
  const tokens = await world.request(id, { address: newAddress(), amount: '20', currency: USDT })
  const coins = await world.request(id, { address: newAddress(), amount: '3' })
  const payer = world.pay({ network: withChain({ jettonBalance }) })
  await eventually(async () => (await world.statusOf(coins)) === 'settled')
  expect(await world.statusOf(tokens)).toBe('approved')
  await payer.stop()
  const healthy = world.pay()
  await eventually(async () => (await world.statusOf(tokens)) === 'settled')
  await healthy.stop()
})

test('A message that the endpoint refuses does not delay the payments after it', async () => {
  const { id } = await world.newUser()
  let refused: string | undefined
  const send = async (boc: Uint8Array): Promise<void> => {
    const message = Buffer.from(boc).toString('hex')
    refused ??= message
    if (message === refused) throw new ChainUnavailable('the message was not accepted')
    await world.chain.send(boc)
  }
  const first = await world.request(id, { address: newAddress(), amount: '3' })
  const second = await world.request(id, { address: newAddress(), amount: '4' })
  const payer = world.pay({ network: withChain({ send }) })
  await eventually(async () => (await world.statusOf(second)) === 'settled')
  expect(await world.statusOf(first)).toBe('assigned')
  await payer.stop()
  const healthy = world.pay()
  await eventually(async () => (await world.statusOf(first)) === 'settled')
  await healthy.stop()
  expect(await world.differences()).toEqual([])
})

test('A withdrawal of a frozen account waits on TON, and is paid once after the freeze is lifted', async () => {
  const [ann, bob] = [await world.newUser(), await world.newUser()]
  const by = { user: ann.id, origin: 'operator', operator: 'olga', reason: 'a test' } as const
  const waiting = await world.request(ann.id, { address: newAddress(), amount: '3' })
  await world.sequencer.submit({ type: 'freeze-account', ...by }, () => undefined)
  const payer = world.pay()
  const other = await world.request(bob.id, { address: newAddress(), amount: '3' })
  await eventually(async () => (await world.statusOf(other)) === 'settled')
  expect(await world.statusOf(waiting)).toBe('approved')
  await world.sequencer.submit({ type: 'unfreeze-account', ...by }, () => undefined)
  await eventually(async () => (await world.statusOf(waiting)) === 'settled')
  await payer.stop()
  expect(await world.differences()).toEqual([])
})

test('An assigned payment on TON that the signer refuses is known as refused until it is signed', async () => {
  const { id } = await world.newUser()
  const file = join(world.signer.folder, 'paused')
  const refusals = openRefusals()
  const payer = world.pay({ refusals, onStep: (step) => void (step === 'assigned' && writeFileSync(file, '')) })
  const withdrawal = await world.request(id, { address: newAddress(), amount: '3' })
  const purpose = { kind: 'withdrawal', withdrawal: withdrawal.id }
  await eventually(() => refusals.refused.length > 0)
  expect(refusals.refused).toEqual([{ purpose, reason: 'the signer is paused' }])
  expect(await world.statusOf(withdrawal)).toBe('assigned')
  rmSync(file)
  await eventually(async () => (await world.statusOf(withdrawal)) === 'settled')
  expect(refusals.refused).toEqual([])
  await payer.stop()
})
