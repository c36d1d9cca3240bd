import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { ServerMessage } from '../../src/contract/socket.ts'
import type { AssetView, OrderView, ProfileView } from '../../src/contract/views.ts'
import { house, type Listener, listen } from './exchange-world.ts'

const home = house({ SOCKET_ACCESS_TOKEN: 'off' })

const DOGE = 7
const limit = (side: 'buy' | 'sell', price: string, volume: string) => ({
  client_order_id: randomUUID(),
  pair_id: DOGE,
  side,
  type: 'limit',
  price,
  volume,
})
const order = (listener: Listener, wish: object): void => listener.say(`place_order/${JSON.stringify(wish)}`)
const socketOf = (token: string, pair: string | number = DOGE): string =>
  `${home().address}/ws/charts/${pair}/${token}/`
const ticketFor = async (access: string): Promise<string> =>
  (await home().ask<{ ticket: string }>('POST', api.socketTicket.path, { body: {}, access })).body.ticket
const turnedAway = (address: string, options = {}): Promise<string> =>
  listen(address, options).then(
    ({ socket }) => {
      socket.terminate()
      return 'let in'
    },
    (error: Error) => /\d{3}/.exec(error.message)?.[0] ?? error.message,
  )

test('a ticket opens one socket, once, within 30 s', async () => {
  const { access } = await home().signUp()
  const ticket = await ticketFor(access)
  const socket = await listen(socketOf(`Bearer_${ticket}`))
  socket.say('get_assets')
  expect((await socket.next('assets')).data.length).toBeGreaterThan(0)
  expect(await turnedAway(socketOf(`Bearer_${ticket}`))).toBe('401')
  const bare = await ticketFor(access)
  expect(await turnedAway(socketOf(bare))).toBe('let in')
  const late = await ticketFor(access)
  home().later(31_000)
  expect(await turnedAway(socketOf(`Bearer_${late}`))).toBe('401')
})

test('nothing else opens one: an access token, a refresh token, a word', async () => {
  const { access, refresh } = await home().signUp()
  for (const token of [access, refresh, 'x', 'unauthorized', '%00'])
    expect(await turnedAway(socketOf(`Bearer_${token}`))).toBe('401')
})

test('a pair goes by its id or its name; one that is not listed, and any other address, is not found', async () => {
  for (const pair of [DOGE, 'DOGE-USDT', 'doge-usdt'])
    expect(await turnedAway(socketOf('Unauthorized', pair))).toBe('let in')
  for (const pair of [999, '__proto__', 'constructor', '-1', '1e1', '%2e'])
    expect(await turnedAway(socketOf('Unauthorized', pair))).toBe('404')
  expect(await turnedAway(`${home().address}/ws/charts/7/`)).toBe('404')
  expect(await turnedAway(`${home().address}/`)).toBe('404')
})

test('a page of somebody else is turned away, our own and no page at all are not', async () => {
  const address = socketOf('Unauthorized')
  for (const origin of ['https://evil.example', 'null', 'file://', `http://${new URL(address).hostname}:1`])
    expect(await turnedAway(address, { origin })).toBe('403')
  expect(await turnedAway(address, { origin: home().address })).toBe('let in')
})

test('a guest sees the market and nothing of anybody, and cannot trade', async () => {
  const guest = await home().join(DOGE)
  expect((await guest.next('coin')).data.symbol).toBe('DOGE/USDT')
  for (const question of ['get_orderbook', 'get_price', 'get_assets', 'get_positions', 'get_open_orders'])
    guest.say(question)
  expect((await guest.next('orderbook')).data).toMatchObject({ buy: expect.any(Array), sell: expect.any(Array) })
  expect((await guest.next('price')).data).toMatch(/^\d/)
  for (const type of ['assets', 'positions', 'open_orders'] as const) expect((await guest.next(type)).data).toEqual([])
  const wish = limit('buy', '0.08', '100')
  order(guest, wish)
  expect(await guest.next('order_rejected')).toMatchObject({
    client_order_id: wish.client_order_id,
    code: 'UNAUTHORIZED_TRADE',
  })
  guest.say(`cancel_order/${randomUUID()}`)
  expect(await guest.next('cancel_rejected')).toMatchObject({ code: 'UNAUTHORIZED_TRADE' })
})

test('an order is accepted, updated and cancelled over the socket, in every tab of its owner', async () => {
  const { access } = await home().signUp()
  const [one, other] = [await home().join(DOGE, access), await home().join(1, access)]
  const wish = limit('buy', '0.08', '100')
  order(one, wish)
  const { data } = await one.next('order_accepted')
  expect(data).toMatchObject({ client_order_id: wish.client_order_id, status: 'open' })
  expect((await other.next('order_update')).data).toMatchObject({ uuid: data.uuid, status: 'open' })
  expect((await other.next('balance_change')).data).toMatchObject({ balance: '9992', frozen_balance: '8' })
  order(one, wish)
  expect((await one.next('order_accepted')).data.uuid).toBe(data.uuid)
  other.say(`cancel_order/${data.uuid}`)
  expect((await one.next('order_update')).data.status).toBe('open')
  expect((await one.next('order_update')).data).toMatchObject({ uuid: data.uuid, status: 'cancelled' })
  other.say(`cancel_order/${data.uuid}`)
  expect(await other.next('cancel_rejected')).toMatchObject({ uuid: data.uuid, code: 'ORDER_NOT_FOUND' })
  for (const price of ['0.08', '0.081']) order(one, limit('buy', price, '100'))
  await one.next('order_accepted')
  await one.next('order_accepted')
  one.say('cancel_all_orders/all')
  expect(await one.next('orders_cancelled')).toMatchObject({ pair: 'all', count: 2 })
})

test('what is asked badly is answered by name, and nothing comes of it', async () => {
  const { access } = await home().signUp()
  const me = await home().join(DOGE, access)
  const before = await home().stateHash()
  order(me, { ...limit('buy', '0.08', '100'), client_order_id: 'a', volume: 100 })
  expect(await me.next('order_rejected')).toMatchObject({ client_order_id: 'a', code: 'INVALID_REQUEST' })
  order(me, { ...limit('buy', '1e-2', '100'), client_order_id: 'b' })
  expect(await me.next('order_rejected')).toMatchObject({ client_order_id: 'b', code: 'INVALID_NUMBER' })
  const nonsense = [
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
  for (const text of [...nonsense, ...more]) {
    me.say(text)
    expect(await me.next('error')).toMatchObject({ code: 'UNKNOWN_COMMAND', detail: expect.any(String) })
  }
  me.say('ping')
  expect((await me.next('pong')).server_time).toBeGreaterThan(0)
  expect(await home().stateHash()).toBe(before)
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

test('what is private goes to its owner alone: the other party sees a trade of nobody', async () => {
  const [ann, bob] = [await home().signUp(), await home().signUp()]
  const ids = await Promise.all(
    [ann, bob].map(
      async ({ access }) => (await home().ask<ProfileView>('GET', api.profile.path, { access })).body.uuid,
    ),
  )
  const [seller, buyer] = [await home().join(DOGE, ann.access), await home().join(DOGE, bob.access)]
  const guest = await home().join(DOGE)
  await home().offer(DOGE, '0.1', '12345')
  order(seller, { client_order_id: 'ann-stock', pair_id: DOGE, side: 'buy', type: 'market', volume: '12345' })
  expect((await seller.next('order_accepted')).data.status).toBe('filled')
  order(seller, { ...limit('sell', '0.0987', '4321'), client_order_id: 'ann-sells' })
  const rest = (await seller.next('order_accepted')).data
  order(buyer, { ...limit('buy', '0.0987', '1111'), client_order_id: 'bob-buys' })
  const bought = (await buyer.next('order_accepted')).data
  expect(bought).toMatchObject({ status: 'filled', filled_volume: '1111' })
  await until(() => orderNews(seller.heard, rest.uuid)?.filled_volume === '1111')
  await sleep(250)
  const text = (listener: Listener): string => JSON.stringify(listener.heard)
  const [annKnows, bobKnows, guestKnows] = [text(seller), text(buyer), text(guest)]
  // What rests in the book everybody may see; whose it is, and what else they have, nobody.
  for (const secret of [ids[0], 'ann-', rest.uuid, ...(await balances(ann.access))])
    expect(bobKnows).not.toContain(secret)
  for (const secret of [ids[1], 'bob-', bought.uuid, ...(await balances(bob.access))])
    expect(annKnows).not.toContain(secret)
  for (const secret of [...ids, 'ann-', 'bob-', rest.uuid, bought.uuid]) expect(guestKnows).not.toContain(secret)
  const kinds = new Set(guest.heard.map(({ type }) => type))
  expect([...kinds].filter((type) => !PUBLIC.has(type))).toEqual([])
  buyer.say(`cancel_order/${rest.uuid}`)
  expect(await buyer.next('cancel_rejected')).toMatchObject({ code: 'ORDER_NOT_FOUND' })
  seller.say(`cancel_order/${rest.uuid}`)
  await until(() => orderNews(seller.heard, rest.uuid)?.status === 'cancelled')
})

test('the book comes with a seq that never falls, at most ten times a second, and ends as it is', async () => {
  const { access } = await home().signUp()
  const [me, guest] = [await home().join(DOGE, access), await home().join(DOGE)]
  const started = performance.now()
  for (let count = 0; count < 30; count++) {
    order(me, limit('buy', '0.07', '100'))
    await me.next('order_accepted')
  }
  await sleep(300)
  const books = guest.heard.filter((message) => message.type === 'orderbook')
  const seqs = books.map(({ seq }) => seq)
  expect(seqs).toEqual(seqs.toSorted((a, b) => a - b))
  expect(books.length).toBeLessThanOrEqual((performance.now() - started) / 100 + 1)
  expect(books.at(-1)?.data.buy).toContainEqual(['0.07', '3000', '210'])
  me.say('cancel_all_orders/all')
  await me.next('orders_cancelled')
})

test('a message that is too long, or not text, ends the socket', async () => {
  const long = await home().join(DOGE)
  long.say('x'.repeat(20_000))
  expect(await long.closed).toBe(1009)
  const binary = await home().join(DOGE)
  binary.socket.send(Buffer.from('ping'))
  expect(await binary.closed).toBe(1003)
})

test('a reader who does not read is cut', async () => {
  const { access } = await home().signUp()
  const ticket = await ticketFor(access)
  const { hostname, port } = new URL(home().address)
  const stream = connect(Number(port), hostname)
  stream.on('error', () => undefined)
  const head = ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13', `Host: ${hostname}:${port}`]
  const key = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='
  stream.write(`GET /ws/charts/7/Bearer_${ticket}/ HTTP/1.1\r\n${[...head, key].join('\r\n')}\r\n\r\n`)
  await new Promise((resolve) => stream.once('data', resolve))
  stream.pause()
  const closed = new Promise((resolve) => stream.once('close', resolve))
  // A question in the frame of a client: masked with zeros, so as it is. Each is answered by some 2,500 bytes.
  const question = Buffer.from('get_assets')
  const frame = Buffer.concat([Buffer.from([0x81, 0x80 | question.length, 0, 0, 0, 0]), question])
  const questions = Buffer.concat(Array.from({ length: 500 }, () => frame))
  for (let turn = 0; turn < 40 && !stream.destroyed; turn++) {
    stream.write(questions)
    await sleep(20)
  }
  stream.resume()
  await closed
  const other = await home().join(DOGE, access)
  other.say('ping')
  await other.next('pong')
})

async function balances(access: string): Promise<string[]> {
  const { body } = await home().ask<AssetView[]>('GET', api.assets.path, { access })
  const found = body.map(({ balance }) => `"${balance}"`).filter((balance) => balance !== '"0"')
  expect(found).toHaveLength(2)
  return found
}

const orderNews = (heard: readonly ServerMessage[], uuid: string): OrderView | undefined =>
  heard.flatMap((message) => (message.type === 'order_update' && message.data.uuid === uuid ? message.data : [])).at(-1)

async function until(what: () => boolean): Promise<void> {
  for (const deadline = performance.now() + 5_000; !what(); await sleep(5))
    if (performance.now() > deadline) throw new Error('it did not come to pass')
}
