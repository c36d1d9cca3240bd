/** `/openapi.json` against the server that publishes it: every route, every answer, to the letter. */

import { randomUUID } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { SessionView, TwoFactorSetup } from '../../src/contract/account-views.ts'
import { api, EXCHANGE_BASE, openApi, outside } from '../../src/contract/api.ts'
import type { CallName, OutsideName } from '../../src/contract/call-schemas.ts'
import type { ErrorBody, OrderView, Tokens } from '../../src/contract/views.ts'
import { house, type Reply } from './exchange-world.ts'
import { type GoogleDouble, googleSettings, startGoogleDouble } from './google-double.ts'
import { codeAt, lockedAccount } from './locked-account.ts'
import { type OpenApi, openApiStructure, operationsOf, type Published } from './openapi-structure.ts'
import { freePort } from './running-server.ts'
import { shownToken } from './shown-letters.ts'
import { BOT_TOKEN, initData, person, widgetData } from './telegram-bot.ts'

type Name = CallName | OutsideName

const routes = new Set<string>()
// Told of every fastify before its first route.
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.add(`${each} ${url}`)
  })
})

const HERE = 'https://tern.example'
const googlePort = await freePort()
const home = house({ BOT_TOKEN, PUBLIC_URL: HERE, ...googleSettings(googlePort) })
const limited = house({ RATE_LIMITS: 'on' })
const DOGE = 7
let document: OpenApi
let google: GoogleDouble
let tokens: Tokens

afterAll(() => google?.stop())
beforeAll(async () => {
  google = await startGoogleDouble(googlePort, [`${HERE}/register`])
  document = openApiStructure.parse((await home().ask('GET', openApi.path)).body)
  tokens = await home().signUp()
})

const calls = { ...api, ...outside }
const published = (name: Name): Published => {
  const found = operationsOf(document).find(({ operation }) => operation.operationId === name)
  if (found === undefined) throw new Error(`${name} is not published`)
  return found
}

/** References of a published schema are looked up in the document it is published in. */
function read(schema: unknown): z.ZodType {
  const text = JSON.stringify({ $defs: document.components.schemas, ...(schema as object) })
  return z.fromJSONSchema(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')))
}

/** Throws unless the answer is as published under its status: no field missing, none too many. */
function check<T>(name: Name, { status, body, headers }: Reply<T>): T {
  const { responses } = published(name).operation
  const response = responses[status]
  if (response === undefined) throw new Error(`${name} does not publish ${status}: ${JSON.stringify(body)}`)
  const schema = read(response.content['application/json'].schema)
  const { success, error } = schema.safeParse(body)
  if (!success) throw new Error(`${name} ${status} is not as published: ${error.message} ${JSON.stringify(body)}`)
  if (name !== 'openApi') expect([name, schema.safeParse(withMore(body)).success]).toEqual([name, false])
  if (status >= 400 && name !== 'health') expect(response.description).toContain(`\`${(body as ErrorBody).code}\``)
  if (response.headers !== undefined)
    for (const each of Object.keys(response.headers)) expect(headers.has(each)).toBe(true)
  return body
}

/** With a field that nobody promised. */
const withMore = (body: unknown): unknown =>
  Array.isArray(body) ? body.map((each) => withMore(each)) : { ...(body as object), more: 'x' }

type Wish = { readonly body?: unknown; readonly parts?: Record<string, string | number>; readonly query?: string }

async function ask<T>(name: Name, { body, parts = {}, query = '' }: Wish = {}, access?: string): Promise<T> {
  const { method, path } = calls[name]
  const url = path.replace(/:(\w+)/g, (_, part: string) => String(parts[part])) + query
  return check(name, await home().ask<T>(method, url, { access, ...(method === 'POST' && { body: body ?? {} }) }))
}
const mine = <T>(name: Name, wish: Wish = {}): Promise<T> => ask(name, wish, tokens.access)

const order = (wish: object = {}) => ({
  body: {
    client_order_id: randomUUID(),
    pair_id: DOGE,
    side: 'buy',
    type: 'limit',
    price: '0.08',
    volume: '100',
    ...wish,
  },
})

test('names, references, path parts and security are all of this document', () => {
  const operations = operationsOf(document)
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(Object.keys(calls).toSorted())
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)
  expect([...references].map(([, name]) => name).filter((name) => !(name! in document.components.schemas))).toEqual([])
  for (const { path, operation } of operations) {
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
    expect(inPath.every(({ required }) => required)).toBe(true)
    for (const needs of operation.security)
      expect(Object.keys(document.components.securitySchemes)).toEqual(expect.arrayContaining(Object.keys(needs)))
  }
})

test('no object takes a field that it does not name', () => {
  const objects: Record<string, unknown>[] = []
  JSON.stringify(document, (_key, value) => {
    if (value?.type === 'object') objects.push(value)
    return value
  })
  const open = objects.filter(({ properties }) => properties !== undefined)
  expect(open.filter(({ additionalProperties }) => additionalProperties !== false)).toEqual([])
  expect(open.length).toBeGreaterThan(20)
})

test('what fastify serves is what is published', () => {
  // Pages of the client, where it is built, the letters of play money, and what fastify adds to every GET.
  const pages = ['GET /', 'GET /*', 'GET /play/mail']
  const served = [...routes].filter((route) => !route.startsWith('HEAD ') && !pages.includes(route))
  const promised = operationsOf(document).map(
    ({ path, method }) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
  )
  expect(served.toSorted()).toEqual(promised.toSorted())
})

test('every call says who may ask, and takes what its schema says', () => {
  const both = [{ 'telegram-init-data': [] }, { authorization: [] }]
  for (const [name, { access, path }] of Object.entries(calls)) {
    const { operation, path: shown } = published(name as Name)
    expect([name, operation.security]).toEqual([name, access === 'bearer' ? both : []])
    expect(shown.replace(/\{(\w+)\}/g, ':$1')).toBe(name in api ? EXCHANGE_BASE + path : path)
  }
  const { parameters } = published('orders').operation
  expect(parameters.map(({ name, required }) => [name, required])).toEqual([
    ['status', false],
    ['pair_id', false],
    ['offset', false],
    ['limit', false],
  ])
  const body = read(published('placeOrder').operation.requestBody?.content['application/json'].schema)
  expect(body.safeParse(order().body).success).toBe(true)
  expect(body.safeParse({ ...order().body, side: 'hold' }).success).toBe(false)
})

/** One good answer of each call; a call that is not in here does not compile. */
const good: Record<Name, () => Promise<unknown>> = {
  register: () => ask('register', { body: { email: `${randomUUID()}@example.com`, password: 'plain words' } }),
  login: async () => {
    const body = { email: `${randomUUID()}@example.com`, password: 'plain words' }
    await home().signUp(body.email, body.password)
    return ask('login', { body })
  },
  secondFactor: async () => {
    const { email, password, recoveryCodes } = await lockedAccount(home())
    const { ticket } = await ask<ErrorBody>('login', { body: { email, password } })
    return ask('secondFactor', { body: { ticket, code: recoveryCodes[0] } })
  },
  setTwoFactor: async () => ask('setTwoFactor', {}, (await home().signUp()).access),
  confirmTwoFactor: async () => {
    const { access } = await home().signUp()
    const { secret } = await ask<TwoFactorSetup>('setTwoFactor', {}, access)
    return ask('confirmTwoFactor', { body: { secret, code: codeAt(secret, home().now()) } }, access)
  },
  disableTwoFactor: async () => {
    const { tokens, recoveryCodes } = await lockedAccount(home())
    return ask('disableTwoFactor', { body: { recovery_code: recoveryCodes[0] } }, tokens.access)
  },
  recoveryCodes: async () => {
    const { tokens, recoveryCodes } = await lockedAccount(home())
    return ask('recoveryCodes', { body: { code: recoveryCodes[0] } }, tokens.access)
  },
  setPassword: async () => {
    const body = { password: 'other words', current_password: 'correct horse' }
    return ask('setPassword', { body }, (await home().signUp()).access)
  },
  sessions: () => mine('sessions'),
  endSession: async () => {
    const { access } = await home().signUp()
    const [session] = await ask<SessionView[]>('sessions', {}, access)
    return ask('endSession', { parts: { session: session?.id ?? '' } }, access)
  },
  endSessions: () => mine('endSessions', { query: '?others=true' }),
  loginHistory: () => mine('loginHistory', { query: '?limit=100' }),
  linkTelegram: async () => {
    const body = { raw_callback_data: widgetData(8, Date.now()), password: 'correct horse' }
    return ask('linkTelegram', { body }, (await home().signUp()).access)
  },
  unlink: async () => {
    const { access } = await home().signUp()
    const proof = { password: 'correct horse' }
    await ask('linkTelegram', { body: { raw_callback_data: widgetData(9, Date.now()), ...proof } }, access)
    return ask('unlink', { body: { way: 'telegram', ...proof } }, access)
  },
  refresh: async () => ask('refresh', { body: { refresh_token: (await home().signUp()).refresh } }),
  logout: async () => ask('logout', { body: { refresh_token: (await home().signUp()).refresh } }),
  telegramWidget: () => ask('telegramWidget', { body: { raw_callback_data: widgetData(7, Date.now()) } }),
  startApp: () => ask('startApp', { body: { init_data: initData(person(7), Date.now()) } }),
  socketTicket: () => mine('socketTicket'),
  profile: () => mine('profile'),
  currencies: () => ask('currencies'),
  coinPairs: () => ask('coinPairs'),
  pairs: () => ask('pairs'),
  fullPairs: () => ask('fullPairs'),
  pairDescription: () => ask('pairDescription', { parts: { id: DOGE } }),
  priceHistory: () => ask('priceHistory', { parts: { id: DOGE }, query: '?period=30d' }),
  fiatNames: () => ask('fiatNames'),
  fiatRates: () => ask('fiatRates'),
  assets: () => mine('assets'),
  currentBalance: () => mine('currentBalance'),
  fullBalance: () => mine('fullBalance', { query: '?period=7d' }),
  placeOrder: () => mine('placeOrder', order()),
  cancelOrder: async () => {
    const { uuid } = await mine<OrderView>('placeOrder', order())
    return mine('cancelOrder', { parts: { uuid } })
  },
  orders: () => mine('orders', { query: '?status=all&limit=100' }),
  fills: () => mine('fills', { query: `?pair_id=${DOGE}` }),
  notifications: () => mine('notifications'),
  invite: () => mine('invite'),
  inviteMessage: () => mine('inviteMessage'),
  setNotifications: () => mine('setNotifications', { body: { order_filled: true, sign_in: false } }),
  ways: () => ask('ways'),
  google: async () => ask('google', { body: await google.visit(randomUUID(), {}, `${HERE}/register`) }),
  confirmEmail: async () => {
    const email = `${randomUUID()}@example.com`
    await home().signUp(email)
    return ask('confirmEmail', { body: { token: await shownToken(home(), email) } })
  },
  forgot: () => ask('forgot', { body: { email: 'nobody@example.com' } }),
  reset: async () => {
    const email = `${randomUUID()}@example.com`
    await home().signUp(email)
    await ask('forgot', { body: { email } })
    return ask('reset', { body: { token: await shownToken(home(), email, 'reset'), password: 'other words' } })
  },
  sendConfirmation: async () => ask('sendConfirmation', {}, (await home().signUp()).access),
  linkEmail: async () => {
    const body = { email: `${randomUUID()}@example.com`, password: 'correct horse' }
    return ask('linkEmail', { body }, (await home().signUp()).access)
  },
  linkGoogle: async () => {
    const evidence = await google.visit(randomUUID(), {}, `${HERE}/register`)
    return ask('linkGoogle', { body: { ...evidence, password: 'correct horse' } }, (await home().signUp()).access)
  },
  health: () => ask('health'),
  openApi: () => ask('openApi'),
}

test.each(Object.entries(good))('%s answers as published', async (_name, call) => {
  // Something has happened, so that lists are not empty and figures are not null.
  await home().offer(DOGE, '0.1', '500')
  await mine('placeOrder', order({ type: 'market', price: undefined, volume: '100' }))
  const body = await call()
  if (Array.isArray(body)) expect(body.length).toBeGreaterThan(0)
})

test.each(Object.keys(api) as CallName[])('%s says no as published', async (name) => {
  const { access, method } = api[name]
  if (access === 'bearer') expect(await ask(name)).toMatchObject({ code: 'UNAUTHORIZED' })
  const stranger = method === 'POST' ? { body: { stranger: 1 } } : { query: '?stranger=1' }
  expect(await ask(name, stranger, tokens.access)).toMatchObject({ code: 'INVALID_REQUEST' })
})

const refused: readonly (readonly [string, Name, Wish])[] = [
  ['INVALID_CREDENTIALS', 'login', { body: { email: 'nobody@example.com', password: 'plain words' } }],
  ['UNAUTHORIZED', 'refresh', { body: { refresh_token: 'x' } }],
  ['COMMON_PASSWORD', 'register', { body: { email: 'ann@example.com', password: 'Dragon123' } }],
  ['PASSWORD_IS_EMAIL', 'register', { body: { email: 'ann@example.com', password: 'Ann@example.com' } }],
  ['SIGN_IN_EXPIRED', 'secondFactor', { body: { ticket: 'x', code: '123456' } }],
  ['2FA_SETUP_EXPIRED', 'confirmTwoFactor', { body: { code: '123456', secret: 'x' } }],
  ['2FA_NOT_ON', 'disableTwoFactor', { body: { code: '123456' } }],
  ['2FA_NOT_ON', 'recoveryCodes', { body: { code: '123456' } }],
  ['REAUTH_REQUIRED', 'setPassword', { body: { password: 'other words' } }],
  ['WRONG_PASSWORD', 'setPassword', { body: { password: 'other words', current_password: 'x' } }],
  ['SESSION_NOT_FOUND', 'endSession', { parts: { session: randomUUID() } }],
  ['REAUTH_REQUIRED', 'linkTelegram', { body: {} }],
  ['INIT_DATA_REQUIRED', 'linkTelegram', { body: { password: 'correct horse' } }],
  ['LAST_WAY_IN', 'unlink', { body: { way: 'email', password: 'correct horse' } }],
  ['WAY_NOT_LINKED', 'unlink', { body: { way: 'google', password: 'correct horse' } }],
  ['GOOGLE_FAILED', 'google', { body: { authentication_code: 'x' } }],
  ['REDIRECT_NOT_OURS', 'google', { body: { authentication_code: 'x', redirect_uri: 'https://evil.example/' } }],
  ['GOOGLE_FAILED', 'linkGoogle', { body: { authentication_code: 'x', password: 'correct horse' } }],
  ['LINK_EXPIRED', 'confirmEmail', { body: { token: 'x' } }],
  ['LINK_EXPIRED', 'reset', { body: { token: 'x', password: 'other words' } }],
  ['REAUTH_REQUIRED', 'linkEmail', { body: { email: 'ann@example.com' } }],
  ['INVALID_TELEGRAM_DATA', 'telegramWidget', { body: { raw_callback_data: {} } }],
  ['WIDGET_DATA_EXPIRED', 'telegramWidget', { body: { raw_callback_data: widgetData(7, 1_700_000_000_000) } }],
  ['INVALID_TELEGRAM_DATA', 'startApp', { body: { init_data: 'x' } }],
  ['INIT_DATA_EXPIRED', 'startApp', { body: { init_data: initData(person(7), 1_700_000_000_000) } }],
  ['PAIR_NOT_FOUND', 'pairDescription', { parts: { id: 999 } }],
  ['PAIR_NOT_FOUND', 'priceHistory', { parts: { id: 999 } }],
  ['PAIR_NOT_FOUND', 'placeOrder', order({ pair_id: 999 })],
  ['ORDER_NOT_FOUND', 'cancelOrder', { parts: { uuid: randomUUID() } }],
  ['PRICE_TICK', 'placeOrder', order({ price: '0.080000001' })],
  ['PRICE_BAND', 'placeOrder', order({ price: '9' })],
  ['LOT_STEP', 'placeOrder', order({ volume: '1.5' })],
  ['MIN_NOTIONAL', 'placeOrder', order({ volume: '1' })],
  ['MAX_AMOUNT', 'placeOrder', order({ volume: '900000000' })],
  ['MAX_NOTIONAL', 'placeOrder', order({ volume: '500000000', price: '0.12' })],
  ['INSUFFICIENT_BALANCE', 'placeOrder', order({ volume: '1000000' })],
  ['REQUIRED_PRICE', 'placeOrder', order({ price: undefined })],
  ['REQUIRED_AMOUNT', 'placeOrder', order({ volume: undefined })],
  ['INVALID_NUMBER', 'placeOrder', order({ volume: '1e2' })],
  ['INVALID_REQUEST', 'placeOrder', order({ total: '5' })],
  ['FOK_NOT_FILLABLE', 'placeOrder', order({ time_in_force: 'FOK' })],
  ['POST_ONLY_WOULD_TAKE', 'placeOrder', order({ price: '0.12', post_only: true })],
  ['NO_LIQUIDITY', 'placeOrder', order({ pair_id: 1, type: 'market', price: undefined, volume: '0.001' })],
]

test.each(refused)('%s of %s is published', async (code, name, wish) => {
  expect(await mine<ErrorBody>(name, wish)).toMatchObject({ code })
})

test('an e-mail that is taken, and a client id that was used, are published', async () => {
  const body = { email: `${randomUUID()}@example.com`, password: 'plain words' }
  await ask('register', { body })
  expect(await ask('register', { body })).toMatchObject({ code: 'EMAIL_TAKEN' })
  const { body: first } = order()
  await mine('placeOrder', { body: first })
  expect(await mine('placeOrder', { body: { ...first, volume: '101' } })).toMatchObject({ code: 'CLIENT_ID_REUSED' })
})

test('a launch without evidence, and an exchange without a bot, are published', async () => {
  expect(await ask('startApp')).toMatchObject({ code: 'INIT_DATA_REQUIRED' })
  const wishes = { startApp: { init_data: 'x' }, telegramWidget: { raw_callback_data: {} } } as const
  for (const name of ['startApp', 'telegramWidget'] as const) {
    const reply = await limited().ask<ErrorBody>('POST', api[name].path, { body: wishes[name] })
    expect(check(name, reply)).toMatchObject({ code: 'TELEGRAM_NOT_CONFIGURED' })
  }
})

test('asking too often is answered as published, with how long to wait', async () => {
  const again = () => limited().ask<ErrorBody>('POST', api.refresh.path, { body: { refresh_token: 'x' } })
  for (let count = 0; count < 30; count++) await again()
  expect(check('refresh', await again())).toMatchObject({ code: 'RATE_LIMITED' })
})

test('an exchange that takes no orders says so as published', async () => {
  limited().later(60_000)
  const { access } = await limited().signUp()
  await limited().exchange.sequencer.stop()
  for (const name of ['pairs', 'assets', 'orders'] as const)
    expect(check(name, await limited().ask<ErrorBody>('GET', api[name].path, { access }))).toMatchObject({
      code: 'UNAVAILABLE',
    })
  expect(check('health', await limited().ask('GET', outside.health.path))).toMatchObject({ status: 'stopping' })
})
