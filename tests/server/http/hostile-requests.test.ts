/** Hostile HTTP input: every reply is below 500, and a refused request leaves balances, orders and books unchanged. */

import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { Call } from '../../../src/contract/call.ts'
import { NOTIFICATION_KINDS } from '../../../src/contract/notifications/kinds.ts'
import { type CallName, callSchemas } from '../../../src/contract/schemas.ts'
import { HOSTILE_LITERALS, toText } from '../../fixtures/hostile-inputs.ts'
import { ETHEREUM, listTestNetwork } from '../../fixtures/listed-network.ts'
import { BOT_TOKEN } from '../../fixtures/telegram-signer.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'
import { DESTINATION } from '../../fixtures/withdrawer.ts'
import { scope } from '../../scope.ts'

const server = setUpTestServer({ BOT_TOKEN })

type Answer = { readonly status: number; readonly text: string }
const credentials = { email: 'a@b.co', password: 'plain words' }
const order = { pair_id: 7, side: 'buy', type: 'limit', price: '0.08', volume: '100' }
const destination = { network_id: ETHEREUM, address: DESTINATION, code: '123456' }
/** Valid bodies for calls that check the tested field only when the other fields are valid. */
const VALID_BODIES: Partial<Record<CallName, readonly Readonly<Record<string, unknown>>[]>> = {
  register: [credentials],
  login: [credentials],
  completeTask: [{ task_id: 5 }],
  withdraw: [{ ...destination, client_request_id: randomUUID(), currency_id: 1, amount: '20' }],
  addAddress: [{ ...destination, label: 'mine' }],
  placeOrder: [order, { pair_id: 7, side: 'buy', type: 'market', total: '10' }],
}

let access = ''
beforeAll(async () => {
  access = (await server().signUp()).access
  await listTestNetwork(server().exchange.sequencer)
})

const calls = Object.entries(api) as [CallName, Call<never, unknown>][]
const fieldsOf = (name: CallName): string[] => [
  ...Object.keys(callSchemas[name].input.shape),
  'x',
  '__proto__',
  'constructor',
]
/** Among the fields of all calls. */
const positionOf = (name: CallName, field: string): number =>
  calls.findIndex(([each]) => each === name) + fieldsOf(name).indexOf(field)
/** Fields begin with different literals, so that together they get all. */
const everyNth = (nth: number, first = 0): readonly string[] =>
  HOSTILE_LITERALS.filter((_, index) => index % nth === first % nth)
/** Every eighth literal for an unknown field. */
const literalsFor = (name: CallName, field: string): readonly string[] =>
  everyNth(Object.hasOwn(callSchemas[name].input.shape, field) ? scope.everyNthLiteral : 8, positionOf(name, field))

type Field = readonly [name: CallName, field: string, rest: Readonly<Record<string, unknown>>]
const FIELDS: readonly Field[] = calls
  .filter(([, { method }]) => method === 'POST')
  .flatMap(([name]) =>
    (VALID_BODIES[name] ?? [{}]).flatMap((rest) => fieldsOf(name).map((field): Field => [name, field, rest])),
  )

/** Sends the body as text, so that the literal is not changed by serialization. */
async function send({ base, path }: Call<never, unknown>, body: string): Promise<Answer> {
  const reply = await server().request('POST', base + path, { body, access })
  return { status: reply.status, text: JSON.stringify(reply.body) }
}

const bodyWith = (field: string, rest: Readonly<Record<string, unknown>>, literal: string): string => {
  const { [field]: _replaced, ...others } = rest
  const entries = Object.entries(others).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
  return `{${[...entries, `${JSON.stringify(field)}:${literal}`].join(',')}}`
}

test.each(FIELDS)(
  'The call %s answers hostile values in its field %s below 500 (other fields: %j)',
  async (name, field, rest) => {
    const call: Call<never, unknown> = api[name]
    let before = await server().stateHash()
    for (const literal of literalsFor(name, field)) {
      const fresh =
        name === 'placeOrder' && field !== 'client_order_id' ? { client_order_id: randomUUID(), ...rest } : rest
      const { status, text } = await send(call, bodyWith(field, fresh, literal))
      expect(status, `${literal} ${text}`).toBeLessThan(500)
      expect(text, literal).not.toMatch(/node:|\.ts:|node_modules|select |invariant violated/i)
      if (status >= 400) expect(await server().stateHash(), `${literal} ${text}`).toBe(before)
      if (status >= 400) expect(text, literal).toContain('"detail"')
      else {
        expect(isAllowed(call, field, literal), `${field} ${literal} was taken: ${text}`).toBe(true)
        before = await server().stateHash()
      }
    }
  },
)

const BOOLEANS: readonly string[] = ['post_only', 'hidden', ...NOTIFICATION_KINDS]

/** Whether the field accepts this hostile literal. */
function isAllowed(call: Call<never, unknown>, field: string, literal: string): boolean {
  const value: unknown = JSON.parse(literal)
  if (call.path === api.logout.path) return typeof value === 'string'
  if (field === 'password') return typeof value === 'string' && value.length >= 6 && value.length <= 256
  // A number stands for a code with leading zeros.
  if (field === 'referrer_uid') return value === null || (typeof value === 'number' && /^\d{1,9}$/.test(String(value)))
  if (field === 'device_id') return typeof value === 'string' && value.length <= 64
  if (field === 'init_data') return value === null || value === ''
  if (field === 'lang_code' || field === 'platform') return value === null || String(value).length <= 35
  if (BOOLEANS.includes(field)) return typeof value === 'boolean'
  if (field === 'in_app') return literal === '{}'
  if (field === 'quiet_hours') return value === null
  if (field === 'up_to') return Number.isSafeInteger(value) && Number(value) > 0
  if (field === 'client_order_id') return typeof value === 'string' && /^[\w-]{1,64}$/.test(value)
  return false
}

const UNUSUAL_PARTS = ['', '.', '..', '%2e%2e', '%00', '%ff', '%F0%9F%92%A9', 'null', randomUUID(), 'x'.repeat(5_000)]
const PARTS = [
  ...UNUSUAL_PARTS,
  ...everyNth(scope.everyNthLiteral).map((literal) => encodeURIComponent(toText(literal)).slice(0, 6_000)),
]
const withParts = calls.filter(([, { path }]) => path.includes(':'))

// fetch removes "." from a path, and the shorter path belongs to another call.
const isOtherCall = (name: CallName, part: string): boolean =>
  (name === 'endSession' || name === 'transaction') && part === '.'

test.each(withParts)(
  'The call %s answers hostile path parameters with a status from 400 to 499',
  async (name, { base, method, path }) => {
    const before = await server().stateHash()
    for (const part of PARTS.filter((each) => !isOtherCall(name, each))) {
      const { status, body } = await server().request(method, base + path.replace(/:\w+/, part), { access })
      expect(status, part).toBeGreaterThanOrEqual(400)
      expect(status, part).toBeLessThan(500)
      expect(body, part).toHaveProperty('detail')
    }
    expect(await server().stateHash()).toBe(before)
  },
)

const withQuery = calls.filter(([, { method }]) => method === 'GET')

test.each(withQuery)('The call %s answers hostile query parameters below 500', async (name, { base, path }) => {
  const before = await server().stateHash()
  for (const field of fieldsOf(name))
    for (const literal of literalsFor(name, field)) {
      const value = encodeURIComponent(toText(literal).slice(0, 2_000))
      const address = `${base}${path.replace(/:\w+/, '7')}?${field}=${value}`
      const { status } = await server().request('GET', address, { access })
      expect(status, `${field} ${literal}`).toBeLessThan(500)
    }
  expect(await server().stateHash()).toBe(before)
})

test('The profile endpoint answers 401 to a malformed authorization header', async () => {
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
    const reply = await fetch(`${server().address}/exchange-backend${api.profile.path}`, {
      headers: { authorization: value },
    })
    expect(reply.status, value).toBe(401)
  }
})

/** Posts a raw body with any headers. */
const post = (body: BodyInit, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(`${server().address}/exchange-backend${api.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })

test('The login endpoint refuses deeply nested, wide and oversized JSON bodies with 400, 413 or 422', async () => {
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
  const wide = `{${Array.from({ length: 5_000 }, (_, index) => `"k${index}":0`).join(',')}}`
  const huge = '9'.repeat(2 ** 20)
  for (const body of [deep, wide, `{"email":${deep}}`, huge, `"${huge}"`, JSON.stringify({ email: huge })]) {
    const { status } = await post(body)
    expect([400, 413, 422], body.slice(0, 20)).toContain(status)
  }
  // A body nested 16 levels is parsed; brackets inside strings do not count. One nested 17 levels is refused.
  const nested = (depth: number, inside = '"[[[\\"[["') => `${'['.repeat(depth)}${inside}${']'.repeat(depth)}`
  expect([(await post(nested(16))).status, (await post(nested(17))).status]).toEqual([422, 400])
  expect((await post(`{"a":${nested(15)},"b":${nested(15)}}`)).status).toBe(422)
  expect((await post(`{"a":${nested(15, '{}')}}`)).status).toBe(400)
  expect((await server().request('GET', '/health')).status).toBe(200)
})

test('The login endpoint answers invalid UTF-8, compressed bodies and other content types below 500', async () => {
  const good = JSON.stringify(credentials)
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
