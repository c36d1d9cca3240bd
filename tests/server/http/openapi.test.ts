/** Compares `/openapi.json` with the running server: every route and every reply matches its schema exactly. */

import { randomUUID } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { ProfileView, SessionView, TwoFactorSetup } from '../../../src/contract/account/views.ts'
import { api, openApi, rootCalls } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import type { ConvertQuoteView } from '../../../src/contract/convert/views.ts'
import type { TaskId, UserId } from '../../../src/contract/ids.ts'
import type { OrderView } from '../../../src/contract/orders/views.ts'
import type { PlayWalletView } from '../../../src/contract/play-wallet/views.ts'
import type { CallName, RootCallName } from '../../../src/contract/schemas.ts'
import type { TransactionDetailView, TransactionsPage } from '../../../src/contract/transactions/views.ts'
import type { AddressView } from '../../../src/contract/wallet/views.ts'
import { newestEmailToken, newestFreezeToken } from '../../fixtures/email-inbox.ts'
import { type FakeGoogle, readGoogleSettings, startFakeGoogle } from '../../fixtures/fake-google.ts'
import { makeReportNow } from '../../fixtures/liabilities.ts'
import { ETHEREUM, listTestNetwork } from '../../fixtures/listed-network.ts'
import { type OpenApi, openApiStructure, operationsOf, type Published } from '../../fixtures/openapi-structure.ts'
import { setTask } from '../../fixtures/parallel-claims.ts'
import { codeAt, createSecuredAccount, type SecuredAccount } from '../../fixtures/secured-account.ts'
import { freePort } from '../../fixtures/server-process.ts'
import { BOT_TOKEN, initData, telegramUser, widgetData } from '../../fixtures/telegram-signer.ts'
import { type Reply, setUpTestServer } from '../../fixtures/test-exchange.ts'
import { DESTINATION } from '../../fixtures/withdrawer.ts'

type Name = CallName | RootCallName

const routes = new Set<string>()
// Published for every fastify instance before its first route.
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.add(`${each} ${url}`)
  })
})

const PUBLIC_URL = 'https://tern.example'
const googlePort = await freePort()
const server = setUpTestServer({ BOT_TOKEN, PUBLIC_URL: PUBLIC_URL, ...readGoogleSettings(googlePort) })
const limited = setUpTestServer({ RATE_LIMITS: 'on' })
const withChain = setUpTestServer({ PLAY_CHAIN: 'on', PLAY_BLOCK_MILLIS: '50' })
const DOGE = 7
const LOCKED_TASK = 301
let lastTelegramId = 10_000
let document: OpenApi
let google: FakeGoogle
let tokens: Tokens

afterAll(() => google?.stop())
beforeAll(async () => {
  google = await startFakeGoogle(googlePort, [`${PUBLIC_URL}/register`])
  document = openApiStructure.parse((await server().request('GET', openApi.path)).body)
  tokens = await server().signUp()
  await listTestNetwork(server().exchange.sequencer)
  await setTask(server(), LOCKED_TASK, { kind: 'promo_code', code: 'CODE', after: 7 as TaskId })
})

const calls = { ...api, ...rootCalls }
const published = (name: Name): Published => {
  const found = operationsOf(document).find(({ operation }) => operation.operationId === name)
  if (found === undefined) throw new Error(`${name} is not published`)
  return found
}

/** Builds a validator of a published schema; its references resolve within the document. */
function validatorOf(schema: unknown): z.ZodType {
  const text = JSON.stringify({ $defs: document.components.schemas, ...(schema as object) })
  return z.fromJSONSchema(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')))
}

/** Throws unless the reply matches the schema published for its status, with no missing or extra field. */
function check<T>(name: Name, { status, body, headers }: Reply<T>): T {
  const { responses } = published(name).operation
  const response = responses[status]
  if (response === undefined) throw new Error(`${name} does not publish ${status}: ${JSON.stringify(body)}`)
  const schema = validatorOf(response.content['application/json'].schema)
  const { success, error } = schema.safeParse(body)
  if (!success) throw new Error(`${name} ${status} does not match its schema: ${error.message} ${JSON.stringify(body)}`)
  if (name !== 'openApi') expect([name, schema.safeParse(withMore(body)).success]).toEqual([name, false])
  if (status >= 400 && name !== 'health') expect(response.description).toContain(`\`${(body as ErrorBody).code}\``)
  if (response.headers !== undefined)
    for (const each of Object.keys(response.headers)) expect(headers.has(each)).toBe(true)
  return body
}

/** The body with one field that the schema does not have. */
const withMore = (body: unknown): unknown =>
  Array.isArray(body) ? body.map((each) => withMore(each)) : { ...(body as object), more: 'x' }

type Input = { readonly body?: unknown; readonly parts?: Record<string, string | number>; readonly query?: string }

async function ask<T>(name: Name, { body, parts = {}, query = '' }: Input = {}, access?: string): Promise<T> {
  const { base, method, path } = calls[name]
  const url = (base + path).replace(/:(\w+)/g, (_, part: string) => String(parts[part])) + query
  return check(name, await server().request<T>(method, url, { access, ...(method === 'POST' && { body: body ?? {} }) }))
}
const askAsUser = <T>(name: Name, input: Input = {}): Promise<T> => ask(name, input, tokens.access)

const conversion = () => ({ body: { from_currency_id: 1, to_currency_id: 8, from_amount: '10' } })

const order = (input: object = {}) => ({
  body: {
    client_order_id: randomUUID(),
    pair_id: DOGE,
    side: 'buy',
    type: 'limit',
    price: '0.08',
    volume: '100',
    ...input,
  },
})

test('The document says for how long a repeated order id is recognised', () => {
  const { requestBody } = published('placeOrder').operation as unknown as {
    requestBody: {
      content: { 'application/json': { schema: { properties: Record<string, { description?: string }> } } }
    }
  }
  const { client_order_id: id, valid_until: until } = requestBody.content['application/json'].schema.properties
  expect(id?.description).toMatch('until two minutes after `valid_until`')
  expect(until?.description).toMatch('at most two minutes ahead')
})

test('The OpenAPI document has unique operation ids and resolves all references, path parameters and security schemes', () => {
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

test('Every object schema in the OpenAPI document forbids additional properties', () => {
  const objects: Record<string, unknown>[] = []
  JSON.stringify(document, (_key, value) => {
    if (value?.type === 'object') objects.push(value)
    return value
  })
  const open = objects.filter(({ properties }) => properties !== undefined)
  expect(open.filter(({ additionalProperties }) => additionalProperties !== false)).toEqual([])
  expect(open.length).toBeGreaterThan(20)
})

test('The OpenAPI document lists exactly the routes that fastify serves', () => {
  // Excluded: pages, the manifest for wallets, the webhook of the identity check, the endpoints of the play chains and the HEAD routes of every GET.
  const pages = [
    ...['GET /', 'GET /*', 'GET /tonconnect-manifest.json', 'POST /play/evm', 'OPTIONS /play/evm'],
    ...['POST /exchange-backend/verify/sumsub/', 'GET /exchange-backend/verify/return/'],
    ...['GET /play/verify/:ticket', 'POST /play/verify/:ticket'],
  ]
  const isExcluded = (route: string): boolean =>
    route.startsWith('HEAD ') || pages.includes(route) || route.includes(' /play/ton/')
  const served = [...routes].filter((route) => !isExcluded(route))
  const promised = operationsOf(document).map(
    ({ path, method }) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
  )
  expect(served.toSorted()).toEqual(promised.toSorted())
})

test('Every published operation has the access rule, the path and the parameters of its call', () => {
  const both = [{ 'telegram-init-data': [] }, { authorization: [] }]
  for (const [name, { base, access, path }] of Object.entries(calls)) {
    const { operation, path: shown } = published(name as Name)
    expect([name, operation.security]).toEqual([name, access === 'bearer' ? both : []])
    expect(shown.replace(/\{(\w+)\}/g, ':$1')).toBe(base + path)
  }
  const { parameters } = published('orders').operation
  expect(parameters.map(({ name, required }) => [name, required])).toEqual([
    ['status', false],
    ['pair_id', false],
    ['offset', false],
    ['limit', false],
    ['before', false],
  ])
  const body = validatorOf(published('placeOrder').operation.requestBody?.content['application/json'].schema)
  expect(body.safeParse(order().body).success).toBe(true)
  expect(body.safeParse({ ...order().body, side: 'hold' }).success).toBe(false)
})

/** The token of an undo link that 2FA of a new account caused. */
async function undoToken(): Promise<string> {
  const email = `${randomUUID()}@example.com`
  const { access } = await server().signUp(email)
  await ask('confirmEmail', { body: { token: await newestEmailToken(server(), email) } })
  const body = { raw_callback_data: widgetData(++lastTelegramId, Date.now()), password: 'correct horse' }
  await ask('linkTelegram', { body }, access)
  return newestEmailToken(server(), email, 'added')
}

/** The token of a freeze link that a request for a new password emailed. */
async function freezeToken(): Promise<string> {
  const email = `${randomUUID()}@example.com`
  await server().signUp(email)
  await ask('forgot', { body: { email } })
  return newestFreezeToken(server(), email)
}

const FIRST_TRADE = 5

async function referrerWithFriend(): Promise<string> {
  const { access } = await server().signUp()
  const { body } = await server().request<ProfileView>('GET', api.profile.path, { access })
  const email = `${randomUUID()}@example.com`
  await ask('register', { body: { email, password: 'plain words', referrer_uid: body.referral_code } })
  return access
}

const destination = { network_id: ETHEREUM, address: DESTINATION }

function withdraw({ tokens: own, recoveryCodes }: SecuredAccount): Promise<TransactionDetailView> {
  const body = { ...destination, client_request_id: randomUUID(), currency_id: 1, amount: '20', code: recoveryCodes[0] }
  return ask('withdraw', { body }, own.access)
}

const saveAddress = ({ tokens: own, recoveryCodes }: SecuredAccount): Promise<AddressView> =>
  ask('addAddress', { body: { ...destination, label: 'mine', code: recoveryCodes[0] } }, own.access)

/** One successful request for each call; a missing call is a compile error. */
const successes: Record<Name, () => Promise<unknown>> = {
  register: () => ask('register', { body: { email: `${randomUUID()}@example.com`, password: 'plain words' } }),
  login: async () => {
    const body = { email: `${randomUUID()}@example.com`, password: 'plain words' }
    await server().signUp(body.email, body.password)
    return ask('login', { body })
  },
  secondFactor: async () => {
    const { email, password, recoveryCodes } = await createSecuredAccount(server())
    const { ticket } = await ask<ErrorBody>('login', { body: { email, password } })
    return ask('secondFactor', { body: { ticket, code: recoveryCodes[0] } })
  },
  setTwoFactor: async () => ask('setTwoFactor', {}, (await server().signUp()).access),
  confirmTwoFactor: async () => {
    const { access } = await server().signUp()
    const { secret } = await ask<TwoFactorSetup>('setTwoFactor', {}, access)
    return ask(
      'confirmTwoFactor',
      { body: { secret, code: codeAt(secret, server().now()), password: 'correct horse' } },
      access,
    )
  },
  disableTwoFactor: async () => {
    const { tokens, recoveryCodes } = await createSecuredAccount(server())
    return ask('disableTwoFactor', { body: { recovery_code: recoveryCodes[0] } }, tokens.access)
  },
  recoveryCodes: async () => {
    const { tokens, recoveryCodes } = await createSecuredAccount(server())
    return ask('recoveryCodes', { body: { code: recoveryCodes[0] } }, tokens.access)
  },
  setPassword: async () => {
    const body = { password: 'other words', current_password: 'correct horse' }
    return ask('setPassword', { body }, (await server().signUp()).access)
  },
  sessions: () => askAsUser('sessions'),
  endSession: async () => {
    const { access } = await server().signUp()
    const [session] = await ask<SessionView[]>('sessions', {}, access)
    return ask('endSession', { parts: { session: session?.id ?? '' } }, access)
  },
  endSessions: () => askAsUser('endSessions', { query: '?others=true' }),
  loginHistory: () => askAsUser('loginHistory', { query: '?limit=100' }),
  linkTelegram: async () => {
    const body = { raw_callback_data: widgetData(8, Date.now()), password: 'correct horse' }
    return ask('linkTelegram', { body }, (await server().signUp()).access)
  },
  unlink: async () => {
    const { access } = await server().signUp()
    const proof = { password: 'correct horse' }
    await ask('linkTelegram', { body: { raw_callback_data: widgetData(9, Date.now()), ...proof } }, access)
    return ask('unlink', { body: { way: 'telegram', ...proof } }, access)
  },
  refresh: async () => ask('refresh', { body: { refresh_token: (await server().signUp()).refresh } }),
  logout: async () => ask('logout', { body: { refresh_token: (await server().signUp()).refresh } }),
  telegramWidget: () => ask('telegramWidget', { body: { raw_callback_data: widgetData(7, Date.now()) } }),
  startApp: () => ask('startApp', { body: { init_data: initData(telegramUser(7), Date.now()) } }),
  socketTicket: () => askAsUser('socketTicket'),
  profile: () => askAsUser('profile'),
  currencies: () => ask('currencies'),
  coinPairs: () => ask('coinPairs'),
  pairs: () => ask('pairs'),
  fullPairs: () => ask('fullPairs'),
  pairDescription: () => ask('pairDescription', { parts: { id: DOGE } }),
  priceHistory: () => ask('priceHistory', { parts: { id: DOGE }, query: '?period=30d' }),
  fiatNames: () => ask('fiatNames'),
  fiatRates: () => ask('fiatRates'),
  assets: () => askAsUser('assets'),
  currentBalance: () => askAsUser('currentBalance'),
  fullBalance: () => askAsUser('fullBalance', { query: '?period=7d' }),
  placeOrder: () => askAsUser('placeOrder', order()),
  cancelOrder: async () => {
    const { uuid } = await askAsUser<OrderView>('placeOrder', order())
    return askAsUser('cancelOrder', { parts: { uuid } })
  },
  orders: () => askAsUser('orders', { query: '?status=all&limit=100' }),
  fills: () => askAsUser('fills', { query: `?pair_id=${DOGE}` }),
  notifications: () => askAsUser('notifications'),
  invite: () => askAsUser('invite'),
  inviteMessage: () => askAsUser('inviteMessage'),
  setNotifications: () =>
    askAsUser('setNotifications', {
      body: {
        order_filled: true,
        in_app: { sign_in: true },
        quiet_hours: { from: '22:00', to: '07:30', time_zone: 'Europe/Berlin' },
      },
    }),
  notificationList: () => askAsUser('notificationList', { query: '?limit=5' }),
  readNotifications: () => askAsUser('readNotifications', { body: { up_to: 1 } }),
  friends: async () => ask('friends', {}, await referrerWithFriend()),
  referrals: async () => ask('referrals', {}, await referrerWithFriend()),
  walletCurrencies: async () => check('walletCurrencies', await withChain().request('GET', api.walletCurrencies.path)),
  networks: async () => {
    const { access } = await withChain().signUp()
    return check('networks', await withChain().request('GET', api.networks.path.replace(':id', '1'), { access }))
  },
  tonPayment: async () => {
    const { access } = await withChain().signUp()
    const body = { network_id: 2, currency_id: 1, amount: '5', sender: `0:${'ab'.repeat(32)}` }
    const asked = () => withChain().request('POST', api.tonPayment.path, { access, body })
    await expect.poll(async () => (await asked()).status).toBe(200)
    return check('tonPayment', await asked())
  },
  playWallet: async () => {
    const { access } = await withChain().signUp()
    const opened = () => withChain().request<PlayWalletView>('GET', api.playWallet.path, { access })
    await expect.poll(async () => (await opened()).status).toBe(200)
    return check('playWallet', await opened())
  },
  playSend: async () => {
    const { access } = await withChain().signUp()
    const body = { network_id: 1, currency_id: 1, amount: '5', address: `0x${'12'.repeat(20)}` }
    return check('playSend', await withChain().request('POST', api.playSend.path, { access, body }))
  },
  liabilities: async () => {
    await makeReportNow(server())
    return askAsUser('liabilities')
  },
  liabilityAddresses: () => askAsUser('liabilityAddresses'),
  liabilityProof: async () => askAsUser('liabilityProof', { parts: { seq: (await makeReportNow(server())).seq } }),
  convertFrom: () => askAsUser('convertFrom'),
  convertTo: () => askAsUser('convertTo', { parts: { id: 1 } }),
  convertQuote: () => askAsUser('convertQuote', conversion()),
  convert: async () => {
    const { quote_id } = await askAsUser<ConvertQuoteView>('convertQuote', conversion())
    return askAsUser('convert', { body: { quote_id } })
  },
  transactions: () => askAsUser('transactions', { query: '?type_=convert&limit=5' }),
  async transaction() {
    const { history } = await askAsUser<TransactionsPage>('transactions', { query: '?type_=convert&limit=1' })
    return askAsUser('transaction', { parts: { uuid: history[0]?.uuid ?? '' } })
  },
  exportTransactions: () => askAsUser('exportTransactions', { query: '?type_=convert' }),
  withdrawalLimits: () => askAsUser('withdrawalLimits'),
  websdkLink: () => askAsUser('websdkLink'),
  withdraw: async () => withdraw(await createSecuredAccount(server())),
  cancelWithdrawal: async () => {
    const account = await createSecuredAccount(server())
    const { uuid } = await withdraw(account)
    return ask('cancelWithdrawal', { parts: { uuid } }, account.tokens.access)
  },
  addressBook: () => askAsUser('addressBook'),
  addAddress: async () => saveAddress(await createSecuredAccount(server())),
  deleteAddress: async () => {
    const account = await createSecuredAccount(server())
    const { id } = await saveAddress(account)
    return ask('deleteAddress', { parts: { id: String(id) } }, account.tokens.access)
  },
  setAddressBookMode: async () => {
    const { tokens: own, nextCode } = await createSecuredAccount(server())
    return ask('setAddressBookMode', { body: { whitelist_only: true, code: nextCode() } }, own.access)
  },
  earnProfile: () => askAsUser('earnProfile'),
  tasks: () => askAsUser('tasks'),
  completeTask: () => askAsUser('completeTask', { body: { task_id: FIRST_TRADE } }),
  claimDaily: () => askAsUser('claimDaily'),
  startMining: () => askAsUser('startMining'),
  endMining: async () => {
    await askAsUser('startMining')
    return askAsUser('endMining')
  },
  appeal: async () => {
    const { access } = await server().signUp()
    const { body } = await server().request<ProfileView>('GET', api.profile.path, { access })
    const user = body.uuid as UserId
    const command = {
      type: 'set-reward-standing',
      user,
      standing: 'limited',
      reason: 'test',
      operator: 'test',
    } as const
    await server().exchange.sequencer.submit(command, () => undefined)
    return ask('appeal', { body: { text: 'These are my accounts.' } }, access)
  },
  rewards: async () => {
    await askAsUser('claimDaily')
    return askAsUser('rewards', { query: '?limit=5' })
  },
  leaderboard: () => askAsUser('leaderboard'),
  setLeaderboard: () => askAsUser('setLeaderboard', { body: { hidden: true } }),
  ways: () => ask('ways'),
  google: async () => ask('google', { body: await google.signIn(randomUUID(), {}, `${PUBLIC_URL}/register`) }),
  confirmEmail: async () => {
    const email = `${randomUUID()}@example.com`
    await server().signUp(email)
    return ask('confirmEmail', { body: { token: await newestEmailToken(server(), email) } })
  },
  forgot: () => ask('forgot', { body: { email: 'nobody@example.com' } }),
  playMail: async () => {
    const email = `${randomUUID()}@example.com`
    await server().signUp(email)
    await newestEmailToken(server(), email)
    return ask('playMail')
  },
  reset: async () => {
    const email = `${randomUUID()}@example.com`
    await server().signUp(email)
    await ask('forgot', { body: { email } })
    return ask('reset', { body: { token: await newestEmailToken(server(), email, 'reset'), password: 'other words' } })
  },
  sendConfirmation: async () => ask('sendConfirmation', {}, (await server().signUp()).access),
  linkEmail: async () => {
    const body = { email: `${randomUUID()}@example.com`, password: 'correct horse' }
    return ask('linkEmail', { body }, (await server().signUp()).access)
  },
  linkGoogle: async () => {
    const evidence = await google.signIn(randomUUID(), {}, `${PUBLIC_URL}/register`)
    return ask('linkGoogle', { body: { ...evidence, password: 'correct horse' } }, (await server().signUp()).access)
  },
  inspectUndo: async () => ask('inspectUndo', { body: { token: await undoToken() } }),
  undoChange: async () => ask('undoChange', { body: { token: await undoToken() } }),
  freeze: async () => ask('freeze', { body: {} }, (await server().signUp()).access),
  freezeByLink: async () => ask('freezeByLink', { body: { token: await freezeToken() } }),
  unfreeze: async () => {
    const { access } = await server().signUp()
    await ask('freeze', { body: {} }, access)
    return ask('unfreeze', { body: { password: 'correct horse' } }, access)
  },
  health: () => ask('health'),
  openApi: () => ask('openApi'),
}

test.each(Object.entries(successes))(
  'The call %s succeeds with a reply that matches its published schema',
  async (_name, call) => {
    // A trade makes lists non-empty and statistics non-null.
    await server().placeSellOrder(DOGE, '0.1', '500')
    await askAsUser('placeOrder', order({ type: 'market', price: undefined, volume: '100' }))
    const body = await call()
    if (Array.isArray(body)) expect(body.length).toBeGreaterThan(0)
  },
)

test.each(Object.keys(api) as CallName[])(
  'The call %s refuses a missing token and an unknown field with a published error',
  async (name) => {
    const { access, method } = api[name]
    if (access === 'bearer') expect(await ask(name)).toMatchObject({ code: 'UNAUTHORIZED' })
    const unknownField = method === 'POST' ? { body: { unknownField: 1 } } : { query: '?unknownField=1' }
    expect(await ask(name, unknownField, tokens.access)).toMatchObject({ code: 'INVALID_REQUEST' })
  },
)

const refused: readonly (readonly [string, Name, Input])[] = [
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
  ['UNDO_INVALID', 'inspectUndo', { body: { token: 'x' } }],
  ['UNDO_INVALID', 'undoChange', { body: { token: 'x' } }],
  ['FREEZE_LINK_INVALID', 'freezeByLink', { body: { token: 'x' } }],
  ['NOT_FROZEN', 'unfreeze', { body: {} }],
  ['LINK_EXPIRED', 'confirmEmail', { body: { token: 'x' } }],
  ['LINK_EXPIRED', 'reset', { body: { token: 'x', password: 'other words' } }],
  ['REAUTH_REQUIRED', 'linkEmail', { body: { email: 'ann@example.com' } }],
  ['INVALID_TELEGRAM_DATA', 'telegramWidget', { body: { raw_callback_data: {} } }],
  ['WIDGET_DATA_EXPIRED', 'telegramWidget', { body: { raw_callback_data: widgetData(7, 1_700_000_000_000) } }],
  ['INVALID_TELEGRAM_DATA', 'startApp', { body: { init_data: 'x' } }],
  ['INIT_DATA_EXPIRED', 'startApp', { body: { init_data: initData(telegramUser(7), 1_700_000_000_000) } }],
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
  ['MINING_NOT_RUNNING', 'endMining', { body: { last_run: '2020-01-01T00:00:00.000Z' } }],
  ['TASK_NOT_FOUND', 'completeTask', { body: { task_id: 999 } }],
  ['TASK_LOCKED', 'completeTask', { body: { task_id: LOCKED_TASK } }],
  ['TASK_NOT_DONE', 'completeTask', { body: { task_id: 7 } }],
  ['TASK_FAILED', 'completeTask', { body: { task_id: 3, answers: [0] } }],
  ['INVALID_REQUEST', 'completeTask', { body: { task_id: 4 } }],
  ['APPEAL_NOT_NEEDED', 'appeal', { body: { text: 'x' } }],
  ['NO_LIQUIDITY', 'placeOrder', order({ pair_id: 1, type: 'market', price: undefined, volume: '0.001' })],
]

test.each(refused)('The error %s of the call %s matches its published schema', async (code, name, input) => {
  expect(await askAsUser<ErrorBody>(name, input)).toMatchObject({ code })
})

test('The errors EMAIL_TAKEN and CLIENT_ID_REUSED match their published schemas', async () => {
  const body = { email: `${randomUUID()}@example.com`, password: 'plain words' }
  await ask('register', { body })
  expect(await ask('register', { body })).toMatchObject({ code: 'EMAIL_TAKEN' })
  const { body: first } = order()
  await askAsUser('placeOrder', { body: first })
  expect(await askAsUser('placeOrder', { body: { ...first, volume: '101' } })).toMatchObject({
    code: 'CLIENT_ID_REUSED',
  })
})

test('The errors INIT_DATA_REQUIRED and TELEGRAM_NOT_CONFIGURED match their published schemas', async () => {
  expect(await ask('startApp')).toMatchObject({ code: 'INIT_DATA_REQUIRED' })
  const inputs = { startApp: { init_data: 'x' }, telegramWidget: { raw_callback_data: {} } } as const
  for (const name of ['startApp', 'telegramWidget'] as const) {
    const reply = await limited().request<ErrorBody>('POST', api[name].path, { body: inputs[name] })
    expect(check(name, reply)).toMatchObject({ code: 'TELEGRAM_NOT_CONFIGURED' })
  }
})

test('The error RATE_LIMITED matches its published schema, including the retry-after header', async () => {
  limited().stopClock()
  const again = () => limited().request<ErrorBody>('POST', api.refresh.path, { body: { refresh_token: 'x' } })
  for (let count = 0; count < 30; count++) await again()
  expect(check('refresh', await again())).toMatchObject({ code: 'RATE_LIMITED' })
})

test('The error UNAVAILABLE and the health status "stopping" match their published schemas', async () => {
  limited().advanceClock(60_000)
  const { access } = await limited().signUp()
  await limited().exchange.sequencer.stop()
  for (const name of ['assets', 'orders'] as const)
    expect(check(name, await limited().request<ErrorBody>('GET', api[name].path, { access }))).toMatchObject({
      code: 'UNAVAILABLE',
    })
  expect(check('health', await limited().request('GET', rootCalls.health.path))).toMatchObject({ status: 'stopping' })
})
