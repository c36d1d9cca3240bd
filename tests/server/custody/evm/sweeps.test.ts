/** Deposits that are moved to the hot wallet on a real chain. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPayments } from '../../../../src/engine/exchange.ts'
import { PLAY_TOKEN } from '../../../../src/server/play-chain/genesis.ts'
import { createEarner } from '../../../fixtures/earner.ts'
import { ETH, ETHEREUM, USDT } from '../../../fixtures/listed-network.ts'
import { setUpTestServer } from '../../../fixtures/test-exchange.ts'
import { startTestPayer, type TestPayer } from '../../../fixtures/test-payer.ts'

const WEI = 10n ** 18n
const server = setUpTestServer()
let payer: TestPayer
beforeAll(async () => {
  payer = await startTestPayer(server())
})
afterAll(() => payer?.stop())

test('Coins and tokens of one address are moved one after the other, because the fees of both are paid with its coins', async () => {
  const { user } = await createEarner(server())
  const address = String(await payer.network.addresses?.give(user))
  const from = payer.network.addresses?.find(address)?.number
  if (from === undefined) throw new Error('the address is known')
  await payer.fund(address, null, WEI)
  await payer.fund(address, PLAY_TOKEN, 5_000_000n)
  // Only final coins pay fees.
  const { final } = await payer.network.chain.head()
  await payer.mineUntil(async () => (await payer.network.chain.head()).final.height > final.height + 10)
  const before = await payer.tokensOf(payer.hot)
  const coins = { kind: 'sweep', from, currency: ETH, raw: (9n * WEI) / 10n } as const
  const tokens = { kind: 'sweep', from, currency: USDT, raw: 5_000_000n } as const
  await payer.run({ otherPurposes: async () => [coins, tokens] })
  await payer.severalRounds()
  const open = await server().exchange.sequencer.read((state) => openPayments(state, ETHEREUM))
  expect(open).toMatchObject([{ wallet: from, nonce: 0, purpose: coins }])
  await payer.mineUntil(async () => (await payer.tokensOf(payer.hot)) === before + tokens.raw)
  expect(await payer.network.chain.balance(address, 'latest')).toBeLessThan(WEI / 10n)
})
