/** Trades in the history: one row for each closed order that has filled something, read from the orders. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { OrderView } from '../../../src/contract/orders/views.ts'
import type { TransactionDetailView, TransactionView } from '../../../src/contract/transactions/views.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { createEarner, type Earner } from '../../fixtures/earner.ts'
import { placeLimitOrder } from '../../fixtures/place-order.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const USDT = 1

/** Buys 100 DOGE from two orders, at 0.1 and 0.104. */
async function buyTwice(user: Earner): Promise<OrderView> {
  await server().placeSellOrder(7, '0.1', '40')
  await server().placeSellOrder(7, '0.104', '60')
  const body = { client_order_id: randomUUID(), pair_id: 7, side: 'buy', type: 'market', volume: '100' }
  return (await server().request<OrderView>('POST', api.placeOrder.path, { access: user.access(), body })).body
}

const rowsOf = async (user: Earner, query: string) => (await user.get('transactions', query)).history
const uuidsOf = (rows: readonly TransactionView[]) => rows.map(({ uuid }) => uuid)
const currencyOf = async (user: Earner, symbol: string): Promise<number | undefined> =>
  (await user.get('currencies')).find((currency) => currency.symbol === symbol)?.id

test('A market order is one row: what it paid, what it received net of the fee, its average price and its fills', async () => {
  const ann = await createEarner(server())
  const order = await buyTwice(ann)
  const rows = await rowsOf(ann, '?type_=trade')
  expect(rows).toMatchObject([
    {
      uuid: order.uuid,
      type: 'trade',
      status: 'completed',
      currency_symbol: 'USDT',
      amount: '10.24',
      fee: '0.1',
      fee_symbol: 'DOGE',
      to_currency_symbol: 'DOGE',
      to_amount: '99.9',
      rate: null,
      order: { pair_symbol: 'DOGE/USDT', side: 'buy', type: 'market', price: '0.1024' },
      reason: 'Bought DOGE at 0.1024 USDT (market order)',
      created_at: order.updated_at,
    },
  ])
  const path = `${api.transactions.path}${order.uuid}/`
  const { body } = await server().request<TransactionDetailView>('GET', path, { access: ann.access() })
  expect(body).toMatchObject({ ...rows[0], timeline: [] })
  expect(body.fills.map(({ price, volume }) => [price, volume])).toEqual([
    ['0.104', '60'],
    ['0.1', '40'],
  ])
  const bob = await createEarner(server())
  expect((await server().request('GET', path, { access: bob.access() })).status).toBe(404)
  expect((await rowsOf(bob, '?type_=all')).map(({ type }) => type)).toEqual(['welcome'])
})

test('A limit order is a row when it is closed: what a cancelled one has filled, and nothing of one without a fill', async () => {
  const [ann, bob] = [await createEarner(server()), await createEarner(server())]
  await buyTwice(bob)
  await placeLimitOrder(server(), ann.access(), 'buy', '0.11', '50')
  await placeLimitOrder(server(), bob.access(), 'sell', '0.11', '20')
  expect(await rowsOf(ann, '?type_=trade')).toEqual([])
  await placeLimitOrder(server(), ann.access(), 'buy', '0.05', '50')
  const { orders } = await ann.get('orders', '?status=open')
  for (const { uuid } of orders) await server().request('DELETE', `/api/orders/${uuid}/`, { access: ann.access() })
  expect(await rowsOf(ann, '?type_=trade')).toMatchObject([
    { amount: '2.2', to_amount: '19.98', order: { side: 'buy', type: 'limit', price: '0.11' } },
  ])
  expect((await rowsOf(bob, '?type_=trade'))[0]).toMatchObject({
    currency_symbol: 'DOGE',
    amount: '20',
    to_currency_symbol: 'USDT',
    to_amount: '2.1978',
    fee: '0.0022',
    order: { side: 'sell', price: '0.11' },
  })
})

test('All rows are one list, newest first, by coin and time, in pages; without a type it is that of the deposits', async () => {
  const ann = await createEarner(server())
  await ann.get('claimDaily')
  const trades: OrderView[] = []
  for (let count = 0; count < 3; count++) {
    await ann.wait(60_000)
    trades.push(await buyTwice(ann))
  }
  const newestFirst = trades.map(({ uuid }) => uuid).toReversed()
  const all = await rowsOf(ann, '?type_=all')
  expect(all.map(({ type }) => type)).toEqual(['trade', 'trade', 'trade', 'reward', 'welcome'])
  expect(uuidsOf(all).slice(0, 3)).toEqual(newestFirst)
  expect(await rowsOf(ann, '')).toEqual([])

  const doge = await currencyOf(ann, 'DOGE')
  expect(uuidsOf(await rowsOf(ann, `?type_=all&currency_id=${doge}`))).toEqual(newestFirst)
  const ofUsdt = [...newestFirst, all.at(-1)?.uuid]
  expect(uuidsOf(await rowsOf(ann, `?type_=all&currency_id=${USDT}`))).toEqual(ofUsdt)
  expect(await rowsOf(ann, '?type_=trade&currency_id=2')).toEqual([])

  const middle = trades[1]?.updated_at ?? ''
  const since = await rowsOf(ann, `?type_=all&since=${middle}`)
  const until = await rowsOf(ann, `?type_=all&until=${middle}`)
  expect(uuidsOf([...since, ...until])).toEqual(uuidsOf(all))
  expect(uuidsOf(since)).toEqual(newestFirst.slice(0, 2))
  expect((await ann.ask('transactions', '?type_=all&since=yesterday')).status).toBe(422)

  expect(uuidsOf(await readOneByOne(ann, '?type_=all'))).toEqual(uuidsOf(all))
})

/** All rows of a filter, read one by one. */
async function readOneByOne(user: Earner, query: string): Promise<readonly TransactionView[]> {
  const rows: TransactionView[] = []
  for (let before = ''; ; ) {
    const page: { history: readonly TransactionView[]; next: boolean } = await user.get(
      'transactions',
      `${query}&limit=1${before}`,
    )
    rows.push(...page.history)
    const last = rows.at(-1)
    if (!page.next || last === undefined) return rows
    before = `&before=${last.created_at},${last.uuid}`
  }
}

test('What happened later in the same millisecond comes first, and each row is on one page of one', async () => {
  const [ann, bob] = [await createEarner(server()), await createEarner(server())]
  await buyTwice(bob)
  // The first command of all closes last but one.
  await placeLimitOrder(server(), ann.access(), 'buy', '0.09', '50')
  const first = await buyTwice(ann)
  await ann.get('claimDaily')
  await placeLimitOrder(server(), bob.access(), 'sell', '0.09', '50')
  const last = await buyTwice(ann)
  await rowsOf(ann, '?type_=all')
  const database = await openDatabase({ dataDir: '', databaseUrl: server().databaseUrl, log: quiet })
  const now = server().now()
  await database.pool.query('update orders set updated_at = $2 where user_id = $1', [ann.user, now])
  await database.pool.query('update transactions set at = $2 where user_id = $1', [ann.user, now])
  await database.close()
  const rows = await rowsOf(ann, '?type_=all')
  expect(new Set(rows.map(({ created_at }) => created_at)).size).toBe(1)
  expect(rows.map(({ type, order }) => order?.type ?? type)).toEqual(['market', 'limit', 'reward', 'market', 'welcome'])
  expect([rows[0]?.uuid, rows[3]?.uuid]).toEqual([last.uuid, first.uuid])
  expect(uuidsOf(await readOneByOne(ann, '?type_=all'))).toEqual(uuidsOf(rows))
  const trades = rows.filter(({ type }) => type === 'trade')
  expect(uuidsOf(await readOneByOne(ann, '?type_=trade'))).toEqual(uuidsOf(trades))
})

test('A forged order with a time that no date has, or of an unknown pair, is left out and hides no other row', async () => {
  const ann = await createEarner(server())
  const order = await buyTwice(ann)
  const uuids = uuidsOf(await rowsOf(ann, '?type_=all'))
  expect(uuids[0]).toBe(order.uuid)
  const database = await openDatabase({ dataDir: '', databaseUrl: server().databaseUrl, log: quiet })
  for (const [id, pair, at] of [
    [900_001, 7, 8_640_000_000_000_001],
    [900_002, 999, server().now()],
  ])
    await database.pool.query(
      `insert into orders (id, user_id, pair_id, side, type, time_in_force, post_only, filled, filled_total, status,
        created_at, updated_at)
      values ($1, $2, $3, 'buy', 'market', 'IOC', false, 1, 1, 'filled', $4, $4)`,
      [id, ann.user, pair, at],
    )
  await database.close()
  expect(uuidsOf(await rowsOf(ann, '?type_=all'))).toEqual(uuids)
  expect((await ann.get('exportTransactions', '?type_=trade')).rows).toBe(1)
})

test('The CSV files of trades and of everything have the trades', async () => {
  const ann = await createEarner(server())
  await ann.get('claimDaily')
  await buyTwice(ann)
  const trades = await ann.get('exportTransactions', '?type_=trade')
  expect([trades.file_name, trades.rows, trades.total]).toEqual(['history-trade.csv', 1, 1])
  expect(trades.csv).toContain(',trade,completed,USDT,10.24,0.1,DOGE,99.9,DOGE,')
  const all = await ann.get('exportTransactions', '?type_=all')
  expect([all.file_name, all.rows, all.csv.split('\r\n').length]).toEqual(['history-all.csv', 3, 5])
})
