/** Order and trade history of a user over the socket and HTTP, page by page. */

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { FillsPage } from '../../../src/contract/orders/views.ts'
import { HISTORY_PAGE_SIZE } from '../../../src/contract/socket.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { type SocketClient, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const DOGE = 7

const place = async (me: SocketClient, terms: object) => {
  me.send(`place_order/${JSON.stringify({ client_order_id: randomUUID(), pair_id: DOGE, ...terms })}`)
  return (await me.next('order_accepted')).data
}
const rest = (me: SocketClient) => place(me, { side: 'buy', type: 'limit', price: '0.08', volume: '100' })

/** Resolves when the order is cancelled. */
async function cancel(me: SocketClient, uuid: string): Promise<void> {
  me.send(`cancel_order/${uuid}`)
  for (;;) {
    const { data } = await me.next('order_update')
    if (data.uuid === uuid && data.status === 'cancelled') return
  }
}

async function openUserSocket(): Promise<{ me: SocketClient; access: string }> {
  const { access } = await server().signUp()
  return { me: await server().openSocket(DOGE, access), access }
}

test('The order history lists closed orders in pages, newest first, immediately after they close', async () => {
  const { me } = await openUserSocket()
  const closed: string[] = []
  for (let count = 0; count <= HISTORY_PAGE_SIZE; count++) {
    const { uuid } = await rest(me)
    await cancel(me, uuid)
    me.send('get_order_history/1')
    const { page, data } = await me.next('order_history')
    expect([page, data[0]?.uuid, data[0]?.status]).toEqual([1, uuid, 'cancelled'])
    closed.unshift(uuid)
  }
  await rest(me)
  me.send('get_order_history/1')
  const first = await me.next('order_history')
  me.send('get_order_history/2')
  const second = await me.next('order_history')
  expect([first.next, second.next, second.page]).toEqual([true, false, 2])
  expect([...first.data, ...second.data].map(({ uuid }) => uuid)).toEqual(closed)
  me.send('get_order_history/99999')
  expect(await me.next('order_history')).toMatchObject({ page: 99_999, next: false, data: [] })
  me.send('cancel_all_orders/all')
})

test('The trade history lists the own side of each fill in pages, newest first, also over HTTP', async () => {
  const [ann, bob] = [await openUserSocket(), await openUserSocket()]
  await server().placeSellOrder(DOGE, '0.1', '5000')
  const stock = await place(ann.me, { side: 'buy', type: 'market', volume: '5000' })
  const sold = await place(ann.me, { side: 'sell', type: 'limit', price: '0.09', volume: '2000' })
  const bought: string[] = []
  for (let count = 0; count <= HISTORY_PAGE_SIZE; count++)
    bought.unshift((await place(bob.me, { side: 'buy', type: 'limit', price: '0.09', volume: '100' })).uuid)

  bob.me.send('get_user_trades/1')
  const first = await bob.me.next('user_trades')
  bob.me.send('get_user_trades/2')
  const second = await bob.me.next('user_trades')
  expect([first.page, first.next, second.page, second.next]).toEqual([1, true, 2, false])
  const own = [...first.data, ...second.data]
  expect(own.map(({ order_uuid }) => order_uuid)).toEqual(bought)
  const common = { pair_id: DOGE, pair_symbol: 'DOGE/USDT', price: '0.09', volume: '100', total: '9' }
  expect(own[0]).toEqual({
    ...common,
    trade_id: expect.any(Number),
    order_uuid: bought[0],
    side: 'buy',
    role: 'taker',
    fee: '0.1',
    fee_currency: 'DOGE',
    time: expect.any(Number),
  })

  ann.me.send('get_user_trades/1')
  const theirs = (await ann.me.next('user_trades')).data
  expect(theirs[0]).toMatchObject({
    ...common,
    order_uuid: sold.uuid,
    side: 'sell',
    role: 'maker',
    fee_currency: 'USDT',
  })
  expect(theirs.map(({ trade_id }) => trade_id)).toEqual(first.data.map(({ trade_id }) => trade_id))

  const read = async (query: string) =>
    (await server().request<FillsPage>('GET', `${api.fills.path}?${query}`, { access: ann.access })).body
  expect(await read('')).toEqual({ fills: theirs, next: true })
  const last = await read('offset=11&limit=1')
  expect(last).toMatchObject({ fills: [{ order_uuid: stock.uuid, price: '0.1', total: '500' }], next: false })
  expect(await read('pair_id=1')).toEqual({ fills: [], next: false })
  expect(await read(`pair_id=${DOGE}&limit=100`)).toMatchObject({ next: false })
  ann.me.send('cancel_all_orders/all')
})

test('The history queries refuse guests and invalid page numbers', async () => {
  const guest = await server().openSocket(DOGE)
  const { me } = await openUserSocket()
  for (const name of ['get_order_history', 'get_user_trades']) {
    guest.send(`${name}/1`)
    expect(await guest.next('error')).toMatchObject({ code: 'UNAUTHORIZED_TRADE' })
    for (const page of ['', '0', '-1', '1.5', '100000', 'x', '1/2']) {
      me.send(`${name}/${page}`)
      expect(await me.next('error')).toMatchObject({ code: 'UNKNOWN_COMMAND', detail: expect.stringContaining(name) })
    }
  }
})

test('A history query answers UNAVAILABLE if the database connection fails, and the socket stays open', async () => {
  const { me } = await openUserSocket()
  const database = await openDatabase({ dataDir: '', databaseUrl: server().databaseUrl, log: quiet })
  const client = await database.connect()
  await client.query('begin; lock table orders in access exclusive mode')
  me.send('get_order_history/1')
  // Not from pg_stat_activity: a transaction sees its first content until it ends.
  const end = `select pg_terminate_backend(pid) from pg_locks
    where not granted and database = (select oid from pg_database where datname = current_database())`
  for (; !me.messages.some(({ type }) => type === 'error'); await sleep(5)) await client.query(end)
  expect((await me.next('error')).code).toBe('UNAVAILABLE')
  await client.query('rollback')
  me.send('get_order_history/1')
  expect((await me.next('order_history')).data).toEqual([])
  await client.end()
  await database.close()
})
