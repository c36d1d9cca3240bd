/** The database goes away under a running exchange: what everybody is told meanwhile, and afterwards. */

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import type { HealthView, OrderView } from '../../src/contract/views.ts'
import { house } from './exchange-world.ts'

const home = house()

/** As an operator would, from another database of the same server. */
async function operate(...commands: readonly ((name: string) => string)[]): Promise<void> {
  const address = new URL(home().databaseUrl.replace('postgresql:///', 'postgresql://x/'))
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
const health = async (): Promise<number> => (await home().ask<HealthView>('GET', '/health')).status

async function until(status: number): Promise<void> {
  for (const deadline = performance.now() + 10_000; (await health()) !== status; await sleep(10))
    if (performance.now() > deadline) throw new Error(`health is not ${status}`)
}

const wish = { pair_id: 7, side: 'buy', type: 'limit', price: '0.08', volume: '100' }
const place = (access: string, body: object = {}) =>
  home().ask<OrderView>('POST', api.placeOrder.path, {
    access,
    body: { client_order_id: randomUUID(), ...wish, ...body },
  })

test('connections are cut: everybody is told afresh, and nothing was lost or done twice', async () => {
  const { access } = await home().signUp()
  const [me, guest] = [await home().join(7, access), await home().join(7)]
  const { body: first } = await place(access, { client_order_id: 'before' })
  await guest.next('orderbook')
  await operate(cutAll)
  const asked = Array.from({ length: 20 }, (_, index) => place(access, { client_order_id: `during-${index}` }))
  for (const { status } of await Promise.all(asked)) expect([200, 503]).toContain(status)
  await until(200)
  expect((await me.next('open_orders')).data.map(({ uuid }) => uuid)).toContain(first.uuid)
  expect((await me.next('assets')).data.length).toBeGreaterThan(0)
  await me.next('positions')
  await guest.next('orderbook')
  expect((await place(access, { client_order_id: 'before' })).body.uuid).toBe(first.uuid)
  for (let index = 0; index < 20; index++)
    expect((await place(access, { client_order_id: `during-${index}` })).status).toBe(200)
  const { body } = await home().ask<{ orders: OrderView[] }>('GET', `${api.orders.path}?limit=100`, { access })
  expect(body.orders).toHaveLength(21)
})

test('no connections at all: 503 for everything, with a reason, until they are back', async () => {
  const email = `${randomUUID()}@example.com`
  const { access, refresh } = await home().signUp(email)
  const me = await home().join(7, access)
  await operate(allow(false), cutAll)
  await until(503)
  const health = await home().ask<HealthView>('GET', '/health')
  expect(health.body).toMatchObject({ status: 'unavailable', mode: 'play', detail: expect.any(String) })
  const login = { email, password: 'correct horse' }
  const replies = [
    await place(access),
    await home().ask('DELETE', '/api/orders/00000000-0001-8000-8000-000000000000/', { access }),
    await home().ask('GET', api.orders.path, { access }),
    await home().ask('GET', api.assets.path, { access }),
    await home().ask('GET', api.profile.path, { access }),
    await home().ask('GET', api.pairs.path),
    await home().ask('POST', api.login.path, { body: login }),
    await home().ask('POST', api.refresh.path, { body: { refresh_token: refresh } }),
    await home().ask('POST', api.logout.path, { body: { refresh_token: refresh } }),
    await home().ask('POST', api.register.path, { body: { ...login, email: `x${email}` } }),
  ]
  for (const { status, body, headers } of replies) {
    expect(body).toMatchObject({ code: 'UNAVAILABLE' })
    expect([status, headers.get('retry-after')]).toEqual([503, '1'])
  }
  me.say(`place_order/${JSON.stringify({ client_order_id: 'later', ...wish })}`)
  expect(await me.next('order_rejected')).toMatchObject({ client_order_id: 'later', code: 'UNAVAILABLE' })
  me.say('get_open_orders')
  expect(await me.next('error')).toMatchObject({ code: 'UNAVAILABLE' })
  me.say('ping')
  await me.next('pong')
  await operate(allow(true))
  await until(200)
  me.say(`place_order/${JSON.stringify({ client_order_id: 'later', ...wish })}`)
  expect((await me.next('order_accepted')).data.status).toBe('open')
  expect((await home().ask('POST', api.refresh.path, { body: { refresh_token: refresh } })).status).toBe(200)
  expect((await home().ask('POST', api.login.path, { body: login })).status).toBe(200)
})
