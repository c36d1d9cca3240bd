/** Whatever is put into a field: an answer below 500, and money, orders and books as they were. */

import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { api, type Call } from '../../src/contract/api.ts'
import { type CallName, callSchemas } from '../../src/contract/call-schemas.ts'
import { house } from './exchange-world.ts'
import { NASTY, plain } from './literals.ts'
import { BOT_TOKEN } from './telegram-bot.ts'

const home = house({ BOT_TOKEN })

type Bad = { readonly status: number; readonly text: string }
const person = { email: 'a@b.co', password: 'plain words' }
const order = { pair_id: 7, side: 'buy', type: 'limit', price: '0.08', volume: '100' }
/** The rest of a body, where it must be good for the field to matter. */
const GOOD: Partial<Record<CallName, readonly Readonly<Record<string, unknown>>[]>> = {
  register: [person],
  login: [person],
  placeOrder: [order, { pair_id: 7, side: 'buy', type: 'market', total: '10' }],
}

let access = ''
beforeAll(async () => {
  access = (await home().signUp()).access
})

const calls = Object.entries(api) as [CallName, Call<never, unknown>][]
const fieldsOf = (name: CallName): string[] => [
  ...Object.keys(callSchemas[name].takes.shape),
  'x',
  '__proto__',
  'constructor',
]
/** All of them where somebody reads the field, a few where nobody does. */
const literalsFor = (name: CallName, field: string): readonly string[] =>
  Object.hasOwn(callSchemas[name].takes.shape, field) ? NASTY : NASTY.filter((_, index) => index % 8 === 0)

type Field = readonly [name: CallName, field: string, rest: Readonly<Record<string, unknown>>]
const FIELDS: readonly Field[] = calls
  .filter(([, { method }]) => method === 'POST')
  .flatMap(([name]) =>
    (GOOD[name] ?? [{}]).flatMap((rest) => fieldsOf(name).map((field): Field => [name, field, rest])),
  )

/** The body as text, so that the value is in it exactly as it is written in the list. */
async function send({ path }: Call<never, unknown>, body: string): Promise<Bad> {
  const reply = await home().ask('POST', path, { body, access })
  return { status: reply.status, text: JSON.stringify(reply.body) }
}

const bodyWith = (field: string, rest: Readonly<Record<string, unknown>>, literal: string): string => {
  const { [field]: _replaced, ...others } = rest
  const entries = Object.entries(others).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
  return `{${[...entries, `${JSON.stringify(field)}:${literal}`].join(',')}}`
}

test.each(FIELDS)('%s: whatever stands in its %s, beside %j', async (name, field, rest) => {
  const call: Call<never, unknown> = api[name]
  for (const literal of literalsFor(name, field)) {
    const fresh =
      name === 'placeOrder' && field !== 'client_order_id' ? { client_order_id: randomUUID(), ...rest } : rest
    const before = await home().stateHash()
    const { status, text: said } = await send(call, bodyWith(field, fresh, literal))
    expect(status, `${literal} ${said}`).toBeLessThan(500)
    expect(said, literal).not.toMatch(/node:|\.ts:|node_modules|select |broken claim/i)
    if (status >= 400) expect(await home().stateHash(), `${literal} ${said}`).toBe(before)
    if (status >= 400) expect(said, literal).toContain('"detail"')
    else expect(allowed(call, field, literal), `${field} ${literal} was taken: ${said}`).toBe(true)
  }
})

/** What is nasty in one field may be fine in another. */
function allowed(call: Call<never, unknown>, field: string, literal: string): boolean {
  const value: unknown = JSON.parse(literal)
  if (call.path === api.logout.path) return typeof value === 'string'
  if (field === 'password') return typeof value === 'string' && value.length >= 6 && value.length <= 256
  if (field === 'referrer_uid') return value === null
  if (field === 'init_data') return value === null || value === ''
  if (field === 'lang_code' || field === 'platform') return value === null || String(value).length <= 35
  if (field === 'post_only') return typeof value === 'boolean'
  if (field === 'client_order_id') return typeof value === 'string' && /^[\w-]{1,64}$/.test(value)
  return false
}

const strange = ['', '.', '..', '%2e%2e', '%00', '%ff', '%F0%9F%92%A9', 'null', randomUUID(), 'x'.repeat(5_000)]
const PARTS = [...strange, ...NASTY.map((literal) => encodeURIComponent(plain(literal)).slice(0, 6_000))]
const withParts = calls.filter(([, { path }]) => path.includes(':'))

// A point in a path is left out of it, and without its last part this one is another call.
const isOther = (name: CallName, part: string): boolean => name === 'endSession' && part === '.'

test.each(withParts)('%s: whatever stands in its path', async (name, { method, path }) => {
  const before = await home().stateHash()
  for (const part of PARTS.filter((each) => !isOther(name, each))) {
    const { status, body } = await home().ask(method, path.replace(/:\w+/, part), { access })
    expect(status, part).toBeGreaterThanOrEqual(400)
    expect(status, part).toBeLessThan(500)
    expect(body, part).toHaveProperty('detail')
  }
  expect(await home().stateHash()).toBe(before)
})

const withQuery = calls.filter(([, { method }]) => method === 'GET')

test.each(withQuery)('%s: whatever stands in its query', async (name, { path }) => {
  const before = await home().stateHash()
  for (const field of fieldsOf(name))
    for (const literal of literalsFor(name, field)) {
      const said = encodeURIComponent(plain(literal).slice(0, 2_000))
      const address = `${path.replace(/:\w+/, '7')}?${field}=${said}`
      const { status } = await home().ask('GET', address, { access })
      expect(status, `${field} ${literal}`).toBeLessThan(500)
    }
  expect(await home().stateHash()).toBe(before)
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

/** Bytes as they are, with any headers. */
const post = (body: BodyInit, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(`${home().address}/exchange-backend${api.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })

test('deep, wide and huge bodies', async () => {
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
  const wide = `{${Array.from({ length: 5_000 }, (_, index) => `"k${index}":0`).join(',')}}`
  const huge = '9'.repeat(2 ** 20)
  for (const body of [deep, wide, `{"email":${deep}}`, huge, `"${huge}"`, JSON.stringify({ email: huge })]) {
    const { status } = await post(body)
    expect([400, 413, 422], body.slice(0, 20)).toContain(status)
  }
  // Sixteen deep is understood, whatever stands in its texts; one more is not looked at.
  const nested = (depth: number, inside = '"[[[\\"[["') => `${'['.repeat(depth)}${inside}${']'.repeat(depth)}`
  expect([(await post(nested(16))).status, (await post(nested(17))).status]).toEqual([422, 400])
  expect((await post(`{"a":${nested(15)},"b":${nested(15)}}`)).status).toBe(422)
  expect((await post(`{"a":${nested(15, '{}')}}`)).status).toBe(400)
  expect((await home().ask('GET', '/health')).status).toBe(200)
})

test('bytes that are no text, and text that is packed', async () => {
  const good = JSON.stringify(person)
  const notText = Buffer.concat([
    Buffer.from('{"email":"'),
    Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0]),
    Buffer.from('"}'),
  ])
  expect((await post(notText)).status).toBe(422)
  for (const encoding of ['gzip', 'deflate', 'br', 'zstd', 'x'])
    expect((await post(gzipSync(good), { 'content-encoding': encoding })).status, encoding).toBeLessThan(500)
  for (const type of [
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
  ])
    expect((await post(good, { 'content-type': type })).status, type).toBeLessThan(500)
})
