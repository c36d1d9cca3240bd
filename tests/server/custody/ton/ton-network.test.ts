/** What a TON network does with endpoints that lie, and with its own addresses. */

import { Address, beginCell } from '@ton/core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ChainUnavailable } from '../../../../src/chains/chain-unavailable.ts'
import type { TonChain } from '../../../../src/chains/ton/chain.ts'
import type { TonTransport } from '../../../../src/chains/ton/toncenter.ts'
import { PLAY_TON_CHAIN_ID } from '../../../../src/contract/wallet/networks.ts'
import { expectDefined } from '../../../../src/engine/assert.ts'
import { nextNonce } from '../../../../src/engine/exchange.ts'
import type { Rounds } from '../../../../src/server/custody/base/rounds.ts'
import { openTonNetwork, type TonNetwork } from '../../../../src/server/custody/ton/ton-network.ts'
import { TON } from '../../../../src/server/deposits/default-networks.ts'
import { PLAY_JETTON, playJettonWallet } from '../../../../src/server/play-ton/genesis.ts'
import { openLog } from '../../../../src/server/runtime/log.ts'
import { parseDestination } from '../../../../src/server/withdrawals/destination.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { clientOf } from '../../../fixtures/signer-client.ts'
import { testCursors } from '../../../fixtures/test-cursors.ts'
import { startTonWorld, TON_COIN, type TonWorld, USDT, units } from '../../../fixtures/ton-world.ts'
import { type AccountAnswer, startTwoTonEndpoints, type TwoTonEndpoints } from '../../../fixtures/two-ton-endpoints.ts'
import { refusalOf } from '../../../signer/signer-folder.ts'

let world: TonWorld
let watcher: Rounds
let endpoints: TwoTonEndpoints
const networks: TonNetwork[] = []

beforeAll(async () => {
  world = await startTonWorld()
  endpoints = await startTwoTonEndpoints(world.playTon.api)
  watcher = await world.deploy()
})

afterEach(() => {
  endpoints.first.lie = undefined
  endpoints.second.lie = undefined
})

afterAll(async () => {
  await Promise.all(networks.map((network) => network.stop()))
  await world?.stop()
  await endpoints?.stop()
})

/** As after a restart of the server. `lines`: what it logs. */
async function openNetwork(chain: TonChain, lines: string[] = []): Promise<TonNetwork> {
  const log = openLog('warn', { write: (line) => void lines.push(line) })
  const { database, sequencer, signer } = world
  const cursors = testCursors(database)
  const deps = { database, cursors, sequencer, log, now: Date.now, id: TON, chain, tonKey: clientOf(signer).tonKey }
  const network = openTonNetwork(deps, chain)
  networks.push(network)
  network.start()
  await eventually(() => network.wallet !== undefined)
  return network
}

const otherWallet = `0:${'5'.repeat(64)}`
const namesOtherWallet = (_method: string, params: Readonly<Record<string, unknown>>) => {
  const bytes = beginCell().storeAddress(Address.parseRaw(otherWallet)).endCell().toBoc().toString('base64')
  const result = { gas_used: 1, exit_code: 0, stack: [['cell', { bytes }]] }
  return params.method === 'get_wallet_address' ? result : undefined
}

test('While two endpoints name different wallets of a jetton, only the jetton is not read', async () => {
  await world.database.pool.query('delete from ton_jetton_wallets')
  endpoints.second.lie = namesOtherWallet
  const { id } = await world.newUser()
  const network = await openNetwork(endpoints.agreed)
  const rounds = world.watch({ network })
  await eventually(() => endpoints.second.calls.filter((method) => method === 'runGetMethod').length > 3)
  await eventually(() => network.isReady)
  expect([network.reads(null), network.reads(PLAY_JETTON)]).toEqual([true, false])
  await expect(network.jettonWallet(PLAY_JETTON)).rejects.toThrow(`the wallet of the jetton ${PLAY_JETTON}`)
  endpoints.second.lie = undefined
  await eventually(() => network.reads(PLAY_JETTON))
  expect(await network.depositAddress(id)).toMatchObject({ address: world.hot })
  await rounds.stop()
})

test('A jetton that names another wallet than before closes the network with a message in the log', async () => {
  endpoints.first.lie = namesOtherWallet
  const { id } = await world.newUser()
  const lines: string[] = []
  const network = await openNetwork(endpoints.first.chain, lines)
  const rounds = world.watch({ network })
  await eventually(() => network.state === 'unavailable')
  expect([network.wallet, network.isReady, await network.depositAddress(id)]).toEqual([undefined, false, undefined])
  const stored = playJettonWallet(world.hot)
  const reason = `the jetton ${PLAY_JETTON} names the wallet ${otherWallet} instead of ${stored}`
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ event: 'custody.address_mismatch', reason }])
  await rounds.stop()
  endpoints.first.lie = undefined
  const next = await openNetwork(endpoints.first.chain)
  expect(await next.jettonWallet(PLAY_JETTON)).toBe(stored)
})

const isSilent = (_method: string, { method }: Readonly<Record<string, unknown>>) => {
  if (method === 'get_wallet_address') throw new ChainUnavailable('the test is silent')
  return undefined
}

test('A jetton that does not name the own wallet stops only itself, and a changed row makes no other wallet its own', async () => {
  await world.database.pool.query('update ton_jetton_wallets set address = $1', [otherWallet])
  endpoints.first.lie = isSilent
  const { id, memo } = await world.newUser()
  await watcher.stop()
  const lines: string[] = []
  const network = await openNetwork(endpoints.first.chain, lines)
  const rounds = world.watch({ network })
  await eventually(() => network.isReady)
  const before = await world.balance(id, TON_COIN)
  await world.treasury.send({ to: world.hot, jetton: false, raw: 5_000_000_000n, comment: memo })
  await eventually(async () => (await world.balance(id, TON_COIN)) > before)
  const usdt = await world.balance(id, USDT)
  await world.treasury.send({ to: world.hot, jetton: true, raw: 7_000_000n, comment: memo })
  await world.settled()
  expect(network.reads(PLAY_JETTON)).toBe(false)
  await expect(network.jettonWallet(PLAY_JETTON)).rejects.toThrow(ChainUnavailable)
  const payer = world.pay({ network })
  const withdrawal = await world.request(id, { address: `0:${'e'.repeat(64)}`, amount: '2' })
  const jettons = await world.request(id, { address: `0:${'e'.repeat(64)}`, amount: '5', currency: USDT })
  await eventually(async () => (await world.statusOf(withdrawal)) === 'settled')
  expect(await world.statusOf(jettons)).toBe('approved')
  expect(await world.balance(id, USDT)).toBe(usdt - units('5'))
  expect(lines.filter((line) => line.includes('address_mismatch'))).toEqual([])
  endpoints.first.lie = undefined
  await eventually(() => network.closed !== undefined)
  expect(network.otherJettonWallet).toMatchObject({
    master: PLAY_JETTON,
    before: otherWallet,
    now: playJettonWallet(world.hot),
  })
  expect(await network.depositAddress(id)).toBeUndefined()
  await network.otherJettonWallet?.accept()
  await eventually(async () => (await world.statusOf(jettons)) === 'settled')
  await eventually(async () => (await world.balance(id, USDT)) === usdt + units('2'))
  expect([network.closed, network.otherJettonWallet, network.wallet]).toEqual([undefined, undefined, world.hot])
  await Promise.all([payer.stop(), rounds.stop()])
  watcher = world.watch()
})

test('A withdrawal to the own jetton wallet is refused by the server and by the signer', async () => {
  const { id } = await world.newUser()
  const listed = expectDefined(world.network.listed(), 'the network is listed')
  const to = playJettonWallet(world.hot)
  const networks = new Map([[TON, world.network]])
  const parse = (address: string) => parseDestination(networks, id, listed, { address })
  const { pool } = world.database
  const { rows } = await pool.query<{ address: string }>('select address from ton_jetton_wallets')
  await pool.query('update ton_jetton_wallets set address = $1', [otherWallet])
  for (const own of [to, world.hot]) expect(parse(own)).toMatchObject({ code: 'OWN_ADDRESS' })
  expect(parse(otherWallet)).toMatchObject({ memo: null })
  await pool.query('update ton_jetton_wallets set address = $1', [rows[0]?.address])
  const nonce = await world.sequencer.read((state) => nextNonce(state, TON, 0))
  const { time } = await world.chain.account(world.hot)
  const verdict = await world.signer.sign({
    kind: 'ton-withdrawal',
    chainId: PLAY_TON_CHAIN_ID,
    generation: listed.generation,
    wallet: 0,
    nonce,
    createdAt: time - 30,
    approval: null,
    payment: 9_000_001,
    withdrawal: 9_000_001,
    to,
    memo: null,
    contract: PLAY_JETTON,
    jettonWallet: to,
    amount: '7000000',
  })
  expect(refusalOf(verdict)).toMatch('cannot receive')
})

test('An endpoint that hides an executed payment at a later time lets no payment be made twice', async () => {
  await watcher.stop()
  const isHot = (method: string, params: Readonly<Record<string, unknown>>): boolean =>
    method === 'getAddressInformation' && params.address === world.hot
  const before = (await world.playTon.api('getAddressInformation', { address: world.hot })) as AccountAnswer
  endpoints.second.lie = async (method, params, real: TonTransport) => {
    if (!isHot(method, params)) return undefined
    const { sync_utime } = (await real(method, params)) as AccountAnswer
    return { ...before, sync_utime: sync_utime + 10 }
  }
  const { id } = await world.newUser()
  const payer = world.pay()
  const withdrawal = await world.request(id, { address: `0:${'c'.repeat(64)}`, amount: '3' })
  const received = async () => (await world.chain.account(withdrawal.address)).balance
  await eventually(async () => (await received()) === 2_950_000_000n)
  await payer.stop()
  world.pass(3_800)
  const reasons: string[] = []
  const failed = (reason: string): void => void reasons.push(reason)
  watcher = world.watch({ network: { ...world.network, chain: endpoints.agreed, wallet: world.hot, failed } })
  await eventually(() => reasons.some((reason) => reason.includes('does not know the transaction')))
  expect(await world.statusOf(withdrawal)).toBe('assigned')
  endpoints.second.lie = undefined
  const next = world.pay()
  await eventually(async () => (await world.statusOf(withdrawal)) === 'settled')
  expect(await world.differences()).toEqual([])
  expect(await received()).toBe(2_950_000_000n)
  await Promise.all([next.stop(), watcher.stop()])
  watcher = world.watch()
})
