/** A running server loses its database connections: replies and messages during the outage and after it. */

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { api, type HealthView } from '../../../src/contract/api.ts'
import type { OrderView } from '../../../src/contract/orders/views.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()

/** Runs admin commands from another database of the same cluster. */
async function runAsAdmin(...commands: readonly ((name: string) => string)[]): Promise<void> {
  const address = new URL(server().databaseUrl.replace('postgresql:///', 'postgresql://x/'))
  const name = address.pathname.slice(1)
  const client = new pg.Client({
    host: address.searchParams.get('host') ?? '',
    user: address.searchParams.get('user') ?? '',
    database: 'postgres',
  })
  await client.connect()
  for (const command of commands) await client.query(command(name))
  await client.end()
}

const cutAll = (name: string): string =>
  `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`
const allow = (may: boolean) => (name: string) => `alter database ${name} with allow_connections ${may}`
const health = async (): Promise<number> => (await server().request<HealthView>('GET', '/health')).status

const until = (status: number) => expect.poll(health, { interval: 10 }).toBe(status)

const order = { pair_id: 7, side: 'buy', type: 'limit', price: '0.08', volume: '100' }
const place = (access: string, body: object = {}) =>
  server().request<OrderView>('POST', api.placeOrder.path, {
    access,
    body: { client_order_id: randomUUID(), ...order, ...body },
  })

test('After its database connections are cut the server keeps its state, and every waiting order is answered once', async () => {
  const { access } = await server().signUp()
  const { body: first } = await place(access, { client_order_id: 'kept' })
  await runAsAdmin(cutAll)
  const placements = Array.from({ length: 20 }, (_, index) => place(access, { client_order_id: `waits-${index}` }))
  // A connection of the pool can be lost before the order is looked at.
  for (const { status } of await Promise.all(placements)) expect([200, 503]).toContain(status)
  for (let index = 0; index < 20; index++)
    expect((await place(access, { client_order_id: `waits-${index}` })).status).toBe(200)
  expect((await place(access, { client_order_id: 'kept' })).body.uuid).toBe(first.uuid)
  const { body } = await server().request<{ orders: OrderView[] }>('GET', `${api.orders.path}?limit=100`, { access })
  expect(body.orders).toHaveLength(21)
})

test('After an outage that is longer than commands wait, the server resends its state, and every order exists exactly once', async () => {
  const { access } = await server().signUp()
  const [me, guest] = [await server().openSocket(7, access), await server().openSocket(7)]
  const { body: first } = await place(access, { client_order_id: 'before' })
  await guest.next('orderbook')
  await runAsAdmin(allow(false), cutAll)
  const placements = Array.from({ length: 20 }, (_, index) => place(access, { client_order_id: `during-${index}` }))
  await expect.poll(() => server().exchange.sequencer.unavailableReason).toBeDefined()
  for (const { status } of await Promise.all(placements)) expect([200, 503]).toContain(status)
  await runAsAdmin(allow(true))
  await until(200)
  expect((await me.next('open_orders')).data.map(({ uuid }) => uuid)).toContain(first.uuid)
  expect((await me.next('assets')).data.length).toBeGreaterThan(0)
  await me.next('positions')
  await guest.next('orderbook')
  expect((await place(access, { client_order_id: 'before' })).body.uuid).toBe(first.uuid)
  for (let index = 0; index < 20; index++)
    expect((await place(access, { client_order_id: `during-${index}` })).status).toBe(200)
  const { body } = await server().request<{ orders: OrderView[] }>('GET', `${api.orders.path}?limit=100`, { access })
  expect(body.orders).toHaveLength(21)
})

test('The server answers 503 with a reason while its database refuses connections, and recovers', async () => {
  const email = `${randomUUID()}@example.com`
  const { access, refresh } = await server().signUp(email)
  const me = await server().openSocket(7, access)
  await runAsAdmin(allow(false), cutAll)
  await until(503)
  const health = await server().request<HealthView>('GET', '/health')
  expect(health.body).toMatchObject({ status: 'unavailable', mode: 'play', detail: expect.any(String) })
  const login = { email, password: 'correct horse' }
  const replies = [
    await place(access),
    await server().request('DELETE', '/api/orders/00000000-0001-8000-8000-000000000000/', { access }),
    await server().request('GET', api.orders.path, { access }),
    await server().request('GET', api.assets.path, { access }),
    await server().request('GET', api.profile.path, { access }),
    await server().request('POST', api.login.path, { body: login }),
    await server().request('POST', api.refresh.path, { body: { refresh_token: refresh } }),
    await server().request('POST', api.logout.path, { body: { refresh_token: refresh } }),
    await server().request('POST', api.register.path, { body: { ...login, email: `x${email}` } }),
  ]
  for (const { status, body, headers } of replies) {
    expect(body).toMatchObject({ code: 'UNAVAILABLE' })
    expect([status, headers.get('retry-after')]).toEqual([503, '1'])
  }
  me.send(`place_order/${JSON.stringify({ client_order_id: 'later', ...order })}`)
  expect(await me.next('order_rejected')).toMatchObject({ client_order_id: 'later', code: 'UNAVAILABLE' })
  me.send('get_open_orders')
  expect(await me.next('error')).toMatchObject({ code: 'UNAVAILABLE' })
  me.send('ping')
  await me.next('pong')
  await runAsAdmin(allow(true))
  await until(200)
  me.send(`place_order/${JSON.stringify({ client_order_id: 'later', ...order })}`)
  expect((await me.next('order_accepted')).data.status).toBe('open')
  expect((await server().request('POST', api.refresh.path, { body: { refresh_token: refresh } })).status).toBe(200)
  expect((await server().request('POST', api.login.path, { body: login })).status).toBe(200)
})

test('A stopping server answers orders with 503 and the reason "stopping" over HTTP and the socket', async () => {
  const { access } = await server().signUp()
  const me = await server().openSocket(7, access)
  await server().exchange.sequencer.drain()
  const stopping = { code: 'UNAVAILABLE', params: { reason: 'stopping' } }
  expect(await place(access)).toMatchObject({ status: 503, body: stopping })
  me.send(`place_order/${JSON.stringify({ client_order_id: 'too-late', ...order })}`)
  expect(await me.next('order_rejected')).toMatchObject({ client_order_id: 'too-late', ...stopping })
})
