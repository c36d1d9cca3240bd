import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import type { OrdersPage, OrderView } from '../../../src/contract/orders/views.ts'
import type { AssetView } from '../../../src/contract/portfolio/views.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()

const DOGE = 7
const place = (access: string, body: object) =>
  server().request<OrderView & ErrorBody>('POST', api.placeOrder.path, {
    body: { client_order_id: randomUUID(), ...body },
    access,
  })
const cancel = (access: string, uuid: string) =>
  server().request<OrderView & ErrorBody>('DELETE', `/api/orders/${uuid}/`, { access })
const list = async (access: string, query = '') =>
  (await server().request<OrdersPage>('GET', `${api.orders.path}${query}`, { access })).body
const usdt = async (access: string) => {
  const { body } = await server().request<AssetView[]>('GET', api.assets.path, { access })
  return body.find(({ currency }) => currency.symbol === 'USDT')
}
const buy = (price: string, volume: string) => ({ pair_id: DOGE, side: 'buy', type: 'limit', price, volume })
const sell = (price: string, volume: string) => ({ pair_id: DOGE, side: 'sell', type: 'limit', price, volume })

const signUp = async (): Promise<string> => (await server().signUp()).access

test('A cancelled order is listed as closed and its funds are released', async () => {
  const access = await signUp()
  const placed = await place(access, { client_order_id: 'mine-1', ...buy('0.08', '100') })
  expect(placed.status).toBe(200)
  expect(placed.body).toMatchObject({
    client_order_id: 'mine-1',
    status: 'open',
    price: '0.08',
    volume: '100',
    total: '8',
  })
  expect(await usdt(access)).toMatchObject({ balance: '9992', frozen_balance: '8' })
  expect((await list(access, '?status=open')).orders).toEqual([placed.body])
  const cancelled = await cancel(access, placed.body.uuid)
  expect(cancelled.body).toMatchObject({ uuid: placed.body.uuid, status: 'cancelled' })
  expect(await usdt(access)).toMatchObject({ balance: '10000', frozen_balance: '0' })
  expect((await list(access, '?status=closed')).orders).toEqual([cancelled.body])
  expect(await cancel(access, placed.body.uuid)).toMatchObject({ status: 404, body: { code: 'ORDER_NOT_FOUND' } })
})

test('A repeated order request returns the current order: open, filled or cancelled', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const input = { client_order_id: 'once', ...buy('0.09', '100') }
  const first = await place(ann, input)
  expect((await place(ann, input)).body).toEqual(first.body)
  await buyStock(bob)
  expect((await place(bob, sell('0.09', '100'))).body.status).toBe('filled')
  const again = await place(ann, input)
  expect(again).toMatchObject({ status: 200, body: { uuid: first.body.uuid, status: 'filled', filled_volume: '100' } })
  expect((await list(ann)).orders).toHaveLength(1)
  const other = { client_order_id: 'twice', ...buy('0.08', '100') }
  const { body } = await place(ann, other)
  await cancel(ann, body.uuid)
  expect((await place(ann, other)).body).toMatchObject({ uuid: body.uuid, status: 'cancelled' })
})

test('A repeated order request returns the same refusal', async () => {
  const access = await signUp()
  const input = { client_order_id: 'too-much', ...buy('0.09', '1000000') }
  const refused = await place(access, input)
  expect(refused).toMatchObject({ status: 400, body: { code: 'INSUFFICIENT_BALANCE' } })
  expect((await place(access, input)).body).toEqual(refused.body)
})

test('A client order id cannot be reused for another order, but another user can use it', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  expect((await place(ann, { client_order_id: 'x', ...buy('0.08', '100') })).status).toBe(200)
  const reused = await place(ann, { client_order_id: 'x', ...buy('0.08', '101') })
  expect(reused).toMatchObject({ status: 409, body: { code: 'CLIENT_ID_REUSED' } })
  expect((await place(bob, { client_order_id: 'x', ...buy('0.08', '101') })).status).toBe(200)
})

test('Twenty concurrent equal order requests create one order', async () => {
  const access = await signUp()
  const input = { client_order_id: 'at-once', ...buy('0.08', '100') }
  const replies = await Promise.all(Array.from({ length: 20 }, () => place(access, input)))
  expect(new Set(replies.map(({ body }) => body.uuid)).size).toBe(1)
  expect((await usdt(access))?.frozen_balance).toBe('8')
})

test('A user cannot list or cancel the order of another user', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  const { body } = await place(ann, buy('0.08', '100'))
  expect(await cancel(bob, body.uuid)).toMatchObject({ status: 404, body: { code: 'ORDER_NOT_FOUND' } })
  expect((await list(bob)).orders).toEqual([])
  expect((await list(ann, '?status=open')).orders).toEqual([body])
})

test('The order list is paged, newest first, and filtered by status and pair', async () => {
  const access = await signUp()
  const uuids: string[] = []
  for (let count = 0; count < 5; count++) uuids.unshift((await place(access, buy('0.08', '100'))).body.uuid)
  const other = (await place(access, { ...buy('60000', '0.001'), pair_id: 1 })).body.uuid
  for (const status of ['open', 'all']) {
    const page = await list(access, `?status=${status}&pair_id=${DOGE}&offset=1&limit=2`)
    expect(page).toMatchObject({ next: true })
    expect(page.orders.map(({ uuid }) => uuid)).toEqual(uuids.slice(1, 3))
    const last = await list(access, `?status=${status}&pair_id=${DOGE}&offset=3&limit=2`)
    expect(last).toMatchObject({ next: false })
    expect(last.orders.map(({ uuid }) => uuid)).toEqual(uuids.slice(3))
  }
  expect((await list(access)).orders.map(({ uuid }) => uuid)).toEqual([other, ...uuids])
  expect((await list(access, '?status=closed')).orders).toEqual([])
})

test('A market order is filled immediately, and the maker and taker views agree', async () => {
  const [ann, bob] = [await signUp(), await signUp()]
  await buyStock(bob)
  await place(bob, sell('0.1', '200'))
  const { body } = await place(ann, { pair_id: DOGE, side: 'buy', type: 'market', total: '10' })
  expect(body).toMatchObject({
    status: 'filled',
    filled_volume: '100',
    filled_total: '10',
    avg_price: '0.1',
    fee: '0.1',
  })
  const [theirs] = (await list(bob, '?status=open')).orders
  expect(theirs).toMatchObject({ status: 'partially_filled', filled_volume: '100', filled_total: '10', fee: '0.01' })
  await cancel(bob, theirs?.uuid ?? '')
})

test.each([
  [{ ...buy('0.08', '100'), pair_id: 999 }, 404, 'PAIR_NOT_FOUND'],
  [buy('0.080000001', '100'), 400, 'PRICE_TICK'],
  [buy('0.08', '1.5'), 400, 'LOT_STEP'],
  [buy('0.08', '1'), 400, 'MIN_NOTIONAL'],
  [buy('0.08', '1000000000001'), 400, 'MAX_AMOUNT'],
  [buy('0.08', '9'.repeat(18)), 400, 'MAX_AMOUNT'],
  [buy('9', '100'), 400, 'PRICE_BAND'],
  [sell('0.11', '100'), 400, 'INSUFFICIENT_BALANCE'],
  [{ pair_id: DOGE, side: 'buy', type: 'limit', volume: '100' }, 400, 'REQUIRED_PRICE'],
  [{ ...buy('0.08', '100'), time_in_force: 'FOK' }, 409, 'FOK_NOT_FILLABLE'],
  [{ ...buy('0.08', '1e2') }, 400, 'INVALID_NUMBER'],
])('The order %o is refused with %i %s', async (input, status, code) => {
  const access = await signUp()
  const before = await server().stateHash()
  expect(await place(access, input)).toMatchObject({ status, body: { code, detail: expect.any(String) } })
  expect(await server().stateHash()).toBe(before)
})

/** Places a sell order and buys it, so that the user has coins to sell. */
async function buyStock(access: string): Promise<void> {
  await server().placeSellOrder(DOGE, '0.1', '1000')
  const { body } = await place(access, { pair_id: DOGE, side: 'buy', type: 'market', volume: '1000' })
  expect(body.status).toBe('filled')
}
