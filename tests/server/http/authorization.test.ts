/**
 * Access control: every HTTP call, socket query and socket command, for each actor, on their own resources and on those
 * of another user. A call without a row is a compile error; every cell is sent to a running server.
 */

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import type { SessionView } from '../../../src/contract/account/views.ts'
import { api, rootCalls } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { NotificationsPage } from '../../../src/contract/notifications/views.ts'
import type { OrderView } from '../../../src/contract/orders/views.ts'
import type { RefusalCode } from '../../../src/contract/refusals.ts'
import type { CallName, RootCallName } from '../../../src/contract/schemas.ts'
import type { CommandName, QueryName, ServerMessage } from '../../../src/contract/socket.ts'
import { expectDefined } from '../../../src/engine/assert.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { makeReportNow } from '../../fixtures/liabilities.ts'
import { ETHEREUM, listTestNetwork } from '../../fixtures/listed-network.ts'
import { createSecuredAccount } from '../../fixtures/secured-account.ts'
import { BOT_TOKEN, widgetData } from '../../fixtures/telegram-signer.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'
import {
  ACTORS,
  type Actor,
  accountStateOf,
  BTC,
  createTestUsers,
  DOGE,
  oldestOpenOrderOf,
  type TestUser,
  type TestUsers,
  USER_NAMES,
  type UserName,
} from '../../fixtures/test-users.ts'
import { DESTINATION } from '../../fixtures/withdrawer.ts'

/** Succeeded, succeeded with an empty list, or refused. */
type Outcome = 'yes' | 'nothing' | RefusalCode
type Cells = readonly [guest: Outcome, ann: Outcome, bob: Outcome, frozen: Outcome]
/** The resources a request may name: an order, a client order id and a session. */
type Resource = { readonly order: string; readonly client: string; readonly session: string }
type Row<Input> = {
  readonly input?: (resourceOf: Resource) => Input
  readonly own: Cells
  /** Set if the request names a resource that may belong to another user. */
  readonly other?: Cells
}

const ALL: Cells = ['yes', 'yes', 'yes', 'yes']
const SIGNED_IN: Cells = ['UNAUTHORIZED', 'yes', 'yes', 'yes']
const NOT_FROZEN: Cells = ['UNAUTHORIZED', 'yes', 'yes', 'ACCOUNT_FROZEN']
const UNKNOWN_SESSION: Cells = ['UNAUTHORIZED', 'SESSION_NOT_FOUND', 'SESSION_NOT_FOUND', 'SESSION_NOT_FOUND']
const NO_TWO_FACTOR: Cells = ['UNAUTHORIZED', '2FA_NOT_ON', '2FA_NOT_ON', '2FA_NOT_ON']
const NO_SETUP: Cells = ['UNAUTHORIZED', '2FA_SETUP_EXPIRED', '2FA_SETUP_EXPIRED', '2FA_SETUP_EXPIRED']
const NO_QUOTE: Cells = ['UNAUTHORIZED', 'QUOTE_NOT_FOUND', 'QUOTE_NOT_FOUND', 'QUOTE_NOT_FOUND']
const ORDER_NOT_OWN: Cells = ['UNAUTHORIZED', 'ORDER_NOT_FOUND', 'ORDER_NOT_FOUND', 'ORDER_NOT_FOUND']

const NO_GOOGLE: Cells = [
  'GOOGLE_NOT_CONFIGURED',
  'GOOGLE_NOT_CONFIGURED',
  'GOOGLE_NOT_CONFIGURED',
  'GOOGLE_NOT_CONFIGURED',
]
const NO_GOOGLE_TO_LINK: Cells = [
  'UNAUTHORIZED',
  'GOOGLE_NOT_CONFIGURED',
  'GOOGLE_NOT_CONFIGURED',
  'GOOGLE_NOT_CONFIGURED',
]
const NO_EMAIL_TOKEN: Cells = ['LINK_EXPIRED', 'LINK_EXPIRED', 'LINK_EXPIRED', 'LINK_EXPIRED']

const NO_APPEAL: Cells = ['UNAUTHORIZED', 'APPEAL_NOT_NEEDED', 'APPEAL_NOT_NEEDED', 'APPEAL_NOT_NEEDED']
const NO_WITHDRAWAL: Cells = ['UNAUTHORIZED', 'WITHDRAWAL_NOT_FOUND', 'WITHDRAWAL_NOT_FOUND', 'WITHDRAWAL_NOT_FOUND']
const NO_ADDRESS: Cells = ['UNAUTHORIZED', 'ADDRESS_NOT_FOUND', 'ADDRESS_NOT_FOUND', 'ADDRESS_NOT_FOUND']
const NEEDS_TWO_FACTOR: Cells = ['UNAUTHORIZED', '2FA_SETUP_REQUIRED', '2FA_SETUP_REQUIRED', '2FA_SETUP_REQUIRED']
const NO_TRANSACTION: Cells = [
  'UNAUTHORIZED',
  'TRANSACTION_NOT_FOUND',
  'TRANSACTION_NOT_FOUND',
  'TRANSACTION_NOT_FOUND',
]
const NO_PLAY_CHAIN: Cells = ['UNAUTHORIZED', 'NETWORK_UNAVAILABLE', 'NETWORK_UNAVAILABLE', 'NETWORK_UNAVAILABLE']
const NO_ADDRESSES: Cells = [
  'ADDRESSES_NOT_PUBLISHED',
  'ADDRESSES_NOT_PUBLISHED',
  'ADDRESSES_NOT_PUBLISHED',
  'ADDRESSES_NOT_PUBLISHED',
]
const NO_NETWORK: Cells = ['UNAUTHORIZED', 'NETWORK_NOT_FOUND', 'NETWORK_NOT_FOUND', 'NETWORK_NOT_FOUND']
const NO_FREEZE_LINK: Cells = [
  'FREEZE_LINK_INVALID',
  'FREEZE_LINK_INVALID',
  'FREEZE_LINK_INVALID',
  'FREEZE_LINK_INVALID',
]
const NO_UNDO_TOKEN: Cells = ['UNDO_INVALID', 'UNDO_INVALID', 'UNDO_INVALID', 'UNDO_INVALID']

type HttpInput = {
  readonly body?: object
  readonly parts?: Readonly<Record<string, string>>
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Task of `default-tasks.ts` that every user of this file has done. */
const FIRST_TRADE = 5
const PASSWORD = 'correct horse'
const newUser = () => ({ email: `${randomUUID()}@example.com`, password: PASSWORD })
const order = (client: string) => ({
  client_order_id: client,
  pair_id: DOGE,
  side: 'buy',
  type: 'limit',
  price: '0.07',
  volume: '100',
})
/** From DOGE to USDT: every user owns DOGE, and the others have bids. */
const conversion = { from_currency_id: 8, to_currency_id: 1, from_amount: '50' }
const destination = { network_id: ETHEREUM, address: DESTINATION, code: '123456' }
const spareTokens: string[] = []
const spareEmails: string[] = []
const spareChallenges: { ticket: string; code: string | undefined }[] = []
const spareSessions: Readonly<Record<UserName, string[]>> = { ann: [], bob: [], frozen: [] }
let telegramId = 0
let reportSeq = 0

const http: Record<CallName | RootCallName, Row<HttpInput>> = {
  register: { input: () => ({ body: newUser() }), own: ALL },
  login: { input: () => ({ body: { ...newUser(), email: spareEmails.pop() } }), own: ALL },
  // The challenge token and a code identify the user; the caller does not matter.
  secondFactor: { input: () => ({ body: spareChallenges.pop() ?? {} }), own: ALL },
  setTwoFactor: { input: () => ({ body: {} }), own: SIGNED_IN },
  confirmTwoFactor: { input: () => ({ body: { code: '123456', secret: 'A'.repeat(32) } }), own: NO_SETUP },
  disableTwoFactor: { input: () => ({ body: { code: '123456' } }), own: NO_TWO_FACTOR },
  recoveryCodes: { input: () => ({ body: { code: '123456' } }), own: NO_TWO_FACTOR },
  sessions: { own: SIGNED_IN },
  endSession: { input: ({ session }) => ({ parts: { session } }), own: SIGNED_IN, other: UNKNOWN_SESSION },
  endSessions: { input: () => ({ query: '?others=true' }), own: SIGNED_IN },
  loginHistory: { own: SIGNED_IN },
  setPassword: { input: () => ({ body: { password: PASSWORD, current_password: PASSWORD } }), own: SIGNED_IN },
  linkTelegram: {
    input: () => ({ body: { raw_callback_data: widgetData(++telegramId, Date.now()), password: PASSWORD } }),
    own: SIGNED_IN,
  },
  unlink: { input: () => ({ body: { way: 'telegram', password: PASSWORD } }), own: SIGNED_IN },
  // The refresh token identifies the user.
  refresh: { input: () => ({ body: { refresh_token: spareTokens.pop() } }), own: ALL },
  logout: { input: () => ({ body: { refresh_token: spareTokens.pop() } }), own: ALL },
  // The data signed by Telegram identifies the user.
  telegramWidget: {
    input: () => ({ body: { raw_callback_data: widgetData(++telegramId, Date.now()) } }),
    own: ALL,
  },
  // Without a freeze, the list of freezes is empty.
  startApp: { input: () => ({ body: {} }), own: ['INIT_DATA_REQUIRED', 'nothing', 'nothing', 'yes'] },
  socketTicket: { input: () => ({ body: {} }), own: SIGNED_IN },
  profile: { own: ['UNAUTHORIZED', 'nothing', 'nothing', 'yes'] },
  currencies: { own: ALL },
  coinPairs: { own: ALL },
  pairs: { own: ALL },
  fullPairs: { own: ALL },
  pairDescription: { input: () => ({ parts: { id: String(DOGE) } }), own: ALL },
  priceHistory: { input: () => ({ parts: { id: String(DOGE) } }), own: ALL },
  fiatNames: { own: ALL },
  fiatRates: { own: ALL },
  assets: { own: SIGNED_IN },
  currentBalance: { own: SIGNED_IN },
  fullBalance: { own: SIGNED_IN },
  placeOrder: { input: ({ client }) => ({ body: order(client) }), own: NOT_FROZEN, other: NOT_FROZEN },
  // The freeze has cancelled the orders.
  cancelOrder: {
    input: ({ order }) => ({ parts: { uuid: order } }),
    own: ['UNAUTHORIZED', 'yes', 'yes', 'ORDER_NOT_FOUND'],
    other: ORDER_NOT_OWN,
  },
  orders: { own: SIGNED_IN },
  fills: { own: SIGNED_IN },
  notifications: { own: SIGNED_IN },
  invite: { own: SIGNED_IN },
  inviteMessage: { input: () => ({ body: {} }), own: SIGNED_IN },
  notificationList: { own: SIGNED_IN },
  readNotifications: { input: () => ({ body: {} }), own: SIGNED_IN },
  friends: { own: ['UNAUTHORIZED', 'nothing', 'nothing', 'nothing'] },
  referrals: { own: ['UNAUTHORIZED', 'nothing', 'nothing', 'nothing'] },
  walletCurrencies: { own: ALL },
  networks: { input: () => ({ parts: { id: '1' } }), own: SIGNED_IN },
  tonPayment: {
    input: () => ({ body: { network_id: 2, currency_id: 1, amount: '5', sender: `0:${'ab'.repeat(32)}` } }),
    own: NO_NETWORK,
  },
  playWallet: { own: NO_PLAY_CHAIN },
  playSend: {
    input: () => ({ body: { network_id: 1, currency_id: 1, amount: '1', address: null } }),
    own: NO_PLAY_CHAIN,
  },
  convertFrom: { own: SIGNED_IN },
  convertTo: { input: () => ({ parts: { id: '1' } }), own: SIGNED_IN },
  convertQuote: { input: () => ({ body: conversion }), own: NOT_FROZEN },
  convert: { input: () => ({ body: { quote_id: randomUUID() } }), own: NO_QUOTE },
  transactions: { own: ['UNAUTHORIZED', 'nothing', 'nothing', 'nothing'] },
  transaction: { input: () => ({ parts: { uuid: randomUUID() } }), own: NO_TRANSACTION },
  exportTransactions: { own: SIGNED_IN },
  withdrawalLimits: { own: SIGNED_IN },
  websdkLink: { own: SIGNED_IN },
  withdraw: {
    input: () => ({ body: { ...destination, client_request_id: randomUUID(), currency_id: 1, amount: '20' } }),
    // The new passwords of the row above hold withdrawals.
    own: ['UNAUTHORIZED', 'WITHDRAW_HOLD', 'WITHDRAW_HOLD', 'ACCOUNT_FROZEN'],
  },
  cancelWithdrawal: { input: () => ({ parts: { uuid: randomUUID() } }), own: NO_WITHDRAWAL },
  addressBook: { own: ['UNAUTHORIZED', 'nothing', 'nothing', 'nothing'] },
  addAddress: { input: () => ({ body: { ...destination, label: 'mine' } }), own: NEEDS_TWO_FACTOR },
  deleteAddress: { input: () => ({ parts: { id: '1' } }), own: NO_ADDRESS },
  // There is one report, and so none before it.
  liabilities: { own: ['nothing', 'nothing', 'nothing', 'nothing'] },
  // Only real money has addresses to inspect.
  liabilityAddresses: { own: NO_ADDRESSES },
  liabilityProof: { input: () => ({ parts: { seq: String(reportSeq) } }), own: SIGNED_IN },
  setAddressBookMode: { input: () => ({ body: { whitelist_only: true, code: '000000' } }), own: NEEDS_TWO_FACTOR },
  earnProfile: { own: SIGNED_IN },
  tasks: { own: SIGNED_IN },
  completeTask: { input: () => ({ body: { task_id: FIRST_TRADE } }), own: NOT_FROZEN },
  claimDaily: { input: () => ({ body: {} }), own: NOT_FROZEN },
  startMining: { input: () => ({ body: {} }), own: NOT_FROZEN },
  endMining: { input: () => ({ body: {} }), own: NOT_FROZEN },
  appeal: { input: () => ({ body: { text: 'x' } }), own: NO_APPEAL },
  rewards: { own: ['UNAUTHORIZED', 'yes', 'yes', 'nothing'] },
  leaderboard: { own: SIGNED_IN },
  setLeaderboard: { input: () => ({ body: { hidden: false } }), own: SIGNED_IN },
  setNotifications: { input: () => ({ body: { order_filled: true, sign_in: true } }), own: SIGNED_IN },
  ways: { own: ALL },
  // The Google code or the token of an email identifies the user.
  google: { input: () => ({ body: { authentication_code: 'x' } }), own: NO_GOOGLE },
  confirmEmail: { input: () => ({ body: { token: 'x' } }), own: NO_EMAIL_TOKEN },
  forgot: { input: () => ({ body: { email: newUser().email } }), own: ALL },
  reset: { input: () => ({ body: { token: 'x', password: PASSWORD } }), own: NO_EMAIL_TOKEN },
  // The cookie of the browser decides, not the access token. Without a proxy, this machine sees the emails of all.
  playMail: { input: () => ({ headers: { via: 'proxy' } }), own: ['nothing', 'nothing', 'nothing', 'nothing'] },
  sendConfirmation: { input: () => ({ body: {} }), own: SIGNED_IN },
  linkEmail: { input: () => ({ body: { email: newUser().email, password: PASSWORD } }), own: SIGNED_IN },
  // The token of an undo link identifies the change.
  inspectUndo: { input: () => ({ body: { token: 'x' } }), own: NO_UNDO_TOKEN },
  undoChange: { input: () => ({ body: { token: 'x' } }), own: NO_UNDO_TOKEN },
  linkGoogle: { input: () => ({ body: { authentication_code: 'x', password: PASSWORD } }), own: NO_GOOGLE_TO_LINK },
  health: { own: ALL },
  openApi: { own: ALL },
  // The token of a freeze link identifies the account.
  freezeByLink: { input: () => ({ body: { token: 'x' } }), own: NO_FREEZE_LINK },
  unfreeze: {
    input: () => ({ body: { password: PASSWORD } }),
    own: ['UNAUTHORIZED', 'NOT_FROZEN', 'NOT_FROZEN', 'yes'],
  },
  // Tested last: it changes what Ann and Bob may do.
  freeze: { input: () => ({ body: {} }), own: SIGNED_IN },
}

const EMPTY_FOR_GUESTS: Cells = ['nothing', 'yes', 'yes', 'yes']
const TRADERS: Cells = ['UNAUTHORIZED_TRADE', 'yes', 'yes', 'yes']
const TRADERS_NOT_FROZEN: Cells = ['UNAUTHORIZED_TRADE', 'yes', 'yes', 'ACCOUNT_FROZEN']
const ORDER_NOT_OWN_TRADE: Cells = ['UNAUTHORIZED_TRADE', 'ORDER_NOT_FOUND', 'ORDER_NOT_FOUND', 'ORDER_NOT_FOUND']

/** `input` is the text after the name. */
const socket: Record<QueryName | CommandName, Row<string>> = {
  get_orderbook: { own: ALL },
  get_price: { own: ALL },
  get_price_change_24h: { own: ALL },
  get_volume_24h: { own: ALL },
  get_turnover_24h: { own: ALL },
  get_high_24h_price: { own: ALL },
  get_low_24h_price: { own: ALL },
  get_trades: { own: ALL },
  get_assets: { own: EMPTY_FOR_GUESTS },
  get_positions: { own: EMPTY_FOR_GUESTS },
  get_open_orders: { own: ['nothing', 'yes', 'yes', 'nothing'] },
  ping: { own: ALL },
  get_chart: { input: () => '/1', own: ALL },
  change_timeframe: { input: () => '/1m', own: ALL },
  get_order_history: { input: () => '/1', own: TRADERS },
  get_user_trades: { input: () => '/1', own: TRADERS },
  place_order: {
    input: ({ client }) => `/${JSON.stringify(order(client))}`,
    own: TRADERS_NOT_FROZEN,
    other: TRADERS_NOT_FROZEN,
  },
  cancel_order: {
    input: ({ order }) => `/${order}`,
    own: ['UNAUTHORIZED_TRADE', 'yes', 'yes', 'ORDER_NOT_FOUND'],
    other: ORDER_NOT_OWN_TRADE,
  },
  cancel_all_orders: { input: () => `/${BTC}`, own: TRADERS },
}

const server = setUpTestServer({ BOT_TOKEN })
let users: TestUsers

beforeAll(async () => {
  await listTestNetwork(server().exchange.sequencer)
  users = await createTestUsers(server())
  reportSeq = (await makeReportNow(server())).seq
  for (let count = 0; count < 2 * ACTORS.length; count++) spareTokens.push((await server().signUp()).refresh)
  for (let count = 0; count < ACTORS.length; count++) {
    const { email, password } = newUser()
    await server().signUp(email, password)
    spareEmails.push(email)
    spareChallenges.push(await firstFactorDone())
  }
  for (const name of USER_NAMES) spareSessions[name].push(await sessionOf(users[name]), await sessionOf(users[name]))
  // The new sign-ins are notified, after their reply.
  for (const name of USER_NAMES) await eventually(() => isNotified(users[name]))
})

async function isNotified({ tokens }: TestUser): Promise<boolean> {
  const { body } = await server().request<NotificationsPage>('GET', api.notificationList.path, tokens)
  return body.notifications.length > 0
}

async function firstFactorDone() {
  const { email, password, recoveryCodes } = await createSecuredAccount(server())
  const { body } = await server().request('POST', api.login.path, { body: { email, password } })
  return { ticket: String(body.ticket), code: recoveryCodes[0] }
}

/** The id of a new session of this user. */
async function sessionOf({ profile: { email } }: TestUser): Promise<string> {
  const { body } = await server().request<Tokens>('POST', api.login.path, { body: { email, password: PASSWORD } })
  const { body: sessions } = await server().request<SessionView[]>('GET', api.sessions.path, body)
  return sessions.find(({ current }) => current)?.id ?? ''
}

const userOf = (actor: Actor): TestUser | undefined => (actor === 'guest' ? undefined : users[actor])
const othersOf = (actor: Actor): TestUser[] => USER_NAMES.filter((name) => name !== actor).map((name) => users[name])
const otherNameOf = (actor: Actor): UserName => (actor === 'bob' ? 'ann' : 'bob')

/** `unborn` is the uuid of an order that does not exist yet; `missing` is a random uuid. */
type Ownership = 'own' | 'other' | 'unborn' | 'missing'

/** A guest owns no resources, so those of Ann are used. */
async function resourceOf(actor: Actor, ownership: Ownership): Promise<Resource> {
  const unused = { client: randomUUID(), session: randomUUID() }
  if (ownership === 'missing') return { order: randomUUID(), ...unused }
  const owner = ownership === 'other' ? otherNameOf(actor) : actor === 'guest' ? 'ann' : actor
  const { uuid, client_order_id } = await orderOf(owner)
  if (ownership === 'unborn') return { order: uuid.replace(/^.{8}/, '0000ffff'), ...unused }
  const session = spareSessions[owner].at(ownership === 'other' ? -1 : 0) ?? ''
  return { order: uuid, client: ownership === 'other' ? String(client_order_id) : unused.client, session }
}

/** A frozen account has no open orders. */
const orderOf = async (owner: UserName): Promise<OrderView> =>
  owner === 'frozen'
    ? expectDefined(users.frozen.orders.at(-1), 'every user has orders')
    : oldestOpenOrderOf(server(), users[owner])

type Answer = { readonly outcome: Outcome; readonly response: unknown }
type Send<Input> = (actor: Actor, input: Input | undefined) => Promise<Answer>

const isEmpty = (data: unknown): boolean => Array.isArray(data) && data.length === 0

const sendHttp =
  (name: CallName | RootCallName): Send<HttpInput> =>
  async (actor, { body, parts = {}, query = '', headers = {} } = {}) => {
    const { base, method, path } = { ...api, ...rootCalls }[name]
    const url = (base + path).replace(/:(\w+)/g, (_, part: string) => parts[part] ?? '') + query
    const access = userOf(actor)?.tokens.access
    const reply = await server().request<Record<string, unknown>>(method, url, {
      access,
      headers,
      ...(body !== undefined && { body }),
    })
    const response = { status: reply.status, body: reply.body }
    if (reply.status >= 400) return { outcome: String(reply.body.code) as RefusalCode, response }
    return { outcome: [reply.body, ...Object.values(reply.body)].some(isEmpty) ? 'nothing' : 'yes', response }
  }

/** The reply types, where they are not the name without `get_`. */
const ANSWERS: Readonly<Record<string, readonly ServerMessage['type'][]>> = {
  ping: ['pong'],
  get_chart: ['charts_data'],
  change_timeframe: ['charts_data'],
  place_order: ['order_accepted', 'order_rejected'],
  cancel_order: ['order_update', 'cancel_rejected'],
  cancel_all_orders: ['orders_cancelled'],
}

const sendSocket =
  (name: QueryName | CommandName): Send<string> =>
  async (actor, input = '') => {
    const listener = userOf(actor)?.socket ?? users.guest
    const types: readonly string[] = ['error', ...(ANSWERS[name] ?? [name.slice('get_'.length)])]
    const before = listener.messages.length
    listener.send(name + input)
    for (const until = performance.now() + 30_000; performance.now() < until; await sleep(2)) {
      const response = listener.messages.slice(before).find(({ type }) => types.includes(type))
      if (response === undefined) continue
      if ('code' in response) return { outcome: response.code as RefusalCode, response }
      return { outcome: 'data' in response && isEmpty(response.data) ? 'nothing' : 'yes', response }
    }
    throw new Error(`${actor} was not answered: ${name}${input}`)
  }

/** Ids that an actor sent and that a reply may repeat. */
const sentIds: Readonly<Record<Actor, string[]>> = { guest: [], ann: [], bob: [], frozen: [] }

function expectNoSecrets(actor: Actor, messages: unknown): void {
  const text = sentIds[actor].reduce((left, own) => left.replaceAll(own, ''), JSON.stringify(messages))
  for (const secret of othersOf(actor).flatMap(({ secrets }) => secrets)) expect(text).not.toContain(secret)
}

/** Tests one cell: the reply has no data of other users, and their state does not change. */
async function cell<Input>(
  send: Send<Input>,
  { input }: Row<Input>,
  actor: Actor,
  ownership: Ownership,
): Promise<Answer> {
  const others = othersOf(actor)
  const named = await resourceOf(actor, ownership)
  sentIds[actor].push(named.order, named.client, named.session)
  const before = await Promise.all(others.map((other) => accountStateOf(server(), other)))
  const answer = await send(actor, input?.(named))
  expect(await Promise.all(others.map((other) => accountStateOf(server(), other)))).toEqual(before)
  expectNoSecrets(actor, answer.response)
  return answer
}

async function row<Input>(send: Send<Input>, wanted: Row<Input>): Promise<void> {
  const outcomes = { own: [] as Outcome[], other: [] as Outcome[] }
  for (const actor of ACTORS) {
    outcomes.own.push((await cell(send, wanted, actor, 'own')).outcome)
    if (wanted.other === undefined) continue
    const { outcome, response } = await cell(send, wanted, actor, 'other')
    outcomes.other.push(outcome)
    if (outcome === 'yes') continue
    for (const unused of ['unborn', 'missing'] as const)
      expect(withoutIds((await cell(send, wanted, actor, unused)).response)).toEqual(withoutIds(response))
  }
  expect(outcomes).toEqual({ own: wanted.own, other: wanted.other ?? [] })
}

/** The reply without the ids that the request named. */
const withoutIds = (response: unknown): unknown => ({
  ...(response as object),
  uuid: undefined,
  client_order_id: undefined,
})

test.each(Object.keys(http).filter((name) => name !== 'freeze') as (CallName | RootCallName)[])(
  'The HTTP call %s grants and refuses access as its row says',
  (name) => row(sendHttp(name), http[name]),
)

test.each(Object.keys(socket) as (QueryName | CommandName)[])(
  'The socket message %s grants and refuses access as its row says',
  (name) => row(sendSocket(name), socket[name]),
)

test('The HTTP call freeze grants and refuses access as its row says', () => row(sendHttp('freeze'), http.freeze))

test('No socket received data of another user, in replies or in pushed messages', () => {
  for (const actor of ACTORS) {
    const { messages } = userOf(actor)?.socket ?? users.guest
    expect(messages.length).toBeGreaterThan(20)
    expectNoSecrets(actor, messages)
  }
})

test('Every user received messages about their own account', () => {
  for (const name of USER_NAMES) expect(JSON.stringify(users[name].socket.messages)).toContain(users[name].profile.uuid)
})
