/** Whatever is put into a field: an answer below 500, and money, orders and books as they were. */

import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { api, type Call } from '../../src/contract/api.ts'
import { house } from './exchange-world.ts'

const home = house()

/** As JSON text: some of these no JavaScript value would be written as. */
const NASTY: readonly string[] = [
  ...['null', 'true', 'false', '0', '-0', '-1', '1.5', '1e400', '-1e400', '1e-400', '9007199254740993', '1e21'],
  ...['[]', '{}', '[[]]', '["1"]', '[1]', '{"0":"1"}', '{"length":1}', '{"toString":1}', '{"valueOf":null}'],
  ...['', ' ', '  1', '1 ', '\t1', '1\n', '.', '.5', '5.', '01', '+1', '-1', '-0', '1,5', '1_000', '1e5', '1E5'].map(
    text,
  ),
  ...['NaN', 'Infinity', '-Infinity', '1e400', '0x10', '0b1', '0o7', '1n', 'null', 'undefined', 'true'].map(text),
  ...['9'.repeat(21), '9'.repeat(64), '9'.repeat(400), `0.${'0'.repeat(60)}1`, '0.000000000000000001'].map(text),
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '$where', '%00', '../../etc/passwd'].map(
    text,
  ),
  ...["' or '1'='1", '"; drop table users; --', '#{7*7}', '{{7*7}}', '<script>alert(1)</script>', '\\', '/', '%'].map(
    text,
  ),
  ...['１２３', '١٢٣', '1\u200b', '\ufeff1', '−1', '½', '💩', 'ß', 'İ', '\u0000', '1\u0000', '\r\n', '\u202e1'].map(
    text,
  ),
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"\\u0000"',
  text('a'.repeat(10_000)),
]

function text(value: string): string {
  return JSON.stringify(value)
}

type Bad = { readonly status: number; readonly text: string }
type Field = readonly [call: Call<never, unknown>, field: string, rest: Readonly<Record<string, unknown>>]

let access = ''
beforeAll(async () => {
  access = (await home().signUp()).access
})

const order = { pair_id: 7, side: 'buy', type: 'limit', price: '0.08', volume: '100' }
const market = { pair_id: 7, side: 'buy', type: 'market', total: '10' }

const FIELDS: readonly Field[] = [
  ...['email', 'password', 'referrer_uid'].map(
    (field) => [api.register, field, { email: 'a@b.co', password: 'secret' }] as const,
  ),
  ...['email', 'password'].map((field) => [api.login, field, { email: 'a@b.co', password: 'secret' }] as const),
  [api.refresh, 'refresh_token', {}],
  [api.logout, 'refresh_token', {}],
  [api.socketTicket, 'x', {}],
  ...['client_order_id', 'pair_id', 'side', 'type', 'price', 'volume', 'time_in_force', 'post_only', 'x'].map(
    (field) => [api.placeOrder, field, order] as const,
  ),
  ...['total', 'volume', 'max_slippage'].map((field) => [api.placeOrder, field, market] as const),
]

/** The body as text, so that the value is in it exactly as it is written in the list. */
async function send({ path }: Call<never, unknown>, body: string): Promise<Bad> {
  const reply = await home().ask('POST', path, { body, access })
  return { status: reply.status, text: JSON.stringify(reply.body) }
}

const bodyWith = (field: string, rest: Readonly<Record<string, unknown>>, literal: string): string => {
  const { [field]: _replaced, ...others } = rest
  const entries = Object.entries(others).map(([name, value]) => `${text(name)}:${JSON.stringify(value)}`)
  return `{${[...entries, `${text(field)}:${literal}`].join(',')}}`
}

test.each(FIELDS.map((field) => [`${field[0].path} ${field[1]}`, field] as const))(
  '%s',
  async (_name, [call, field, rest]) => {
    for (const literal of NASTY) {
      const isOrder = call.path === api.placeOrder.path
      const fresh = isOrder && field !== 'client_order_id' ? { client_order_id: randomUUID(), ...rest } : rest
      const before = await home().stateHash()
      const { status, text: said } = await send(call, bodyWith(field, fresh, literal))
      expect(status, `${literal} ${said}`).toBeLessThan(500)
      expect(said, literal).not.toMatch(/node:|\.ts:|node_modules|select |broken claim/i)
      if (status >= 400) expect(await home().stateHash(), `${literal} ${said}`).toBe(before)
      if (status >= 400) expect(said, literal).toContain('"detail"')
      else expect(allowed(call, field, literal), `${field} ${literal} was taken: ${said}`).toBe(true)
    }
  },
)

/** What is nasty in one field may be fine in another. */
function allowed(call: Call<never, unknown>, field: string, literal: string): boolean {
  const value: unknown = JSON.parse(literal)
  if (call.path === api.logout.path) return typeof value === 'string'
  if (field === 'password') return typeof value === 'string' && value.length >= 6 && value.length <= 256
  if (field === 'referrer_uid') return value === null
  if (field === 'post_only') return typeof value === 'boolean'
  if (field === 'client_order_id') return typeof value === 'string' && /^[\w-]{1,64}$/.test(value)
  return false
}

const PATHS = ['', ' ', '..', '%2e%2e', '%00', '%ff', '%F0%9F%92%A9', '__proto__', "'", 'null', '-1', randomUUID()]

test('a uuid in a path', async () => {
  const before = await home().stateHash()
  for (const part of [...PATHS, 'x'.repeat(5_000), '00000000-0001-8000-8000-000000000000']) {
    const { status, body } = await home().ask('DELETE', `/api/orders/${part}/`, { access })
    expect(status, part).toBeGreaterThanOrEqual(400)
    expect(status, part).toBeLessThan(500)
    expect(body, part).toHaveProperty('detail')
  }
  expect(await home().stateHash()).toBe(before)
})

test('a query', async () => {
  for (const field of ['status', 'pair_id', 'offset', 'limit', 'x', '__proto__', 'constructor'])
    for (const literal of NASTY) {
      const value: unknown = JSON.parse(literal)
      // A lone surrogate has no place in an address.
      const said = (typeof value === 'string' ? value : literal).toWellFormed().slice(0, 2_000)
      const { status } = await home().ask('GET', `${api.orders.path}?${field}=${encodeURIComponent(said)}`, { access })
      expect(status, `${field} ${literal}`).toBeLessThan(500)
    }
})

test('a header that should carry a token', async () => {
  for (const value of [
    '',
    ' ',
    'Bearer',
    'Bearer ',
    'Bearer null',
    'bearer x y',
    `Bearer ${'a.'.repeat(3_000)}`,
    'Bearer ..',
    'Bearer {}',
  ]) {
    const reply = await fetch(`${home().address}/exchange-backend${api.profile.path}`, {
      headers: { authorization: value },
    })
    expect(reply.status, value).toBe(401)
  }
})

test('deep, wide and huge bodies', async () => {
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
  const wide = `{${Array.from({ length: 5_000 }, (_, index) => `"k${index}":0`).join(',')}}`
  for (const body of [deep, wide, `{"email":${deep}}`, 'x'.repeat(2 ** 20), `"${'a'.repeat(2 ** 20)}"`])
    expect((await send(api.login, body)).status).toBeLessThan(500)
  expect((await home().ask('GET', '/health')).status).toBe(200)
})
