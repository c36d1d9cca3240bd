/** Coins at the addresses of users are compared with the books and moved to the hot wallet, on a real chain. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { transferData } from '../../../../src/chains/evm/erc20.ts'
import { networkOf, openPayments } from '../../../../src/engine/exchange.ts'
import { bookLostEvm } from '../../../../src/server/custody/evm/book-lost-evm.ts'
import { compareChain } from '../../../../src/server/custody/evm/compare-chain.ts'
import { openSweeper } from '../../../../src/server/custody/evm/sweeper.ts'
import { openWatcher, type Watcher } from '../../../../src/server/custody/evm/watcher.ts'
import { PLAY_TOKEN } from '../../../../src/server/play-chain/genesis.ts'
import { createEarner } from '../../../fixtures/earner.ts'
import { ETH, ETHEREUM, USDT } from '../../../fixtures/listed-network.ts'
import { quiet } from '../../../fixtures/silent-log.ts'
import { setUpTestServer } from '../../../fixtures/test-exchange.ts'
import { startTestPayer, type TestPayer } from '../../../fixtures/test-payer.ts'

const WEI = 10n ** 18n
const BY = { operator: 'ann', reason: 'test' }
const server = setUpTestServer()
const sequencer = () => server().exchange.sequencer
const shared = () => ({
  network: payer.network,
  database: payer.database,
  sequencer: sequencer(),
  log: quiet,
  now: server().now,
})
let payer: TestPayer
let watcher: Watcher
beforeAll(async () => {
  payer = await startTestPayer(server())
  const clock = { now: server().now }
  watcher = openWatcher({ ...shared(), clock, treasury: payer.treasury, pollMillis: 20, onDeposit: () => undefined })
  watcher.start()
})
afterAll(async () => {
  await watcher?.stop()
  await payer?.stop()
})

/** Of a new user. */
async function newAddress() {
  const { user } = await createEarner(server())
  const address = String(await payer.network.addresses?.give(user))
  const number = payer.network.addresses?.find(address)?.number
  if (number === undefined) throw new Error('the address is known')
  return { address, number }
}

/** Only final coins pay fees. */
async function untilFinal(): Promise<void> {
  const { latest } = await payer.network.chain.head()
  await payer.mineUntil(async () => (await payer.network.chain.head()).final.height > latest.height)
}

test('Coins and tokens of one address are moved one after the other, because the fees of both are paid with its coins', async () => {
  const { address, number: from } = await newAddress()
  await payer.fund(address, null, WEI)
  await payer.fund(address, PLAY_TOKEN, 5_000_000n)
  await untilFinal()
  const before = await payer.tokensOf(payer.hot)
  const coins = { kind: 'sweep', from, currency: ETH, raw: (9n * WEI) / 10n } as const
  const tokens = { kind: 'sweep', from, currency: USDT, raw: 5_000_000n } as const
  const running = await payer.run({ otherPurposes: async () => [coins, tokens] })
  await payer.severalRounds()
  const open = await sequencer().read((state) => openPayments(state, ETHEREUM))
  expect(open).toMatchObject([{ wallet: from, nonce: 0, purpose: coins }])
  await payer.mineUntil(async () => (await payer.tokensOf(payer.hot)) === before + tokens.raw)
  await payer.mineUntil(async () => (await payer.openPayments()) === 0)
  expect(await payer.network.chain.balance(address, 'latest')).toBeLessThan(WEI / 10n)
  await running.stop()
})

test('Coins that a lost withdrawal brought to the address of a user are compared with the books and moved after reconciling', async () => {
  const { address, number } = await newAddress()
  await sequencer().submit({ type: 'set-network-paused', network: ETHEREUM, paused: true, ...BY }, () => undefined)
  await payer.anvil.rpc.call('anvil_impersonateAccount', [payer.hot])
  const transfer = { from: payer.hot, to: PLAY_TOKEN, value: '0x0', data: transferData(address, 300_000_000n) }
  await payer.anvil.rpc.call('eth_sendTransaction', [transfer])
  await payer.anvil.rpc.call('anvil_stopImpersonatingAccount', [payer.hot])
  await untilFinal()
  const booking = await bookLostEvm({ ...payer, ...shared(), signer: payer.signerClient }, BY)
  expect(booking).toMatchObject({ type: 'done', payments: [{ result: 'booked', transfer: null }] })
  let found: readonly bigint[] | undefined
  await payer.mineUntil(async () => {
    found = (await compareChain(shared()))?.map((each) => each.found - each.books)
    return found !== undefined
  })
  expect(found).toEqual([0n, 0n])
  const [listed, addresses] = [await sequencer().read((state) => networkOf(state, ETHEREUM)), payer.network.addresses]
  if (listed === undefined || addresses === undefined) throw new Error('the network is open')
  const sweeper = openSweeper({ ...shared(), intervalMillis: 0 })
  expect(await sweeper(listed, addresses)).toContainEqual(expect.objectContaining({ kind: 'gas', to: number }))
})
