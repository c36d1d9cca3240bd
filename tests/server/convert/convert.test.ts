/** Conversions over HTTP. */

import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { ConvertTargetView } from '../../../src/contract/convert/views.ts'
import { createEarner, type Earner } from '../../fixtures/earner.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const [USDT, BTC, ETH] = [1, 2, 3]
const QUOTE_MILLIS = 10_000
let maker: Earner

beforeAll(async () => {
  maker = await createEarner(server())
  // 100 BTC and 1,000 ETH to buy, and bids for 5,000 USDT of BTC.
  await server().placeSellOrder(1, '60000', '100')
  await server().placeSellOrder(2, '3000', '1000')
  const bid = { pair_id: 1, side: 'buy', type: 'limit', price: '50000', volume: '0.1' }
  await maker.get('placeOrder', { ...bid, client_order_id: randomUUID() })
})

const quoteOf = (user: Earner, from: number | undefined, to: number | undefined, amount: string) =>
  user.get('convertQuote', { from_currency_id: from, to_currency_id: to, from_amount: amount })

async function balances(user: Earner): Promise<Record<string, string>> {
  const assets = await user.get('assets')
  const owned = assets.filter(({ balance }) => balance !== '0')
  return Object.fromEntries(owned.map(({ currency, balance }) => [currency.symbol, balance]))
}

test('The coin lists show balances, limits and rates, and never XP', async () => {
  const ann = await createEarner(server())
  const from = await ann.get('convertFrom')
  expect(from.find(({ symbol }) => symbol === 'USDT')).toMatchObject({ id: USDT, balance: '10000', min_amount: '1' })
  const to = await ann
    .ask('convertTo', '')
    .then(() => server().request<unknown>('GET', '/api/convert/1/to-currencies/', { access: ann.access() }))
  expect(to.body).toContainEqual(expect.objectContaining({ symbol: 'BTC', precision: 6 }))
  expect([...from, ...(to.body as { symbol: string }[])].some(({ symbol }) => symbol === 'XP')).toBe(false)
  for (const id of ['12', '999', '1.0', 'x']) {
    const { status, body } = await server().request('GET', `/api/convert/${id}/to-currencies/`, {
      access: ann.access(),
    })
    expect([status, body.code]).toEqual([404, 'CURRENCY_NOT_FOUND'])
  }
})

test('The minimum that a target shows is quoted, and a lot less is refused, also through USDT', async () => {
  const ann = await createEarner(server())
  await ann.get('convert', { quote_id: (await quoteOf(ann, USDT, ETH, '3000')).quote_id })
  await ann.get('convert', { quote_id: (await quoteOf(ann, USDT, BTC, '1200')).quote_id })
  const bid = { pair_id: 2, side: 'buy', type: 'limit', price: '2500', volume: '1' }
  await maker.get('placeOrder', { ...bid, client_order_id: randomUUID() })
  const coins = await ann.get('convertFrom')
  for (const [from, to] of [
    [USDT, BTC],
    [BTC, USDT],
    [BTC, ETH],
    [ETH, BTC],
  ]) {
    const path = api.convertTo.path.replace(':id', String(from))
    const { body } = await server().request<ConvertTargetView[]>('GET', path, { access: ann.access() })
    const min = body.find(({ id }) => id === to)?.min_from_amount ?? ''
    const { precision, min_amount } = coins.find(({ id }) => id === from) ?? { precision: 0, min_amount: '' }
    expect(Number(min)).toBeGreaterThanOrEqual(Number(min_amount))
    const quote = await quoteOf(ann, from, to, min)
    if (from !== USDT) expect(quote.from_amount).toBe(min)
    const less = (Number(min) - 10 ** -precision).toFixed(precision)
    const refused = await ann.ask('convertQuote', { from_currency_id: from, to_currency_id: to, from_amount: less })
    expect([refused.body.code, refused.body.params]).toEqual(['MIN_AMOUNT', expect.objectContaining({ min })])
  }
})

test('A quote is executed once with at least its amount, and its repeat gets the same reply', async () => {
  const ann = await createEarner(server())
  const quote = await quoteOf(ann, USDT, BTC, '600.05')
  expect(quote).toMatchObject({
    from_amount: '600',
    to_amount: '0.00995',
    fee: '0.00005',
    spread_percent: '0.5',
    ttl_ms: QUOTE_MILLIS,
  })
  expect(Date.parse(quote.expires_at) - Date.parse(quote.created_at)).toBe(QUOTE_MILLIS)
  const done = await ann.get('convert', { quote_id: quote.quote_id })
  expect(done).toMatchObject({
    status: 'success',
    from_amount: '600',
    to_amount: '0.00995',
    change: '0',
    repeated: false,
  })
  expect(await ann.get('convert', { quote_id: quote.quote_id })).toEqual({ ...done, repeated: true })
  expect(await balances(ann)).toEqual({ USDT: '9400', BTC: '0.00995' })
})

test('Two coins are converted through USDT and back, and the history shows both conversions', async () => {
  const ann = await createEarner(server())
  await ann.get('convert', { quote_id: (await quoteOf(ann, USDT, BTC, '900')).quote_id })
  const owned = (await balances(ann)).BTC ?? ''
  const done = await ann.get('convert', { quote_id: (await quoteOf(ann, BTC, ETH, owned)).quote_id })
  expect(Number(done.to_amount)).toBeGreaterThan(0.2)
  const { history, next } = await ann.get('transactions', '?type_=convert')
  expect(next).toBe(false)
  expect(history.map((row) => [row.currency_symbol, row.to_currency_symbol, row.to_amount, row.type])).toEqual([
    ['BTC', 'ETH', done.to_amount, 'convert'],
    ['USDT', 'BTC', owned, 'convert'],
  ])
  expect((await ann.get('transactions', `?type_=convert&currency_id=${ETH}`)).history).toHaveLength(1)
  expect((await ann.get('transactions')).history).toEqual([])
  // Legs are neither orders nor fills of the user.
  expect((await ann.get('orders', '?status=all')).orders).toEqual([])
  expect((await ann.get('fills')).fills).toEqual([])
})

test('An expired quote is refused by the time of the exchange and changes nothing', async () => {
  const ann = await createEarner(server())
  const { quote_id } = await quoteOf(ann, USDT, BTC, '600')
  server().advanceClock(QUOTE_MILLIS + 1)
  const { status, body } = await ann.ask('convert', { quote_id })
  expect([status, body.code]).toEqual([409, 'QUOTE_EXPIRED'])
  expect(await balances(ann)).toEqual({ USDT: '10000' })
})

test('The reply to a converted quote is found after the quote expired', async () => {
  const ann = await createEarner(server())
  const { quote_id } = await quoteOf(ann, USDT, BTC, '600')
  const done = await ann.get('convert', { quote_id })
  server().advanceClock(100_000)
  expect(await ann.get('convert', { quote_id })).toEqual({ ...done, repeated: true })
})

test('A quote of another user and an unknown quote are not found', async () => {
  const [ann, bob] = [await createEarner(server()), await createEarner(server())]
  const { quote_id } = await quoteOf(ann, USDT, BTC, '600')
  for (const id of [quote_id, randomUUID()]) {
    const { status, body } = await bob.ask('convert', { quote_id: id })
    expect([status, body.code]).toEqual([404, 'QUOTE_NOT_FOUND'])
  }
})

test('Fifty parallel requests for one quote convert once', async () => {
  const ann = await createEarner(server())
  const { quote_id } = await quoteOf(ann, USDT, BTC, '600')
  const replies = await Promise.all(Array.from({ length: 50 }, () => ann.get('convert', { quote_id })))
  expect(replies.filter(({ repeated }) => !repeated)).toHaveLength(1)
  expect(await balances(ann)).toEqual({ USDT: '9400', BTC: '0.00995' })
})

test('A direct conversion needs an amount to receive, and the same client id converts once', async () => {
  const ann = await createEarner(server())
  const body = { from_currency_id: USDT, to_currency_id: BTC, amount: '600', client_request_id: randomUUID() }
  const refused = await ann.ask('convert', { ...body, min_to_amount: '0.01000001' })
  expect([refused.status, refused.body.code]).toEqual([409, 'RATE_CHANGED'])
  const again = { ...body, client_request_id: randomUUID(), min_to_amount: '0.00999' }
  expect(await ann.get('convert', again)).toMatchObject({ to_amount: '0.00999', repeated: false })
  expect(await ann.get('convert', again)).toMatchObject({ to_amount: '0.00999', repeated: true })
  const other = await ann.ask('convert', { ...again, amount: '700' })
  expect([other.status, other.body.code]).toEqual([409, 'CLIENT_ID_REUSED'])
})

test('Invalid requests are refused and change nothing', async () => {
  const ann = await createEarner(server())
  const before = await server().stateHash()
  const code = async (name: 'convert' | 'convertQuote', body: object): Promise<unknown> => {
    const reply = await ann.ask(name, body)
    return [reply.status, reply.body.code]
  }
  const pair = { from_currency_id: USDT, to_currency_id: BTC }
  for (const amount of ['', '-1', '1e3', '0x10', '1,5', '٣', '1 ', '9'.repeat(30), '0.000000001'])
    expect(await code('convertQuote', { ...pair, from_amount: amount })).toEqual([400, 'INVALID_NUMBER'])
  expect(await code('convertQuote', { ...pair, from_amount: 5 })).toEqual([422, 'INVALID_REQUEST'])
  expect(await code('convertQuote', { ...pair, from_amount: '0' })).toEqual([400, 'REQUIRED_AMOUNT'])
  expect(await code('convertQuote', { ...pair, from_amount: '0.99' })).toEqual([400, 'MIN_AMOUNT'])
  expect(await code('convertQuote', { ...pair, from_amount: '10000.01' })).toEqual([400, 'INSUFFICIENT_BALANCE'])
  expect(await code('convertQuote', { ...pair, to_currency_id: USDT, from_amount: '5' })).toEqual([
    400,
    'SAME_CURRENCY',
  ])
  for (const xp of [{ to_currency_id: 12 }, { from_currency_id: 12 }])
    expect(await code('convertQuote', { ...pair, ...xp, from_amount: '5' })).toEqual([404, 'CURRENCY_NOT_FOUND'])
  expect(await code('convertQuote', { ...pair, from_amount: '1000000000001' })).toEqual([400, 'INSUFFICIENT_BALANCE'])
  expect(await code('convertQuote', { ...pair, to_currency_id: 99, from_amount: '5' })).toEqual([
    404,
    'CURRENCY_NOT_FOUND',
  ])
  expect(await code('convertQuote', { ...pair, to_currency_id: 4, from_amount: '500' })).toEqual([409, 'NO_LIQUIDITY'])
  expect(await code('convert', {})).toEqual([422, 'INVALID_REQUEST'])
  expect(await code('convert', { ...pair, amount: '5' })).toEqual([422, 'INVALID_REQUEST'])
  expect(await code('convert', { ...pair, quote_id: randomUUID(), amount: '5', min_to_amount: '1' })).toEqual([
    422,
    'INVALID_REQUEST',
  ])
  expect(await code('convert', { ...pair, amount: '5', min_to_amount: '0' })).toEqual([422, 'INVALID_REQUEST'])
  expect(await code('convert', { ...pair, amount: '5', min_to_amount: '1x' })).toEqual([400, 'INVALID_NUMBER'])
  expect(await server().stateHash()).toBe(before)
})
