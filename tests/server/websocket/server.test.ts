import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { OrderView } from '../../../src/contract/orders/views.ts'
import type { AssetView } from '../../../src/contract/portfolio/views.ts'
import type { ServerMessage } from '../../../src/contract/socket.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { openSocketClient, type SocketClient, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer({ SOCKET_ACCESS_TOKEN: 'off' })

const DOGE = 7
const limit = (side: 'buy' | 'sell', price: string, volume: string) => ({
  client_order_id: randomUUID(),
  pair_id: DOGE,
  side,
  type: 'limit',
  price,
  volume,
})
const order = (listener: SocketClient, request: object): void => listener.send(`place_order/${JSON.stringify(request)}`)
const socketOf = (token: string, pair: string | number = DOGE): string =>
  `${server().address}/ws/charts/${pair}/${token}/`
const ticketFor = async (access: string): Promise<string> =>
  (await server().request<{ ticket: string }>('POST', api.socketTicket.path, { body: {}, access })).body.ticket
const connectStatus = (address: string, options = {}): Promise<string> =>
  openSocketClient(address, options).then(
    ({ socket }) => {
      socket.terminate()
      return 'open'
    },
    (error: Error) => /\d{3}/.exec(error.message)?.[0] ?? error.message,
  )

test('A socket ticket opens one socket within 30 s', async () => {
  const { access } = await server().signUp()
  const ticket = await ticketFor(access)
  const socket = await openSocketClient(socketOf(`Bearer_${ticket}`))
  socket.send('get_assets')
  expect((await socket.next('assets')).data.length).toBeGreaterThan(0)
  expect(await connectStatus(socketOf(`Bearer_${ticket}`))).toBe('401')
  const bare = await ticketFor(access)
  expect(await connectStatus(socketOf(bare))).toBe('open')
  const late = await ticketFor(access)
  server().advanceClock(31_000)
  expect(await connectStatus(socketOf(`Bearer_${late}`))).toBe('401')
})

test('The WebSocket server refuses access tokens, refresh tokens and arbitrary text as tickets', async () => {
  const { access, refresh } = await server().signUp()
  for (const token of [access, refresh, 'x', 'unauthorized', '%00'])
    expect(await connectStatus(socketOf(`Bearer_${token}`))).toBe('401')
})

test('The WebSocket server accepts a pair by id or name and answers 404 for unknown pairs and paths', async () => {
  for (const pair of [DOGE, 'DOGE-USDT', 'doge-usdt'])
    expect(await connectStatus(socketOf('Unauthorized', pair))).toBe('open')
  for (const pair of [999, '__proto__', 'constructor', '-1', '1e1', '%2e'])
    expect(await connectStatus(socketOf('Unauthorized', pair))).toBe('404')
  expect(await connectStatus(`${server().address}/ws/charts/7/`)).toBe('404')
  expect(await connectStatus(`${server().address}/`)).toBe('404')
})

test('The WebSocket server refuses foreign origins and accepts its own origin and clients without one', async () => {
  const address = socketOf('Unauthorized')
  for (const origin of ['https://evil.example', 'null', 'file://', `http://${new URL(address).hostname}:1`])
    expect(await connectStatus(address, { origin })).toBe('403')
  expect(await connectStatus(address, { origin: server().address })).toBe('open')
})

test('A guest socket receives market data and no user data, and cannot trade', async () => {
  const guest = await server().openSocket(DOGE)
  expect((await guest.next('coin')).data.symbol).toBe('DOGE/USDT')
  for (const query of ['get_orderbook', 'get_price', 'get_assets', 'get_positions', 'get_open_orders'])
    guest.send(query)
  expect((await guest.next('orderbook')).data).toMatchObject({ buy: expect.any(Array), sell: expect.any(Array) })
  expect((await guest.next('price')).data).toMatch(/^\d/)
  for (const type of ['assets', 'positions', 'open_orders'] as const) expect((await guest.next(type)).data).toEqual([])
  const request = limit('buy', '0.08', '100')
  order(guest, request)
  expect(await guest.next('order_rejected')).toMatchObject({
    client_order_id: request.client_order_id,
    code: 'UNAUTHORIZED_TRADE',
  })
  guest.send(`cancel_order/${randomUUID()}`)
  expect(await guest.next('cancel_rejected')).toMatchObject({ code: 'UNAUTHORIZED_TRADE' })
})

test('Every socket of a user receives the acceptance, updates and cancellation of an order', async () => {
  const { access } = await server().signUp()
  const [one, other] = [await server().openSocket(DOGE, access), await server().openSocket(1, access)]
  const request = limit('buy', '0.08', '100')
  order(one, request)
  const { data } = await one.next('order_accepted')
  expect(data).toMatchObject({ client_order_id: request.client_order_id, status: 'open' })
  expect((await other.next('order_update')).data).toMatchObject({ uuid: data.uuid, status: 'open' })
  expect((await other.next('balance_change')).data).toMatchObject({ balance: '9992', frozen_balance: '8' })
  order(one, request)
  expect((await one.next('order_accepted')).data.uuid).toBe(data.uuid)
  other.send(`cancel_order/${data.uuid}`)
  expect((await one.next('order_update')).data.status).toBe('open')
  expect((await one.next('order_update')).data).toMatchObject({ uuid: data.uuid, status: 'cancelled' })
  other.send(`cancel_order/${data.uuid}`)
  expect(await other.next('cancel_rejected')).toMatchObject({ uuid: data.uuid, code: 'ORDER_NOT_FOUND' })
  for (const price of ['0.08', '0.081']) order(one, limit('buy', price, '100'))
  await one.next('order_accepted')
  await one.next('order_accepted')
  one.send('cancel_all_orders/all')
  expect(await one.next('orders_cancelled')).toMatchObject({ pair: 'all', count: 2 })
})

test('The WebSocket server answers malformed messages with an error and changes nothing', async () => {
  const { access } = await server().signUp()
  const me = await server().openSocket(DOGE, access)
  const before = await server().stateHash()
  order(me, { ...limit('buy', '0.08', '100'), client_order_id: 'a', volume: 100 })
  expect(await me.next('order_rejected')).toMatchObject({ client_order_id: 'a', code: 'INVALID_REQUEST' })
  order(me, { ...limit('buy', '1e-2', '100'), client_order_id: 'b' })
  expect(await me.next('order_rejected')).toMatchObject({ client_order_id: 'b', code: 'INVALID_NUMBER' })
  const malformed = [
    '',
    '/',
    'hello',
    'place_order',
    'place_order/',
    'place_order/{',
    'place_order/null',
    'place_order/[]',
  ]
  const more = ['cancel_all_orders/', 'cancel_all_orders/-1', '__proto__', 'constructor/x', '\u0000', '\ud800', '{}']
  for (const text of [...malformed, ...more]) {
    me.send(text)
    expect(await me.next('error')).toMatchObject({ code: 'UNKNOWN_COMMAND', detail: expect.any(String) })
  }
  me.send('ping')
  expect((await me.next('pong')).server_time).toBeGreaterThan(0)
  expect(await server().stateHash()).toBe(before)
})

const PUBLIC: ReadonlySet<ServerMessage['type']> = new Set([
  'coin',
  'orderbook',
  'price',
  'price_change_24h',
  'volume_24h',
  'turnover_24h',
  'high_24h_price',
  'low_24h_price',
  'trades',
  'chart_data',
])

test('The WebSocket server sends private data only to its owner; the counterparty of a trade stays anonymous', async () => {
  const [ann, bob] = [await server().signUp(), await server().signUp()]
  const ids = await Promise.all(
    [ann, bob].map(
      async ({ access }) => (await server().request<ProfileView>('GET', api.profile.path, { access })).body.uuid,
    ),
  )
  const [seller, buyer] = [await server().openSocket(DOGE, ann.access), await server().openSocket(DOGE, bob.access)]
  const guest = await server().openSocket(DOGE)
  await server().placeSellOrder(DOGE, '0.1', '12345')
  order(seller, { client_order_id: 'ann-stock', pair_id: DOGE, side: 'buy', type: 'market', volume: '12345' })
  expect((await seller.next('order_accepted')).data.status).toBe('filled')
  order(seller, { ...limit('sell', '0.0987', '4321'), client_order_id: 'ann-sells' })
  const rest = (await seller.next('order_accepted')).data
  order(buyer, { ...limit('buy', '0.0987', '1111'), client_order_id: 'bob-buys' })
  const bought = (await buyer.next('order_accepted')).data
  expect(bought).toMatchObject({ status: 'filled', filled_volume: '1111' })
  await eventually(() => lastUpdateOf(seller.messages, rest.uuid)?.filled_volume === '1111')
  await sleep(250)
  const text = (listener: SocketClient): string => JSON.stringify(listener.messages)
  const [annReceived, bobReceived, guestReceived] = [text(seller), text(buyer), text(guest)]
  // The book is public; the owner of an order and their balances are not.
  for (const secret of [ids[0], 'ann-', rest.uuid, ...(await balances(ann.access))])
    expect(bobReceived).not.toContain(secret)
  for (const secret of [ids[1], 'bob-', bought.uuid, ...(await balances(bob.access))])
    expect(annReceived).not.toContain(secret)
  for (const secret of [...ids, 'ann-', 'bob-', rest.uuid, bought.uuid]) expect(guestReceived).not.toContain(secret)
  const kinds = new Set(guest.messages.map(({ type }) => type))
  expect([...kinds].filter((type) => !PUBLIC.has(type))).toEqual([])
  buyer.send(`cancel_order/${rest.uuid}`)
  expect(await buyer.next('cancel_rejected')).toMatchObject({ code: 'ORDER_NOT_FOUND' })
  seller.send(`cancel_order/${rest.uuid}`)
  await eventually(() => lastUpdateOf(seller.messages, rest.uuid)?.status === 'cancelled')
})

test('Order book messages have a non-decreasing seq, come at most ten times a second and end with the current book', async () => {
  const { access } = await server().signUp()
  const [me, guest] = [await server().openSocket(DOGE, access), await server().openSocket(DOGE)]
  const started = performance.now()
  for (let count = 0; count < 30; count++) {
    order(me, limit('buy', '0.07', '100'))
    await me.next('order_accepted')
  }
  await sleep(300)
  const books = guest.messages.filter((message) => message.type === 'orderbook')
  const seqs = books.map(({ seq }) => seq)
  expect(seqs).toEqual(seqs.toSorted((a, b) => a - b))
  expect(books.length).toBeLessThanOrEqual((performance.now() - started) / 100 + 1)
  expect(books.at(-1)?.data.buy).toContainEqual(['0.07', '3000', '210'])
  me.send('cancel_all_orders/all')
  await me.next('orders_cancelled')
})

test('The WebSocket server closes a socket that sends a binary message or one that is too long', async () => {
  const long = await server().openSocket(DOGE)
  long.send('x'.repeat(20_000))
  expect(await long.closed).toBe(1009)
  const binary = await server().openSocket(DOGE)
  binary.socket.send(Buffer.from('ping'))
  expect(await binary.closed).toBe(1003)
})

test('The WebSocket server disconnects a client that does not read', async () => {
  const { access } = await server().signUp()
  const ticket = await ticketFor(access)
  const { hostname, port } = new URL(server().address)
  const stream = connect(Number(port), hostname)
  stream.on('error', () => undefined)
  const head = ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13', `Host: ${hostname}:${port}`]
  const key = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='
  stream.write(`GET /ws/charts/7/Bearer_${ticket}/ HTTP/1.1\r\n${[...head, key].join('\r\n')}\r\n\r\n`)
  await new Promise((resolve) => stream.once('data', resolve))
  stream.pause()
  const closed = new Promise((resolve) => stream.once('close', resolve))
  // A client frame whose mask is zero. Each query is answered with about 2,500 bytes.
  const query = Buffer.from('get_assets')
  const frame = Buffer.concat([Buffer.from([0x81, 0x80 | query.length, 0, 0, 0, 0]), query])
  const queries = Buffer.concat(Array.from({ length: 500 }, () => frame))
  for (let turn = 0; turn < 40 && !stream.destroyed; turn++) {
    stream.write(queries)
    await sleep(20)
  }
  stream.resume()
  await closed
  const other = await server().openSocket(DOGE, access)
  other.send('ping')
  await other.next('pong')
})

async function balances(access: string): Promise<string[]> {
  const { body } = await server().request<AssetView[]>('GET', api.assets.path, { access })
  const found = body.map(({ balance }) => `"${balance}"`).filter((balance) => balance !== '"0"')
  expect(found).toHaveLength(2)
  return found
}

const lastUpdateOf = (messages: readonly ServerMessage[], uuid: string): OrderView | undefined =>
  messages
    .flatMap((message) => (message.type === 'order_update' && message.data.uuid === uuid ? message.data : []))
    .at(-1)
