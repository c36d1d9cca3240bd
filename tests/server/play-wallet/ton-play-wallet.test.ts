/** The external wallet on the play TON chain: funded once, deposits with the memo, and is a known address of withdrawals. */

import { beforeAll, expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import type { PlayWalletView } from '../../../src/contract/play-wallet/views.ts'
import type { AssetView } from '../../../src/contract/portfolio/views.ts'
import type { TransactionsPage } from '../../../src/contract/transactions/views.ts'
import type { NetworkView } from '../../../src/contract/wallet/views.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer({ PLAY_CHAIN: 'on', PLAY_BLOCK_MILLIS: '100' })

const TON_NETWORK = 2
const USDT = 1

let access = ''
let TON = 0
const get = async <T>(path: string): Promise<T> => (await server().request<T>('GET', path, { access })).body
const wallet = (): Promise<PlayWalletView> => get(`${api.playWallet.path}?network_id=${TON_NETWORK}`)
const onTon = async (currency: number): Promise<NetworkView | undefined> =>
  (await get<NetworkView[]>(api.networks.path.replace(':id', String(currency)))).find(({ id }) => id === TON_NETWORK)
const history = async () => (await get<TransactionsPage>(api.transactions.path)).history

const send = (body: object) =>
  server().request<{ txid: string } & ErrorBody>('POST', api.playSend.path, {
    access,
    body: { network_id: TON_NETWORK, currency_id: TON, amount: '2', address: null, ...body },
  })

beforeAll(async () => {
  access = (await server().signUp()).access
  const coins = await get<readonly AssetView['currency'][]>(api.walletCurrencies.path)
  TON = coins.find(({ symbol }) => symbol === 'TON')?.id ?? 0
  await eventually(
    () => onTon(TON),
    (network) => network?.memo !== null && network?.memo !== undefined,
  )
})

test('A play wallet on TON is funded once, and what it sends to the deposit address carries the memo and is credited', async () => {
  const before = await wallet()
  expect(before.network).toBe('TON')
  expect(before.address).toMatch(/^UQ/)
  expect(before.balances.map(({ symbol, amount }) => [symbol, amount])).toEqual([
    ['TON', '100'],
    ['USDT', '10000'],
  ])
  expect((await send({})).status).toBe(200)
  expect((await send({ currency_id: USDT, amount: '25' })).status).toBe(200)
  const deposits = await eventually(
    history,
    (rows) => rows.length === 2 && rows.every((row) => row.status === 'completed'),
  )
  expect(deposits.map(({ amount, currency_symbol }) => `${amount} ${currency_symbol}`).toSorted()).toEqual([
    '2 TON',
    '25 USDT',
  ])
  const after = await wallet()
  const memo = (await onTon(TON))?.memo
  expect(after.address).toBe(before.address)
  expect(after.balances[1]?.amount).toBe('9975')
  expect(after.transactions.map((each) => [each.direction, each.symbol, each.amount, each.memo])).toEqual(
    expect.arrayContaining([
      ['in', 'TON', '100', null],
      ['in', 'USDT', '10000', null],
      ['out', 'TON', '2', memo],
      ['out', 'USDT', '25', memo],
    ]),
  )
  // The messages between the wallet and its jetton wallet are no transfers.
  expect(after.transactions).toHaveLength(4)
})

test('A transfer to the address of the exchange with an unknown memo is not credited', async () => {
  const { length } = await history()
  const address = (await onTon(TON))?.address
  expect((await send({ address, memo: '1234567891' })).status).toBe(200)
  expect((await send({ amount: '3' })).status).toBe(200)
  const rows = await eventually(history, (all) => all.length > length && all[0]?.status === 'completed')
  expect(rows).toHaveLength(length + 1)
  expect(rows[0]?.amount).toBe('3')
})

test('The play wallet refuses other networks, addresses and amounts', async () => {
  const refused = async (body: object) => (await send(body)).body.code
  expect(await refused({ network_id: 99 })).toBe('NETWORK_NOT_FOUND')
  expect(await refused({ currency_id: 3 })).toBe('CURRENCY_NOT_FOUND')
  expect(await refused({ amount: '0' })).toBe('REQUIRED_AMOUNT')
  expect(await refused({ amount: '1000' })).toBe('INSUFFICIENT_BALANCE')
  expect(await refused({ address: `0x${'ab'.repeat(20)}` })).toBe('INVALID_ADDRESS')
  expect(await refused({ network_id: 1, currency_id: 3, address: `0x${'ab'.repeat(20)}`, memo: '1' })).toBe(
    'INVALID_MEMO',
  )
  const { status, body } = await server().request('GET', `${api.playWallet.path}?network_id=99`, { access })
  expect([status, body.code]).toEqual([404, 'NETWORK_NOT_FOUND'])
})
