/** Deposits through the real server and the real chain of play mode: from the play wallet to the balance. */

import { beforeAll, expect, test } from 'vitest'
import { api } from '../../../../src/contract/api.ts'
import type { ErrorBody } from '../../../../src/contract/call.ts'
import type { PlayWalletView } from '../../../../src/contract/play-wallet/views.ts'
import type { AssetView } from '../../../../src/contract/portfolio/views.ts'
import type { TransactionsPage } from '../../../../src/contract/transactions/views.ts'
import type { NetworkView, WalletCurrencyView } from '../../../../src/contract/wallet/views.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { setUpTestServer } from '../../../fixtures/test-exchange.ts'

const server = setUpTestServer({ PLAY_CHAIN: 'on', PLAY_BLOCK_MILLIS: '100' })

const [USDT, ETH, BTC] = [1, 3, 2]
const networksPath = (currency: number | string): string => api.networks.path.replace(':id', String(currency))

let access = ''
const get = async <T>(path: string): Promise<T> => (await server().request<T>('GET', path, { access })).body
const wallet = (): Promise<PlayWalletView> => get(api.playWallet.path)

const send = (body: object) =>
  server().request<{ txid: string } & ErrorBody>('POST', api.playSend.path, {
    access,
    body: { network_id: 1, currency_id: USDT, amount: '100', address: null, ...body },
  })

beforeAll(async () => {
  access = (await server().signUp()).access
  await eventually(
    () => get<NetworkView[]>(networksPath(ETH)),
    ([network]) => network?.state === 'available',
  )
})

test('The first request for networks creates the deposit address, the same on every request', async () => {
  const [usdt] = await get<NetworkView[]>(networksPath(USDT))
  const [eth] = await get<NetworkView[]>(networksPath(ETH))
  expect(eth?.address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  expect(usdt?.address).toBe(eth?.address)
  expect(eth?.pay_uri).toBe(`ethereum:${eth?.address}@31337`)
  expect(usdt?.pay_uri).toBe(`ethereum:${usdt?.contract_address}@31337/transfer?address=${usdt?.address}`)
  expect(usdt).toMatchObject({ min_deposit: '1', withdraw_fee: '1', withdraw_step: '0.000001', deposit_enabled: true })
  const other = await server().signUp()
  const { body } = await server().request<NetworkView[]>('GET', networksPath(ETH), { access: other.access })
  expect(body[0]?.address).not.toBe(eth?.address)
})

test('A coin without a network has none, and an unknown coin is refused', async () => {
  expect(await get(networksPath(BTC))).toEqual([])
  for (const id of [999, '0', '1.0', 'null', '-1']) {
    const { status, body } = await server().request('GET', networksPath(id), { access })
    expect([id, status, body.code]).toEqual([id, 404, 'CURRENCY_NOT_FOUND'])
  }
})

test('The coins that can be deposited are listed without a login', async () => {
  const { body } = await server().request<WalletCurrencyView[]>('GET', api.walletCurrencies.path)
  expect(
    body.map(({ symbol, deposit_enabled, withdraw_enabled }) => [symbol, deposit_enabled, withdraw_enabled]),
  ).toEqual(
    expect.arrayContaining([
      ['USDT', true, true],
      ['ETH', true, true],
    ]),
  )
})

test('A play wallet is funded once, and sends to the deposit address what is credited when it is final', async () => {
  const before = await wallet()
  expect(before.balances.map(({ symbol, amount }) => [symbol, amount])).toEqual([
    ['ETH', '5'],
    ['USDT', '10000'],
  ])
  const assets = (): Promise<AssetView[]> => get(api.assets.path)
  const held = async () => Number((await assets()).find(({ currency }) => currency.symbol === 'USDT')?.balance)
  const earlier = await held()
  const { status, body } = await send({})
  expect(status).toBe(200)
  const seen = await eventually(
    () => get<TransactionsPage>(api.transactions.path),
    ({ history }) => history.length > 0,
  )
  expect(seen.history[0]).toMatchObject({ type: 'deposit', amount: '100', currency_symbol: 'USDT', txid: body.txid })
  const done = await eventually(
    () => get<TransactionsPage>(api.transactions.path),
    ({ history }) => history[0]?.status === 'completed',
  )
  expect(done.history).toHaveLength(1)
  expect(done.history[0]?.uuid).toBe(seen.history[0]?.uuid)
  expect(await held()).toBe(earlier + 100)
  const after = await wallet()
  expect(after.address).toBe(before.address)
  expect(after.balances[1]?.amount).toBe('9900')
  expect(
    after.transactions.map(({ direction, symbol, amount, status: state }) => [direction, symbol, amount, state]),
  ).toEqual(
    expect.arrayContaining([
      ['in', 'ETH', '5', 'confirmed'],
      ['in', 'USDT', '10000', 'confirmed'],
      ['out', 'USDT', '100', 'confirmed'],
    ]),
  )
})

test.each([
  ['another network', { network_id: 99 }, 404, 'NETWORK_NOT_FOUND'],
  ['a coin without a network', { currency_id: BTC }, 404, 'CURRENCY_NOT_FOUND'],
  ['an empty amount', { amount: '' }, 400, 'INVALID_NUMBER'],
  ['a negative amount', { amount: '-1' }, 400, 'INVALID_NUMBER'],
  ['an exponent', { amount: '1e3' }, 400, 'INVALID_NUMBER'],
  ['an amount of 0', { amount: '0' }, 400, 'REQUIRED_AMOUNT'],
  ['more decimals than the coin has', { amount: '1.0000001' }, 400, 'PRECISION'],
  ['more than the balance', { amount: '10001' }, 400, 'INSUFFICIENT_BALANCE'],
  [
    'the whole balance, so that nothing is left for the fee',
    { currency_id: ETH, amount: '5' },
    400,
    'INSUFFICIENT_BALANCE',
  ],
  ['a wrong address', { address: '0x12' }, 400, 'INVALID_ADDRESS'],
  ['the zero address', { address: `0x${'0'.repeat(40)}` }, 400, 'INVALID_ADDRESS'],
  ['a number instead of text', { amount: 1 }, 422, 'INVALID_REQUEST'],
])('A transfer from the play wallet with %s is refused', async (_what, body, status, code) => {
  const reply = await send(body)
  expect([reply.status, reply.body.code]).toEqual([status, code])
})

test('A deposit below the minimum is shown as failed and not credited', async () => {
  const { body } = await send({ amount: '0.5' })
  const { history } = await eventually(
    () => get<TransactionsPage>(api.transactions.path),
    (page) => page.history.find(({ txid }) => txid === body.txid)?.status === 'failed',
  )
  expect(history.find(({ txid }) => txid === body.txid)).toMatchObject({ status: 'failed', amount: '0.5' })
})

const rpc = async (body: unknown, headers: Readonly<Record<string, string>> = {}) => {
  const reply = await fetch(`${server().address}/play/evm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return {
    status: reply.status,
    headers: reply.headers,
    body: (await reply.json()) as Record<string, unknown> & unknown[],
  }
}
const request = (method: string, params: unknown = []) => ({ jsonrpc: '2.0', id: 7, method, params })

test('Any wallet can read the play chain, also from a page of another origin', async () => {
  const { status, headers, body } = await rpc(request('eth_chainId'), { origin: 'https://wallet.example' })
  expect([status, headers.get('access-control-allow-origin'), body]).toEqual([
    200,
    '*',
    { jsonrpc: '2.0', id: 7, result: '0x7a69' },
  ])
  const preflight = await fetch(`${server().address}/play/evm`, {
    method: 'OPTIONS',
    headers: { origin: 'https://wallet.example' },
  })
  expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([204, 'content-type'])
  expect((await rpc([request('net_version'), request('eth_blockNumber')])).body).toMatchObject([
    { result: '31337' },
    { id: 7 },
  ])
})

test.each([
  'anvil_setBalance',
  'anvil_impersonateAccount',
  'evm_mine',
  'eth_accounts',
  'eth_sendTransaction',
  'eth_sign',
  'eth_signTransaction',
  'personal_sign',
  'debug_traceTransaction',
  'trace_block',
  'txpool_content',
  'hardhat_reset',
  'toString',
])('The endpoint of the play chain refuses %s', async (method) => {
  expect((await rpc(request(method))).body).toMatchObject({ id: 7, error: { code: -32_601 } })
})

test.each([
  ['no request', 7, -32_600],
  ['an empty batch', [], -32_600],
  ['a batch of 21', Array.from({ length: 21 }, () => request('eth_chainId')), -32_600],
  ['params that are no list', request('eth_chainId', {}), -32_602],
  ['a method that is no text', { id: 7, method: 1 }, -32_600],
])('The endpoint of the play chain answers %s with an error', async (_what, body, code) => {
  expect((await rpc(body)).body).toMatchObject({ error: { code } })
})

test('A transaction that the chain does not accept is answered with its error', async () => {
  expect((await rpc(request('eth_sendRawTransaction', ['0x02']))).body).toMatchObject({
    error: { message: expect.any(String) },
  })
  expect((await rpc(request('eth_sendRawTransaction', [7]))).body).toHaveProperty('error')
})

test('A request above 128 kB is refused', async () => {
  expect((await rpc(request('eth_call', ['x'.repeat(140_000)]))).status).toBe(413)
  expect((await rpc(request('eth_call', ['x'.repeat(100_000)]))).status).toBe(200)
})
