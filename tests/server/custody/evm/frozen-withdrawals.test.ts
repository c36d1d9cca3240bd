/** Withdrawals of an account that an operator froze, on a real chain: not paid while it is frozen, and then paid once. */

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { UserId } from '../../../../src/contract/ids.ts'
import type { PaymentStep } from '../../../../src/server/custody/base/payment-step.ts'
import { createEarner } from '../../../fixtures/earner.ts'
import { type Operate, operatorOf } from '../../../fixtures/operator-request.ts'
import { setUpTestServer } from '../../../fixtures/test-exchange.ts'
import { startTestPayer, type TestPayer } from '../../../fixtures/test-payer.ts'

const server = setUpTestServer()
let payer: TestPayer
let operate: Operate
let frozen: UserId
let other: UserId
let number = 0
const newAddress = (): string => `0x${(++number).toString(16).padStart(4, '0')}${'f'.repeat(36)}`

beforeAll(async () => {
  payer = await startTestPayer(server())
  operate = operatorOf(server().dataDir)
})
beforeEach(async () => {
  frozen = (await createEarner(server())).user
  other = (await createEarner(server())).user
})
afterAll(() => payer?.stop())

const statusOf = async (id: Parameters<TestPayer['withdrawal']>[0]) => (await payer.withdrawal(id))?.status

/** A later withdrawal of another user is paid: the payer has passed over those that wait. */
async function payOther(): Promise<void> {
  const { id } = await payer.request(other, { address: newAddress(), amount: '20' })
  await payer.mineUntil(async () => (await statusOf(id)) === 'settled')
}

async function expectPaidOnce(id: Parameters<TestPayer['withdrawal']>[0], address: string): Promise<void> {
  await payer.mineUntil(async () => (await statusOf(id)) === 'settled')
  await payOther()
  expect(await payer.tokensOf(address)).toBe(19_000_000n)
  expect(await payer.balances(frozen)).toEqual({ free: 9_980_00000000n, held: 0n })
}

test('An approved withdrawal of a frozen account is not paid, and is paid once after the freeze is lifted', async () => {
  const address = newAddress()
  const { id } = await payer.request(frozen, { address, amount: '20' })
  expect(await statusOf(id)).toBe('approved')
  await operate('freeze-account', { user: frozen })
  await payer.run()
  await payOther()
  expect([await statusOf(id), await payer.tokensOf(address)]).toEqual(['approved', 0n])
  await operate('unfreeze-account', { user: frozen })
  await expectPaidOnce(id, address)
})

test('A freeze between the decision to pay and the assignment of the payment stops the payment', async () => {
  const address = newAddress()
  await (await payer.run()).stop()
  const { id } = await payer.request(frozen, { address, amount: '20' })
  let freezing: Promise<unknown> | undefined
  const by = { origin: 'operator', operator: 'olga', reason: 'a test' } as const
  const { sequencer } = server().exchange
  await payer.run({
    onStep(step) {
      // Submitted before the payer submits the assignment.
      if (step === 'before_assign')
        freezing ??= sequencer.submit({ type: 'freeze-account', user: frozen, ...by }, () => undefined)
    },
  })
  await expect.poll(() => freezing !== undefined).toBe(true)
  await freezing
  await payOther()
  expect([await statusOf(id), await payer.tokensOf(address)]).toEqual(['approved', 0n])
  await operate('unfreeze-account', { user: frozen })
  await expectPaidOnce(id, address)
})

/** What happens to a withdrawal whose payer ended at this step, when its account is frozen before the next payer. */
const ENDED_AT: readonly (readonly [PaymentStep, 'waits' | 'is paid'])[] = [
  ['before_assign', 'waits'],
  ['assigned', 'is paid'],
]

test.each(ENDED_AT)(
  'The withdrawal of an account that is frozen after the payer ended at the step %s %s, and the user gets it once',
  async (step, outcome) => {
    const address = newAddress()
    let hasEnded = false
    await payer.run({
      onStep(reached) {
        if (reached === step) hasEnded = true
        if (hasEnded) throw new Error(`ended at ${step}`)
      },
    })
    const { id } = await payer.request(frozen, { address, amount: '20' })
    await expect.poll(() => hasEnded).toBe(true)
    await operate('freeze-account', { user: frozen })
    payer.signer.reopen()
    await payer.run()
    await payOther()
    if (outcome === 'waits') {
      expect([await statusOf(id), await payer.tokensOf(address)]).toEqual(['approved', 0n])
      await operate('unfreeze-account', { user: frozen })
    }
    await expectPaidOnce(id, address)
  },
)
