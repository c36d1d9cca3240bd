/** A play chain that begins again while the payer works: a payment is closed, or belongs to the new generation. */

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { UserId } from '../../../../src/contract/ids.ts'
import { networkOf } from '../../../../src/engine/exchange.ts'
import type { EvmPayerDeps } from '../../../../src/server/custody/evm/evm-payer-deps.ts'
import type { SignerClient } from '../../../../src/server/custody/signer/signer-client.ts'
import type { SignInput } from '../../../../src/signer/protocol.ts'
import { createEarner } from '../../../fixtures/earner.ts'
import { ETHEREUM } from '../../../fixtures/listed-network.ts'
import { setUpTestServer } from '../../../fixtures/test-exchange.ts'
import { startTestPayer, type TestPayer } from '../../../fixtures/test-payer.ts'

const server = setUpTestServer()
const sequencer = () => server().exchange.sequencer
let payer: TestPayer
let user: UserId
const signed: SignInput[] = []

beforeAll(async () => {
  payer = await startTestPayer(server())
})
beforeEach(async () => {
  user = (await createEarner(server())).user
  signed.length = 0
})
afterAll(() => payer?.stop())

const generation = (): Promise<number> => sequencer().read((state) => networkOf(state, ETHEREUM)?.generation ?? 0)

async function closeGeneration(): Promise<void> {
  const command = { type: 'close-generation', network: ETHEREUM, generation: await generation() } as const
  await sequencer().submit(command, () => undefined)
}

/** Calls `work` once. */
function once(work: () => Promise<void>): () => Promise<void> {
  let isDone = false
  return async () => {
    if (isDone) return
    isDone = true
    await work()
  }
}

const recording = (before: () => Promise<void>, after: () => Promise<void>): SignerClient => ({
  ...payer.signerClient,
  async sign(input) {
    await before()
    signed.push(input)
    const reply = await payer.signerClient.sign(input)
    await after()
    return reply
  },
})
const nothing = async (): Promise<void> => undefined

test('A payment that is assigned after the chain began again belongs to the new generation, and is paid once', async () => {
  const close = once(closeGeneration)
  const late: EvmPayerDeps['sequencer'] = {
    read: (...args) => sequencer().read(...args),
    async submit(command, reply) {
      if (command.type === 'assign-payment') await close()
      return sequencer().submit(command, reply)
    },
  }
  await payer.run({ sequencer: late, signer: recording(nothing, nothing) })
  const address = `0x${'d'.repeat(40)}`
  const { id } = await payer.request(user, { address, amount: '20' })
  await payer.mineUntil(async () => (await payer.withdrawal(id))?.status === 'settled')
  expect(signed.length).toBeGreaterThan(0)
  expect(new Set(signed.map((input) => input.generation))).toEqual(new Set([await generation()]))
  expect(await payer.tokensOf(address)).toBe(19_000_000n)
})

test('A payment that the end of its generation returned is not sent any more', async () => {
  await payer.run({ signer: recording(nothing, once(closeGeneration)) })
  const address = `0x${'e'.repeat(40)}`
  const { id } = await payer.request(user, { address, amount: '20' })
  await expect.poll(async () => (await payer.withdrawal(id))?.status).toBe('returned')
  await (await payer.run()).stop()
  await payer.mine(3)
  expect(await payer.tokensOf(address)).toBe(0n)
  expect(await payer.balances(user)).toEqual({ free: 10_000n * 10n ** 8n, held: 0n })
})
