/** A user's own past over the socket, page by page, and by HTTP where that has the same. */

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import { PAST_PAGE } from '../../src/contract/socket.ts'
import type { FillsPage } from '../../src/contract/views.ts'
import { openDatabase } from '../../src/server/postgres/database.ts'
import { house, type Listener } from './exchange-world.ts'
import { quiet } from './quiet.ts'

const home = house()
const DOGE = 7

const place = async (me: Listener, wish: object) => {
  me.say(`place_order/${JSON.stringify({ client_order_id: randomUUID(), pair_id: DOGE, ...wish })}`)
  return (await me.next('order_accepted')).data
}
const rest = (me: Listener) => place(me, { side: 'buy', type: 'limit', price: '0.08', volume: '100' })

/** Resolves when it is answered. */
async function cancel(me: Listener, uuid: string): Promise<void> {
  me.say(`cancel_order/${uuid}`)
  for (;;) {
    const { data } = await me.next('order_update')
    if (data.uuid === uuid && data.status === 'cancelled') return
  }
}

async function signedIn(): Promise<{ me: Listener; access: string }> {
  const { access } = await home().signUp()
  return { me: await home().join(DOGE, access), access }
}

test('closed orders come in pages, newest first, as soon as they are closed', async () => {
  const { me } = await signedIn()
  const closed: string[] = []
  for (let count = 0; count <= PAST_PAGE; count++) {
    const { uuid } = await rest(me)
    await cancel(me, uuid)
    me.say('get_order_history/1')
    const { page, data } = await me.next('order_history')
    expect([page, data[0]?.uuid, data[0]?.status]).toEqual([1, uuid, 'cancelled'])
    closed.unshift(uuid)
  }
  await rest(me)
  me.say('get_order_history/1')
  const first = await me.next('order_history')
  me.say('get_order_history/2')
  const second = await me.next('order_history')
  expect([first.next, second.next, second.page]).toEqual([true, false, 2])
  expect([...first.data, ...second.data].map(({ uuid }) => uuid)).toEqual(closed)
  me.say('get_order_history/99999')
  expect(await me.next('order_history')).toMatchObject({ page: 99_999, next: false, data: [] })
  me.say('cancel_all_orders/all')
})

test('fills come in pages, newest first, to each party its own part, and the same by HTTP', async () => {
  const [ann, bob] = [await signedIn(), await signedIn()]
  await home().offer(DOGE, '0.1', '5000')
  const stock = await place(ann.me, { side: 'buy', type: 'market', volume: '5000' })
  const sold = await place(ann.me, { side: 'sell', type: 'limit', price: '0.09', volume: '2000' })
  const bought: string[] = []
  for (let count = 0; count <= PAST_PAGE; count++)
    bought.unshift((await place(bob.me, { side: 'buy', type: 'limit', price: '0.09', volume: '100' })).uuid)

  bob.me.say('get_user_trades/1')
  const first = await bob.me.next('user_trades')
  bob.me.say('get_user_trades/2')
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

  ann.me.say('get_user_trades/1')
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
    (await home().ask<FillsPage>('GET', `${api.fills.path}?${query}`, { access: ann.access })).body
  expect(await read('')).toEqual({ fills: theirs, next: true })
  const last = await read('offset=11&limit=1')
  expect(last).toMatchObject({ fills: [{ order_uuid: stock.uuid, price: '0.1', total: '500' }], next: false })
  expect(await read('pair_id=1')).toEqual({ fills: [], next: false })
  expect(await read(`pair_id=${DOGE}&limit=100`)).toMatchObject({ next: false })
  ann.me.say('cancel_all_orders/all')
})

test('a guest has no past, and a page is a number', async () => {
  const guest = await home().join(DOGE)
  const { me } = await signedIn()
  for (const name of ['get_order_history', 'get_user_trades']) {
    guest.say(`${name}/1`)
    expect(await guest.next('error')).toMatchObject({ code: 'UNAUTHORIZED_TRADE' })
    for (const page of ['', '0', '-1', '1.5', '100000', 'x', '1/2']) {
      me.say(`${name}/${page}`)
      expect(await me.next('error')).toMatchObject({ code: 'UNKNOWN_COMMAND', detail: expect.stringContaining(name) })
    }
  }
})

test('a database that fails in the middle of a page is said so, and the socket stays', async () => {
  const { me } = await signedIn()
  const database = await openDatabase({ dataDir: '', databaseUrl: home().databaseUrl, log: quiet })
  const client = await database.connect()
  await client.query('begin; lock table orders in access exclusive mode')
  me.say('get_order_history/1')
  // While a statement is only being read, the text shown is still that of the one before it.
  const end = "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'"
  for (; !me.heard.some(({ type }) => type === 'error'); await sleep(5)) await client.query(end)
  expect((await me.next('error')).code).toBe('UNAVAILABLE')
  await client.query('rollback')
  me.say('get_order_history/1')
  expect((await me.next('order_history')).data).toEqual([])
  await client.end()
  await database.close()
})
