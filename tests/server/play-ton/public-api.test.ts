/** The public endpoint of the play TON chain, with the client that wallets use. */

import { Address, beginCell } from '@ton/core'
import { TonClient } from '@ton/ton'
import { beforeAll, expect, test } from 'vitest'
import { httpToncenter } from '../../../src/chains/ton/toncenter.ts'
import { PLAY_TON_RPC_PATH } from '../../../src/server/http/routes/play-ton.ts'
import { PLAY_JETTON, playJettonWallet } from '../../../src/server/play-ton/genesis.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'
import { httpTonChain } from '../../fixtures/ton-http.ts'

const server = setUpTestServer({ PLAY_CHAIN: 'on', PLAY_BLOCK_MILLIS: '100', ANVIL_PATH: '/nowhere/anvil' })

const endpoint = (): string => `${server().address}${PLAY_TON_RPC_PATH}`
const minter = Address.parseRaw(PLAY_JETTON)
const client = (): TonClient => new TonClient({ endpoint: endpoint() })
const OWNER = `0:${'a1'.repeat(32)}`

beforeAll(async () => {
  const chain = httpTonChain(server().address)
  await eventually(async () => ((await chain.account(PLAY_JETTON).catch(() => undefined))?.lastLt ?? 0n) > 0n)
})

test('The client of wallets reads accounts, transactions, blocks and get methods', async () => {
  const ton = client()
  expect(await ton.isContractDeployed(minter)).toBe(true)
  const { last } = await ton.getMasterchainInfo().then((info) => ({ last: info.latestSeqno }))
  expect(last).toBeGreaterThan(0)
  const [minted] = await ton.getTransactions(minter, { limit: 10 })
  expect(minted?.inMessage?.info.type).toBe('internal')
  const { stack } = await ton.runMethod(minter, 'get_jetton_data')
  expect(stack.readBigNumber()).toBe(10n ** 18n)
  const wallet = await ton.runMethod(minter, 'get_wallet_address', [
    { type: 'slice', cell: beginCell().storeAddress(Address.parseRaw(OWNER)).endCell() },
  ])
  expect(wallet.stack.readAddress().toRawString()).toBe(playJettonWallet(OWNER))
})

const post = async (body: unknown, headers: Readonly<Record<string, string>> = {}) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const request = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: text }
  const reply = await fetch(endpoint(), request)
  return { status: reply.status, headers: reply.headers, body: (await reply.json()) as Record<string, unknown> }
}
const call = (method: unknown, params: unknown = {}) => ({ jsonrpc: '2.0', id: 7, method, params })

test('Any page can call the endpoint, also with GET', async () => {
  const headers = { origin: 'https://wallet.example' }
  const found = await post(call('getAddressState', { address: PLAY_JETTON }), headers)
  expect([found.status, found.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  expect(found.body).toEqual({ ok: true, result: 'active', jsonrpc: '2.0', id: 7 })
  const preflight = await fetch(endpoint(), { method: 'OPTIONS', headers })
  expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
    204,
    'content-type, x-api-key, x-ton-client-version',
  ])
  const path = endpoint().replace('jsonRPC', `getTransactions?address=${minter.toString()}&limit=1`)
  expect(await (await fetch(path, { headers })).json()).toMatchObject({
    ok: true,
    result: [{ utime: expect.anything() }],
  })
})

const address = minter.toString()

test.each([
  ['an unknown method', call('setBalance', { address }), 404],
  ['a method of every object', call('constructor'), 404],
  ['a method that is a number', call(7), 422],
  ['a list of requests', [call('getMasterchainInfo')], 422],
  ['params that are a list', call('getAddressState', [address]), 422],
  ['no address', call('getAddressState'), 422],
  ['the address of another network', call('getAddressState', { address: '0x12' }), 422],
  ['the masterchain', call('getAddressState', { address: `-1:${'5'.repeat(64)}` }), 422],
  ['1,000 transactions', call('getTransactions', { address, limit: 1_000 }), 422],
  ['no transaction', call('getTransactions', { address, limit: 0 }), 422],
  ['a short hash', call('getTransactions', { address, limit: 1, lt: '1', hash: 'AAAA' }), 422],
  ['a negative time', call('getTransactions', { address, limit: 1, lt: '-1' }), 422],
  ['a name of a method that is too long', call('runGetMethod', { address, method: 'x'.repeat(65), stack: [] }), 422],
  ['an unknown entry of the stack', call('runGetMethod', { address, method: 'seqno', stack: [['tuple', []]] }), 422],
  [
    'a number above 256 bits',
    call('runGetMethod', { address, method: 'x', stack: [['num', `0x1${'0'.repeat(64)}`]] }),
    422,
  ],
  ['a cell that is none', call('runGetMethod', { address, method: 'x', stack: [['tvm.Cell', 'AAAA']] }), 422],
  ['bytes that are no message', call('sendBoc', { boc: 'AAAA' }), 422],
  ['a message that is no Base64', call('sendBoc', { boc: '%%%' }), 422],
  ['a message with more than 64 kB', call('sendBoc', { boc: 'A'.repeat(100_004) }), 422],
])('A request with %s is refused', async (_what, body, status) => {
  const reply = await post(body)
  expect([reply.status, reply.body.ok]).toEqual([status, false])
  await expect(httpToncenter(endpoint())('getMasterchainInfo', {})).resolves.toBeDefined()
})

test('Text that is not JSON is refused', async () => {
  expect((await post('{')).status).toBe(400)
})

test('A get method of an account without code has an exit code', async () => {
  const { body } = await post(call('runGetMethod', { address: OWNER, method: 'seqno', stack: [] }))
  expect(body).toMatchObject({ ok: true, result: { exit_code: -13, stack: [] } })
})
