import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { OrderCommands } from '../../../src/client/connection/order-commands.ts'
import { MarketSocket, type SocketState } from '../../../src/client/connection/socket.ts'
import type { PairId } from '../../../src/contract/ids.ts'
import type { PlaceOrderBody } from '../../../src/contract/orders/calls.ts'
import type { OrderView } from '../../../src/contract/orders/views.ts'
import { order } from '../../fixtures/client-markets.ts'
import { startFakeSocketServer, until, useFakeTime } from '../../fixtures/fake-socket-server.ts'

let server: Awaited<ReturnType<typeof startFakeSocketServer>>
let socket: MarketSocket
let commands: OrderCommands
let state: SocketState['state']
let slowOrders: string[]
let queryReplies: (OrderView | 'none' | undefined)[]

const BACKOFF_MILLIS = 1_000
const body: PlaceOrderBody = { client_order_id: 'one', pair_id: 1 as PairId, side: 'buy', type: 'market', total: '10' }
const orders = () => server.lines.flatMap(({ heard }) => heard.filter((text) => text.startsWith('place_order/')))

beforeEach(async () => {
  server = await startFakeSocketServer()
  useFakeTime()
  slowOrders = []
  queryReplies = []
  commands = new OrderCommands({
    send: (text) => socket.send(text),
    findOrder: async () => queryReplies.shift(),
    onSlow: (id) => slowOrders.push(id),
    serverTime: () => socket.serverTime,
  })
  socket = new MarketSocket({
    url: (pair, token) => `${server.address}/${pair}/${token}/`,
    token: async () => 'Bearer_x',
    openingMessages: () => ['get_open_orders'],
    onMessage: (message) => commands.onMessage(message),
    onStateChange(next) {
      state = next.state
      if (state === 'live') commands.resend()
    },
    timing: { backoff: () => BACKOFF_MILLIS },
  })
  socket.open(1 as PairId)
  await goLive(1)
})

afterEach(async () => {
  socket.close()
  vi.useRealTimers()
  await server.close()
})

async function goLive(connections: number) {
  await until(() => server.lines[connections - 1]?.heard.includes('get_open_orders') === true, 'a connection')
  server.say({ type: 'price', data: '1' })
  await until(() => state === 'live', 'live')
}

describe('An order command', () => {
  test('An order is valid for as long as it is resent, in server time', async () => {
    server.say({ type: 'pong', server_time: 1_000_000 })
    await until(() => socket.serverTime !== undefined, 'the time of the server')
    const outcome = commands.placeOrder(body)
    await until(() => orders().length === 1, 'the order')
    server.say({ type: 'order_accepted', client_order_id: 'one', data: order({ uuid: 'right' }) })
    await outcome
    const { valid_until } = JSON.parse(orders()[0]!.slice('place_order/'.length))
    expect(valid_until).toBe(1_030_000)
  })

  test('An order command resolves with the reply that has its client order id', async () => {
    const outcome = commands.placeOrder(body)
    await until(() => orders().length === 1, 'the order')
    expect(JSON.parse(orders()[0]!.slice('place_order/'.length))).toEqual(body)
    server.say({ type: 'order_accepted', client_order_id: 'other', data: order({ uuid: 'wrong' }) })
    server.say({ type: 'order_accepted', client_order_id: 'one', data: order({ uuid: 'right' }) })
    expect(await outcome).toMatchObject({ kind: 'accepted', order: { uuid: 'right' } })
  })

  test('A refused order command returns the code and text of the server', async () => {
    const outcome = commands.placeOrder(body)
    server.say({ type: 'order_rejected', client_order_id: 'one', code: 'MIN_NOTIONAL', detail: 'Too small.' })
    expect(await outcome).toEqual({ kind: 'refused', code: 'MIN_NOTIONAL', detail: 'Too small.' })
  })

  test('An unanswered order command is sent again with the same id after a reconnect', async () => {
    const outcome = commands.placeOrder(body)
    await until(() => orders().length === 1, 'the order')
    server.last().line.terminate()
    await until(() => state === 'offline', 'offline')
    vi.advanceTimersByTime(BACKOFF_MILLIS)
    await goLive(2)
    await until(() => orders().length === 2, 'the repeated order')
    expect(orders()[1]).toBe(orders()[0])
    server.say({ type: 'order_accepted', client_order_id: 'one', data: order() })
    expect(await outcome).toMatchObject({ kind: 'accepted' })
  })

  test('An order command answered with UNAVAILABLE stays pending until the order appears', async () => {
    const outcome = commands.placeOrder(body)
    server.say({ type: 'order_rejected', client_order_id: 'one', code: 'UNAVAILABLE', detail: 'Later.' })
    server.say({ type: 'open_orders', data: [order({ client_order_id: 'one', uuid: 'there' })] })
    expect(await outcome).toMatchObject({ kind: 'accepted', order: { uuid: 'there' } })
  })

  test('An order command answered with UNAVAILABLE is sent again when the data is no longer stale', async () => {
    const outcome = commands.placeOrder(body)
    await until(() => orders().length === 1, 'the order')
    server.say({ type: 'order_rejected', client_order_id: 'one', code: 'UNAVAILABLE', detail: 'Later.' })
    server.say({ type: 'stale', data: true })
    server.say({ type: 'stale', data: false })
    await until(() => orders().length === 2, 'the repeated order')
    expect(orders()[1]).toBe(orders()[0])
    server.say({ type: 'order_accepted', client_order_id: 'one', data: order() })
    expect(await outcome).toMatchObject({ kind: 'accepted' })
  })

  test('An order command without a reply queries the order and finds it', async () => {
    queryReplies = [undefined, order({ client_order_id: 'one', status: 'filled' })]
    const outcome = commands.placeOrder(body)
    await vi.advanceTimersByTimeAsync(13_000)
    expect(await outcome).toMatchObject({ kind: 'accepted', order: { status: 'filled' } })
    expect(slowOrders).toEqual(['one'])
  })

  test('An order command that the server never got is lost only after the resend period', async () => {
    queryReplies = Array.from({ length: 100 }, () => 'none' as const)
    const outcome = commands.placeOrder(body)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(commands.isPlacing('one')).toBe(true)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await outcome).toEqual({ kind: 'lost' })
  })
})

describe('A cancel command', () => {
  test('A cancel command resolves with the order update, the refusal or the cancel-all reply', async () => {
    const [one, other, all] = [commands.cancelOrder('a'), commands.cancelOrder('b'), commands.cancelAll('all')]
    await until(() => server.last().heard.includes('cancel_all_orders/all'), 'all cancels')
    server.say({ type: 'order_update', data: order({ uuid: 'a', status: 'cancelled' }) })
    server.say({ type: 'cancel_rejected', uuid: 'b', code: 'ORDER_NOT_FOUND', detail: 'This order is already closed.' })
    server.say({ type: 'orders_cancelled', pair: 'all', count: 2 })
    expect(await one).toEqual({ kind: 'ok' })
    expect(await other).toMatchObject({ kind: 'refused', detail: 'This order is already closed.' })
    expect(await all).toEqual({ kind: 'ok' })
  })
})
