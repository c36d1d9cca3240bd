import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Commands } from '../../src/client/connection/commands.ts'
import { MarketSocket } from '../../src/client/connection/socket.ts'
import type { OrderView, PlaceOrderBody } from '../../src/contract/views.ts'
import { order } from './markets.ts'
import { socketWorld, until } from './socket-world.ts'

let world: Awaited<ReturnType<typeof socketWorld>>
let socket: MarketSocket
let commands: Commands
let slow: string[]
let found: (OrderView | 'none' | undefined)[]

const body: PlaceOrderBody = { client_order_id: 'one', pair_id: 1, side: 'buy', type: 'market', total: '10' }
const orders = () => world.lines.flatMap(({ heard }) => heard.filter((text) => text.startsWith('place_order/')))

beforeEach(async () => {
  world = await socketWorld()
  slow = []
  found = []
  commands = new Commands({
    say: (text) => socket.say(text),
    find: async () => found.shift(),
    slow: (id) => slow.push(id),
    timing: { slowMillis: 120, askMillis: 40, resendMillis: 400, cancelMillis: 300 },
  })
  socket = new MarketSocket({
    address: (pair, token) => `${world.address}/${pair}/${token}/`,
    token: async () => 'Bearer_x',
    questions: () => ['get_open_orders'],
    heard: (message) => commands.hear(message),
    changed: ({ state }) => state === 'live' && commands.resend(),
    timing: { backoff: () => 10 },
  })
  await live(() => socket.open(1))
})

afterEach(async () => {
  socket.close()
  await world.close()
})

async function live(connect: () => void) {
  const before = world.lines.length
  connect()
  await until(() => world.lines.length > before && world.last().heard.includes('get_open_orders'), 'a line')
  world.say({ type: 'price', data: '1' })
}

describe('an order', () => {
  test('is answered by its own id', async () => {
    await until(() => socket.say('get_price'))
    const outcome = commands.placeOrder(body)
    await until(() => orders().length === 1)
    expect(JSON.parse(orders()[0]!.slice('place_order/'.length))).toEqual(body)
    world.say({ type: 'order_accepted', client_order_id: 'other', data: order({ uuid: 'wrong' }) })
    world.say({ type: 'order_accepted', client_order_id: 'one', data: order({ uuid: 'right' }) })
    expect(await outcome).toMatchObject({ kind: 'accepted', order: { uuid: 'right' } })
  })

  test('is refused in the words of the exchange', async () => {
    await until(() => socket.say('get_price'))
    const outcome = commands.placeOrder(body)
    world.say({ type: 'order_rejected', client_order_id: 'one', code: 'MIN_NOTIONAL', detail: 'Too small.' })
    expect(await outcome).toEqual({ kind: 'refused', code: 'MIN_NOTIONAL', detail: 'Too small.' })
  })

  test('is sent again with the same id when the line comes back, never with a new one', async () => {
    await until(() => socket.say('get_price'))
    const outcome = commands.placeOrder(body)
    await until(() => orders().length === 1)
    await live(() => world.last().line.terminate())
    await until(() => orders().length === 2, 'the order again')
    expect(orders()[1]).toBe(orders()[0])
    world.say({ type: 'order_accepted', client_order_id: 'one', data: order() })
    expect(await outcome).toMatchObject({ kind: 'accepted' })
  })

  test('whose fate the exchange does not know is neither refused nor forgotten', async () => {
    await until(() => socket.say('get_price'))
    const outcome = commands.placeOrder(body)
    world.say({ type: 'order_rejected', client_order_id: 'one', code: 'UNAVAILABLE', detail: 'Later.' })
    world.say({ type: 'open_orders', data: [order({ client_order_id: 'one', uuid: 'there' })] })
    expect(await outcome).toMatchObject({ kind: 'accepted', order: { uuid: 'there' } })
  })

  test('without an answer is asked about, and found', async () => {
    found = [undefined, order({ client_order_id: 'one', status: 'filled' })]
    const outcome = await commands.placeOrder(body)
    expect(outcome).toMatchObject({ kind: 'accepted', order: { status: 'filled' } })
    expect(slow).toEqual(['one'])
  })

  test('that the exchange never had is lost, but only when it can no longer arrive', async () => {
    const began = Date.now()
    found = Array.from({ length: 100 }, () => 'none' as const)
    expect(await commands.placeOrder(body)).toEqual({ kind: 'lost' })
    expect(Date.now() - began).toBeGreaterThanOrEqual(400)
  })
})

describe('a cancel', () => {
  test('is done when the order says so, refused when the exchange says so', async () => {
    await until(() => socket.say('get_price'))
    const [one, other, all] = [commands.cancelOrder('a'), commands.cancelOrder('b'), commands.cancelAll('all')]
    await until(() => world.last().heard.includes('cancel_all_orders/all'))
    world.say({ type: 'order_update', data: order({ uuid: 'a', status: 'cancelled' }) })
    world.say({ type: 'cancel_rejected', uuid: 'b', code: 'ORDER_NOT_FOUND', detail: 'This order is not open.' })
    world.say({ type: 'orders_cancelled', pair: 'all', count: 2 })
    expect(await one).toEqual({ kind: 'done' })
    expect(await other).toMatchObject({ kind: 'refused', detail: 'This order is not open.' })
    expect(await all).toEqual({ kind: 'done' })
  })
})
