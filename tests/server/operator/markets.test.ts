/** Coins and markets of a live exchange through `npm run operator`, and what users notice at every door. */

import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { CurrencyId, UserId } from '../../../src/contract/ids.ts'
import type { CurrencyView, FullPairView } from '../../../src/contract/markets/views.ts'
import type { OrderView } from '../../../src/contract/orders/views.ts'
import type { AssetView } from '../../../src/contract/portfolio/views.ts'
import type { WalletCurrencyView } from '../../../src/contract/wallet/views.ts'
import { type Command, currencies, markets, networksOf, rewardProgram } from '../../../src/engine/exchange.ts'
import { LIVE_MODE } from '../../fixtures/live-mode.ts'
import { newestCommand } from '../../fixtures/newest-command.ts'
import { operate } from '../../fixtures/operator-request.ts'
import { operatorFile, runOperator } from '../../fixtures/operator-tool.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer({ ...LIVE_MODE, RATE_LIMITS: 'on' })
const folder = scratchFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const WHY = ['--reason', 'the exchange opens', '--as', 'olga']
const BY = { operator: 'olga', reason: 'the exchange opens' }
const operator = (...args: readonly string[]) => runOperator(server().dataDir, args)
const file = (content: unknown): string => operatorFile(folder, `${randomUUID()}.json`, content)
const sequencer = () => server().exchange.sequencer
const get = async <T>(path: string, access?: string): Promise<T> =>
  (await server().request<T>('GET', path, access === undefined ? {} : { access })).body
const pairs = () => get<FullPairView[]>(api.fullPairs.path)

/** Throws with what the server says if it refuses. */
const change = (...words: readonly string[]): Promise<string> => operate(server().dataDir, [...words, ...WHY])

const BTC_MARKET = {
  base: 'BTC',
  quote: 'USDT',
  status: 'trading',
  tickSize: '0.01',
  lotSize: '0.000001',
  referencePrice: '60000',
  minAmount: '0.00001',
  maxAmount: '10',
  minTotal: '1',
  maxTotal: '100000',
  band: '10',
  makerFee: '0.1',
  takerFee: '0.2',
}
const COINS = [
  { symbol: 'USDT', name: 'Tether', decimals: 8 },
  { symbol: 'btc', name: 'Bitcoin', decimals: 8 },
]

type User = { readonly access: string; readonly id: UserId }
let position = 0n

/** With 1,000 USDT and 1 BTC, as if they were deposited. */
async function newUser(): Promise<User> {
  const { access } = await server().signUp()
  const id = (await get<ProfileView>(api.profile.path, access)).uuid as UserId
  const network = { id: 1, code: 'chain', name: 'Chain', kind: 'evm', chainId: 1, gasCurrency: 2 }
  const asset = {
    contract: null,
    decimals: 18,
    minDeposit: 1n,
    withdrawFee: 0n,
    minWithdraw: 1n,
    maxWithdraw: 10n ** 15n,
    deposits: 'open',
    withdrawals: 'open',
    notice: '',
  }
  const submit = (command: object) => sequencer().submit(command as Command, () => undefined)
  await submit({ type: 'list-network', network })
  await submit({ type: 'set-network-asset', network: 1, asset: { ...asset, currency: 2 }, ...BY })
  const token = { ...asset, currency: 1, contract: `0x${'a'.repeat(40)}` }
  await submit({ type: 'set-network-asset', network: 1, asset: token, ...BY })
  const credit = (currency: number, raw: bigint) => ({
    position: ++position,
    txid: '0x1',
    part: 0,
    currency,
    raw,
    to: id,
    address: '0x1',
  })
  const credits = [credit(1, 1_000n * 10n ** 18n), credit(2, 10n ** 18n)]
  await submit({ type: 'credit-deposits', network: 1, stream: 'evm:chain:1', credits })
  return { access, id }
}

async function place({ access }: User, order: object): Promise<string> {
  const body = { client_order_id: randomUUID(), pair_id: 1, type: 'limit', price: '60000', volume: '0.01', ...order }
  const reply = await server().request<OrderView & { code?: string }>('POST', api.placeOrder.path, { access, body })
  return reply.body.code ?? reply.body.status
}

test('A live exchange begins with points only: no coin, no market, and no endless waiting for either', async () => {
  const all = await sequencer().read((state) => Array.from(currencies(state), ({ symbol }) => symbol))
  expect(all).toEqual(['XP'])
  expect(await sequencer().read((state) => [[...markets(state)].length, networksOf(state).length])).toEqual([0, 0])
  expect(await sequencer().read(rewardProgram)).toMatchObject({ funds: 0 })
  for (const path of [api.fullPairs.path, api.pairs.path, api.currencies.path, api.walletCurrencies.path])
    expect([path, await get(path)]).toEqual([path, []])
  expect(await operator('currencies')).toMatchObject({ code: 0, out: 'No coin is listed.\n' })
  expect(await operator('markets')).toMatchObject({ code: 0, out: 'No market is listed.\n' })
  const { access } = await server().signUp()
  for (const path of [api.assets.path, api.convertFrom.path]) expect(await get(path, access)).toEqual([])
  expect(await get(api.currentBalance.path, access)).toMatchObject({ balance: '0' })
  expect((await place({ access, id: '' as UserId }, { side: 'buy' })).toString()).toBe('PAIR_NOT_FOUND')
})

test('Without markets a socket without a pair answers about the user, and gets a new market at once', async () => {
  const { access } = await server().signUp()
  await expect(server().openSocket('BTC-USDT')).rejects.toThrow('404')
  const socket = await server().openSocket('none', access)
  socket.send('get_assets')
  expect(await socket.next('assets')).toEqual({ type: 'assets', data: [] })
  for (const query of ['get_orderbook', 'get_price', 'get_chart/1', 'change_timeframe/1h']) {
    socket.send(query)
    expect(await socket.next('error')).toMatchObject({ code: 'PAIR_NOT_FOUND' })
  }
  expect(await operator('currencies', 'list', file(COINS), ...WHY)).toMatchObject({ code: 0, problem: '' })
  expect((await get<CurrencyView[]>(api.currencies.path)).map(({ symbol }) => symbol)).toEqual(['USDT', 'BTC'])
  expect(await change('markets', 'list', file(BTC_MARKET))).toMatch(/BTC\/USDT +trading +60000 \(reference\)/)
  expect(await socket.next('coin')).toMatchObject({ data: { symbol: 'BTC/USDT', status: 'trading', price: '60000' } })
  expect(await newestCommand(server().databaseUrl)).toMatchObject({
    type: 'list-pair',
    pair: 1,
    base: 2,
    quote: 1,
    ...BY,
  })
  socket.socket.close()
})

test('The same files can be used again, and other terms for a listed coin or market are refused', async () => {
  await change('currencies', 'list', file(COINS))
  await change('markets', 'list', file([BTC_MARKET]))
  expect(await pairs()).toHaveLength(1)
  const refused = (words: readonly string[], problem: RegExp) => expect(change(...words)).rejects.toThrow(problem)
  const { seq } = sequencer()
  const listing = (market: object) => ['markets', 'list', file({ ...BTC_MARKET, ...market })]
  await refused(['currencies', 'list', file([...COINS, COINS[0]])], /^USDT occurs twice: nothing was changed/)
  await refused(
    ['currencies', 'list', file({ symbol: 'XP', name: 'x', decimals: 8 })],
    /symbol: is the symbol of the points/,
  )
  await refused(['currencies', 'list', file({ symbol: 'B/C', name: 'x' })], /symbol: must be 2 to 10 letters/)
  await refused(listing({ base: 'DOGE' }), /^DOGE\/USDT: DOGE is not a coin of this exchange: nothing was changed/)
  await refused(listing({ base: 'USDT', quote: 'BTC' }), /^USDT\/BTC: markets are quoted in USDT/)
  await refused(listing({ makerFee: '0.3' }), /^BTC\/USDT: it is already listed; markets status, fees/)
  await refused(listing({ tickSize: '0.00000000001' }), /tickSize: .*at most 10 decimals/)
  await refused(listing({ lotSize: '0.000000001' }), /lotSize: .*at most 8 decimals/)
  await refused(listing({ tickSize: '0.0000000001', lotSize: '0.00000001' }), /tickSize × lotSize must be a multiple/)
  await refused(
    listing({ referencePrice: '60000.005' }),
    /the price 60000\.005 is not a multiple of the tick size 0\.01/,
  )
  await refused(listing({ minAmount: '0.0000015' }), /the amount 0\.0000015 is not a multiple of the lot size/)
  await refused(listing({ band: '100' }), /band: must be below 100/)
  await refused(['markets', 'list', file([BTC_MARKET, BTC_MARKET])], /BTC\/USDT: it occurs twice/)
  await refused(['markets', 'status', 'ETH/USDT', 'halted'], /This pair is not listed/)
  await refused(['markets', 'status', 'BTC/USDT', 'open'], /status: must be one of trading, cancel_only, halted/)
  await refused(['markets', 'reference-price', 'BTC/USDT', '1.005'], /not a multiple of the tick size/)
  await refused(['currencies', 'hide', 'DOGE'], /This currency is not listed/)
  expect(sequencer().seq).toBe(seq)
})

test('Fees, limits and band of a market change with who did it and why, and hold for the next order', async () => {
  const user = await newUser()
  await change('markets', 'fees', 'btc-usdt', '0.05', '0.15')
  await change('markets', 'limits', 'BTC/USDT', '0.001', '5', '10', '50000')
  expect(await change('markets', 'band', 'BTC/USDT', '5')).toMatch(/0\.001 to 5 +10 to 50000 +5 % +0\.05 % +0\.15 %/)
  expect(await newestCommand(server().databaseUrl)).toMatchObject({
    type: 'set-pair-rules',
    rules: { band: 50_000 },
    ...BY,
  })
  const [pair] = await pairs()
  expect(pair).toMatchObject({
    min_amount: '0.001',
    max_amount: '5',
    min_notional: '10',
    max_notional: '50000',
    price_band_percent: '5',
    maker_fee_percent: '0.05',
    taker_fee_percent: '0.15',
  })
  expect(await place(user, { side: 'buy', volume: '0.0005' })).toBe('MIN_AMOUNT')
  expect(await place(user, { side: 'buy', price: '63001' })).toBe('PRICE_BAND')
})

test('A market without trading takes no order and no conversion at any door, and open orders stay', async () => {
  const user = await newUser()
  expect(await place(user, { side: 'sell', price: '61000' })).toBe('open')
  const socket = await server().openSocket('BTC-USDT', user.access)
  for (const status of ['cancel_only', 'halted']) {
    await change('markets', 'status', 'BTC/USDT', status)
    await expect.poll(async () => (await socket.next('coin')).data.status).toBe(status)
    expect(await place(user, { side: 'buy' })).toBe('PAIR_HALTED')
    socket.send(
      `place_order/${JSON.stringify({ client_order_id: randomUUID(), pair_id: 1, side: 'buy', type: 'limit', price: '60000', volume: '0.01' })}`,
    )
    expect(await socket.next('order_rejected')).toMatchObject({ code: 'PAIR_HALTED' })
    expect(await get(api.convertFrom.path, user.access)).toEqual([])
    const body = { from_currency_id: 2, to_currency_id: 1, from_amount: '0.01' }
    const quote = await server().request('POST', api.convertQuote.path, { access: user.access, body })
    expect(quote.body.code).toBe('PAIR_UNAVAILABLE')
  }
  const path = `${api.orders.path}?status=open`
  const [order] = (await get<{ orders: OrderView[] }>(path, user.access)).orders
  const cancel = () =>
    server().request('DELETE', api.cancelOrder.path.replace(':uuid', order?.uuid ?? ''), { access: user.access })
  expect((await cancel()).body.code).toBe('PAIR_HALTED')
  await change('markets', 'status', 'BTC/USDT', 'cancel_only')
  expect((await cancel()).status).toBe(200)
  await change('markets', 'status', 'BTC/USDT', 'trading')
  expect(await place(user, { side: 'buy' })).toBe('open')
  socket.socket.close()
})

test('The reference price is refused after the first trade unless the market is halted', async () => {
  const [seller, buyer] = [await newUser(), await newUser()]
  expect(await change('markets', 'reference-price', 'BTC/USDT', '61000')).toContain('61000 (reference)')
  expect(await place(seller, { side: 'sell', price: '60000' })).toBe('filled')
  const early = change('markets', 'reference-price', 'BTC/USDT', '50000')
  await expect(early).rejects.toThrow('can be set before its first trade, or while it is halted')
  await change('markets', 'status', 'BTC/USDT', 'halted')
  await change('markets', 'reference-price', 'BTC/USDT', '50000')
  expect(await newestCommand(server().databaseUrl)).toMatchObject({
    type: 'set-reference-price',
    price: 5_000_000,
    ...BY,
  })
  await change('markets', 'status', 'BTC/USDT', 'trading')
  expect((await pairs())[0]).toMatchObject({ price: '50000', reference_price: '50000' })
  expect(await place(buyer, { side: 'buy', price: '60000' })).toBe('PRICE_BAND')
  const assets = await get<AssetView[]>(api.assets.path, buyer.access)
  expect(assets.map(({ currency, usdt_total }) => [currency.symbol, usdt_total])).toEqual([
    ['USDT', '1000'],
    ['BTC', '50000'],
  ])
})

test('A hidden coin is offered to nobody, and who has it still sees it and can withdraw it', async () => {
  const [owner, other] = [await newUser(), await server().signUp()]
  await expect(change('currencies', 'hide', 'BTC')).rejects.toThrow('BTC/USDT is not cancel-only')
  await change('markets', 'status', 'BTC/USDT', 'cancel_only')
  expect(await change('currencies', 'hide', 'btc')).toMatch(/BTC +Bitcoin +8 +hidden/)
  expect(await newestCommand(server().databaseUrl)).toMatchObject({ type: 'hide-currency', currency: 2, ...BY })
  const symbols = (views: readonly { symbol: string }[]) => views.map(({ symbol }) => symbol)
  expect(symbols(await get<CurrencyView[]>(api.currencies.path))).toEqual(['USDT'])
  expect(await get(api.pairs.path)).toEqual([])
  expect((await pairs()).map(({ is_hidden }) => is_hidden)).toEqual([true])
  const assets = async (access: string) =>
    (await get<AssetView[]>(api.assets.path, access)).map(({ currency, balance }) => [currency.symbol, balance])
  expect(await assets(other.access)).toEqual([['USDT', '0']])
  expect(await assets(owner.access)).toEqual([
    ['USDT', '1000'],
    ['BTC', '1'],
  ])
  const wallet = (await get<WalletCurrencyView[]>(api.walletCurrencies.path)).find(({ symbol }) => symbol === 'BTC')
  expect(wallet).toMatchObject({ deposit_enabled: false, is_hidden: true })
  const terms = { user: owner.id, network: 1, currency: 2 as CurrencyId, address: `0x${'b'.repeat(40)}` }
  const request = {
    type: 'request-withdrawal',
    clientId: 'w',
    ...terms,
    amount: 10n ** 6n,
    isNewAddress: false,
    review: null,
  }
  const answer = await sequencer().submit(request as never, (_state, outcome) => outcome.answer.type)
  expect(answer).toBe('withdrawal')
  await change('currencies', 'list', file(COINS))
  expect((await pairs()).map(({ is_hidden }) => is_hidden)).toEqual([false])
  expect(await change('markets', 'status', 'BTC/USDT', 'trading')).toMatch(/BTC\/USDT +trading/)
})

test('The example of markets is accepted as it is, and its markets wait for the operator before they trade', async () => {
  const { out: coins } = await operator('currencies', 'example')
  await change('currencies', 'list', file(coins))
  const { out } = await operator('markets', 'example')
  const others = (JSON.parse(out) as { base: string }[]).filter(({ base }) => base !== 'BTC')
  expect(await change('markets', 'list', file(others))).toMatch(/ETH\/USDT +cancel_only/)
  expect(JSON.parse(out)).toHaveLength(others.length + 1)
})
