/**
 * Who may do what: every HTTP call, question and command of the contract, for everybody, about what is theirs and what
 * is somebody else's. A call of the contract without a row does not compile; every cell is asked of a running server.
 */

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import type { SessionView } from '../../src/contract/account-views.ts'
import { api, outside } from '../../src/contract/api.ts'
import type { CallName, OutsideName } from '../../src/contract/call-schemas.ts'
import type { RefusalCode } from '../../src/contract/refusals.ts'
import type { CommandName, Question, ServerMessage } from '../../src/contract/socket.ts'
import type { Tokens } from '../../src/contract/views.ts'
import { house } from './exchange-world.ts'
import { lockedAccount } from './locked-account.ts'
import {
  ACTORS,
  type Actor,
  BTC,
  DOGE,
  gather,
  holdingsOf,
  NAMES,
  type Name,
  openOrderOf,
  type People,
  type Person,
} from './people.ts'
import { BOT_TOKEN, widgetData } from './telegram-bot.ts'

/** Done, done with nothing to show, or refused. */
type Outcome = 'yes' | 'nothing' | RefusalCode
type Cells = readonly [guest: Outcome, ann: Outcome, bob: Outcome, cold: Outcome]
/** What a wish may name: an order, a client id, and a sign-in. */
type Thing = { readonly order: string; readonly client: string; readonly session: string }
type Row<Wish> = {
  readonly wish?: (thing: Thing) => Wish
  readonly own: Cells
  /** Where something is named that may be somebody else's. */
  readonly other?: Cells
}

const EVERYBODY: Cells = ['yes', 'yes', 'yes', 'yes']
const SIGNED_IN: Cells = ['UNAUTHORIZED', 'yes', 'yes', 'yes']
const NOT_FROZEN: Cells = ['UNAUTHORIZED', 'yes', 'yes', 'ACCOUNT_FROZEN']
const NOBODYS_SIGN_IN: Cells = ['UNAUTHORIZED', 'SESSION_NOT_FOUND', 'SESSION_NOT_FOUND', 'SESSION_NOT_FOUND']
const NO_TWO_FACTOR: Cells = ['UNAUTHORIZED', '2FA_NOT_ON', '2FA_NOT_ON', '2FA_NOT_ON']
const NO_SETUP: Cells = ['UNAUTHORIZED', '2FA_SETUP_EXPIRED', '2FA_SETUP_EXPIRED', '2FA_SETUP_EXPIRED']
const NOT_THEIRS: Cells = ['UNAUTHORIZED', 'ORDER_NOT_FOUND', 'ORDER_NOT_FOUND', 'ORDER_NOT_FOUND']

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
const NO_LETTER: Cells = ['LINK_EXPIRED', 'LINK_EXPIRED', 'LINK_EXPIRED', 'LINK_EXPIRED']

type HttpWish = {
  readonly body?: object
  readonly parts?: Readonly<Record<string, string>>
  readonly query?: string
}

const PASSWORD = 'correct horse'
const newcomer = () => ({ email: `${randomUUID()}@example.com`, password: PASSWORD })
const order = (client: string) => ({
  client_order_id: client,
  pair_id: DOGE,
  side: 'buy',
  type: 'limit',
  price: '0.07',
  volume: '100',
})
const spareTokens: string[] = []
const spareEmails: string[] = []
const spareSignIns: { ticket: string; code: string | undefined }[] = []
const spareSessions: Readonly<Record<Name, string[]>> = { ann: [], bob: [], cold: [] }
let telegramId = 0

const http: Record<CallName | OutsideName, Row<HttpWish>> = {
  register: { wish: () => ({ body: newcomer() }), own: EVERYBODY },
  login: { wish: () => ({ body: { ...newcomer(), email: spareEmails.pop() } }), own: EVERYBODY },
  // Whoever shows the ticket of a first factor and a code is taken for who showed the first factor.
  secondFactor: { wish: () => ({ body: spareSignIns.pop() ?? {} }), own: EVERYBODY },
  setTwoFactor: { wish: () => ({ body: {} }), own: SIGNED_IN },
  confirmTwoFactor: { wish: () => ({ body: { code: '123456', secret: 'A'.repeat(32) } }), own: NO_SETUP },
  disableTwoFactor: { wish: () => ({ body: { code: '123456' } }), own: NO_TWO_FACTOR },
  recoveryCodes: { wish: () => ({ body: { code: '123456' } }), own: NO_TWO_FACTOR },
  sessions: { own: SIGNED_IN },
  endSession: { wish: ({ session }) => ({ parts: { session } }), own: SIGNED_IN, other: NOBODYS_SIGN_IN },
  endSessions: { wish: () => ({ query: '?others=true' }), own: SIGNED_IN },
  loginHistory: { own: SIGNED_IN },
  setPassword: { wish: () => ({ body: { password: PASSWORD, current_password: PASSWORD } }), own: SIGNED_IN },
  linkTelegram: {
    wish: () => ({ body: { raw_callback_data: widgetData(++telegramId, Date.now()), password: PASSWORD } }),
    own: SIGNED_IN,
  },
  unlink: { wish: () => ({ body: { way: 'telegram', password: PASSWORD } }), own: SIGNED_IN },
  // Whoever shows a refresh token is taken for its owner.
  refresh: { wish: () => ({ body: { refresh_token: spareTokens.pop() } }), own: EVERYBODY },
  logout: { wish: () => ({ body: { refresh_token: spareTokens.pop() } }), own: EVERYBODY },
  // Whoever shows what Telegram signed is taken for who it names.
  telegramWidget: {
    wish: () => ({ body: { raw_callback_data: widgetData(++telegramId, Date.now()) } }),
    own: EVERYBODY,
  },
  startApp: { wish: () => ({ body: {} }), own: ['INIT_DATA_REQUIRED', 'yes', 'yes', 'yes'] },
  socketTicket: { wish: () => ({ body: {} }), own: SIGNED_IN },
  profile: { own: SIGNED_IN },
  currencies: { own: EVERYBODY },
  coinPairs: { own: EVERYBODY },
  pairs: { own: EVERYBODY },
  fullPairs: { own: EVERYBODY },
  pairDescription: { wish: () => ({ parts: { id: String(DOGE) } }), own: EVERYBODY },
  priceHistory: { wish: () => ({ parts: { id: String(DOGE) } }), own: EVERYBODY },
  fiatNames: { own: EVERYBODY },
  fiatRates: { own: EVERYBODY },
  assets: { own: SIGNED_IN },
  currentBalance: { own: SIGNED_IN },
  fullBalance: { own: SIGNED_IN },
  placeOrder: { wish: ({ client }) => ({ body: order(client) }), own: NOT_FROZEN, other: NOT_FROZEN },
  cancelOrder: { wish: ({ order }) => ({ parts: { uuid: order } }), own: SIGNED_IN, other: NOT_THEIRS },
  orders: { own: SIGNED_IN },
  fills: { own: SIGNED_IN },
  notifications: { own: SIGNED_IN },
  invite: { own: SIGNED_IN },
  inviteMessage: { wish: () => ({ body: {} }), own: SIGNED_IN },
  setNotifications: { wish: () => ({ body: { order_filled: true, sign_in: true } }), own: SIGNED_IN },
  ways: { own: EVERYBODY },
  // Whoever shows a code of Google, or the token of a letter, is taken for who it was given to.
  google: { wish: () => ({ body: { authentication_code: 'x' } }), own: NO_GOOGLE },
  confirmEmail: { wish: () => ({ body: { token: 'x' } }), own: NO_LETTER },
  forgot: { wish: () => ({ body: { email: newcomer().email } }), own: EVERYBODY },
  reset: { wish: () => ({ body: { token: 'x', password: PASSWORD } }), own: NO_LETTER },
  sendConfirmation: { wish: () => ({ body: {} }), own: SIGNED_IN },
  linkEmail: { wish: () => ({ body: { email: newcomer().email, password: PASSWORD } }), own: SIGNED_IN },
  linkGoogle: { wish: () => ({ body: { authentication_code: 'x', password: PASSWORD } }), own: NO_GOOGLE_TO_LINK },
  health: { own: EVERYBODY },
  openApi: { own: EVERYBODY },
}

const EMPTY_FOR_GUESTS: Cells = ['nothing', 'yes', 'yes', 'yes']
const TRADERS: Cells = ['UNAUTHORIZED_TRADE', 'yes', 'yes', 'yes']
const TRADERS_NOT_FROZEN: Cells = ['UNAUTHORIZED_TRADE', 'yes', 'yes', 'ACCOUNT_FROZEN']
const NOT_THEIRS_TO_TRADE: Cells = ['UNAUTHORIZED_TRADE', 'ORDER_NOT_FOUND', 'ORDER_NOT_FOUND', 'ORDER_NOT_FOUND']

/** `wish` is what follows the name. */
const socket: Record<Question | CommandName, Row<string>> = {
  get_orderbook: { own: EVERYBODY },
  get_price: { own: EVERYBODY },
  get_price_change_24h: { own: EVERYBODY },
  get_volume_24h: { own: EVERYBODY },
  get_turnover_24h: { own: EVERYBODY },
  get_high_24h_price: { own: EVERYBODY },
  get_low_24h_price: { own: EVERYBODY },
  get_trades: { own: EVERYBODY },
  get_assets: { own: EMPTY_FOR_GUESTS },
  get_positions: { own: EMPTY_FOR_GUESTS },
  get_open_orders: { own: EMPTY_FOR_GUESTS },
  ping: { own: EVERYBODY },
  get_chart: { wish: () => '/1', own: EVERYBODY },
  change_timeframe: { wish: () => '/1m', own: EVERYBODY },
  get_order_history: { wish: () => '/1', own: TRADERS },
  get_user_trades: { wish: () => '/1', own: TRADERS },
  place_order: {
    wish: ({ client }) => `/${JSON.stringify(order(client))}`,
    own: TRADERS_NOT_FROZEN,
    other: TRADERS_NOT_FROZEN,
  },
  cancel_order: { wish: ({ order }) => `/${order}`, own: TRADERS, other: NOT_THEIRS_TO_TRADE },
  cancel_all_orders: { wish: () => `/${BTC}`, own: TRADERS },
}

const home = house({ BOT_TOKEN })
let people: People

beforeAll(async () => {
  people = await gather(home())
  for (let count = 0; count < 2 * ACTORS.length; count++) spareTokens.push((await home().signUp()).refresh)
  for (let count = 0; count < ACTORS.length; count++) {
    const { email, password } = newcomer()
    await home().signUp(email, password)
    spareEmails.push(email)
    spareSignIns.push(await halfSignedIn())
  }
  for (const name of NAMES) spareSessions[name].push(await sessionOf(people[name]), await sessionOf(people[name]))
})

async function halfSignedIn() {
  const { email, password, recoveryCodes } = await lockedAccount(home())
  const { body } = await home().ask('POST', api.login.path, { body: { email, password } })
  return { ticket: String(body.ticket), code: recoveryCodes[0] }
}

/** Another one of theirs. */
async function sessionOf({ profile: { email } }: Person): Promise<string> {
  const { body } = await home().ask<Tokens>('POST', api.login.path, { body: { email, password: PASSWORD } })
  const { body: sessions } = await home().ask<SessionView[]>('GET', api.sessions.path, body)
  return sessions.find(({ current }) => current)?.id ?? ''
}

const personOf = (actor: Actor): Person | undefined => (actor === 'guest' ? undefined : people[actor])
const othersOf = (actor: Actor): Person[] => NAMES.filter((name) => name !== actor).map((name) => people[name])
const strangerOf = (actor: Actor): Name => (actor === 'bob' ? 'ann' : 'bob')

/** `unborn` could be the next order of this exchange, `missing` none of it. */
type Whose = 'own' | 'other' | 'unborn' | 'missing'

/** A guest owns nothing: what is Ann's stands for it. */
async function thing(actor: Actor, whose: Whose): Promise<Thing> {
  const nobodys = { client: randomUUID(), session: randomUUID() }
  if (whose === 'missing') return { order: randomUUID(), ...nobodys }
  const owner = whose === 'other' ? strangerOf(actor) : actor === 'guest' ? 'ann' : actor
  const { uuid, client_order_id } = await openOrderOf(home(), people[owner])
  if (whose === 'unborn') return { order: uuid.replace(/^.{8}/, '0000ffff'), ...nobodys }
  const session = spareSessions[owner].at(whose === 'other' ? -1 : 0) ?? ''
  return { order: uuid, client: whose === 'other' ? String(client_order_id) : nobodys.client, session }
}

type Answer = { readonly outcome: Outcome; readonly said: unknown }
type Ask<Wish> = (actor: Actor, wish: Wish | undefined) => Promise<Answer>

const isEmpty = (data: unknown): boolean => Array.isArray(data) && data.length === 0

const askHttp =
  (name: CallName | OutsideName): Ask<HttpWish> =>
  async (actor, { body, parts = {}, query = '' } = {}) => {
    const { method, path } = { ...api, ...outside }[name]
    const url = path.replace(/:(\w+)/g, (_, part: string) => parts[part] ?? '') + query
    const access = personOf(actor)?.tokens.access
    const reply = await home().ask<Record<string, unknown>>(method, url, {
      access,
      ...(body !== undefined && { body }),
    })
    const said = { status: reply.status, body: reply.body }
    if (reply.status >= 400) return { outcome: String(reply.body.code) as RefusalCode, said }
    return { outcome: [reply.body, ...Object.values(reply.body)].some(isEmpty) ? 'nothing' : 'yes', said }
  }

/** What each is answered by, where that is not the name without `get_`. */
const ANSWERS: Readonly<Record<string, readonly ServerMessage['type'][]>> = {
  ping: ['pong'],
  get_chart: ['charts_data'],
  change_timeframe: ['charts_data'],
  place_order: ['order_accepted', 'order_rejected'],
  cancel_order: ['order_update', 'cancel_rejected'],
  cancel_all_orders: ['orders_cancelled'],
}

const askSocket =
  (name: Question | CommandName): Ask<string> =>
  async (actor, wish = '') => {
    const listener = personOf(actor)?.socket ?? people.guest
    const types: readonly string[] = ['error', ...(ANSWERS[name] ?? [name.slice('get_'.length)])]
    const before = listener.heard.length
    listener.say(name + wish)
    for (const until = performance.now() + 5_000; performance.now() < until; await sleep(2)) {
      const said = listener.heard.slice(before).find(({ type }) => types.includes(type))
      if (said === undefined) continue
      if ('code' in said) return { outcome: said.code as RefusalCode, said }
      return { outcome: 'data' in said && isEmpty(said.data) ? 'nothing' : 'yes', said }
    }
    throw new Error(`${actor} was not answered: ${name}${wish}`)
  }

/** What somebody named themselves may come back to them. */
const spoken: Readonly<Record<Actor, string[]>> = { guest: [], ann: [], bob: [], cold: [] }

function expectNoSecrets(actor: Actor, heard: unknown): void {
  const text = spoken[actor].reduce((left, own) => left.replaceAll(own, ''), JSON.stringify(heard))
  for (const secret of othersOf(actor).flatMap(({ secrets }) => secrets)) expect(text).not.toContain(secret)
}

/** One cell: the answer, in which nothing is anybody else's, and after which all that is theirs is as it was. */
async function cell<Wish>(ask: Ask<Wish>, { wish }: Row<Wish>, actor: Actor, whose: Whose): Promise<Answer> {
  const others = othersOf(actor)
  const named = await thing(actor, whose)
  spoken[actor].push(named.order, named.client, named.session)
  const before = await Promise.all(others.map((other) => holdingsOf(home(), other)))
  const answer = await ask(actor, wish?.(named))
  expect(await Promise.all(others.map((other) => holdingsOf(home(), other)))).toEqual(before)
  expectNoSecrets(actor, answer.said)
  return answer
}

async function row<Wish>(ask: Ask<Wish>, wanted: Row<Wish>): Promise<void> {
  const outcomes = { own: [] as Outcome[], other: [] as Outcome[] }
  for (const actor of ACTORS) {
    outcomes.own.push((await cell(ask, wanted, actor, 'own')).outcome)
    if (wanted.other === undefined) continue
    const { outcome, said } = await cell(ask, wanted, actor, 'other')
    outcomes.other.push(outcome)
    if (outcome === 'yes') continue
    for (const nobodys of ['unborn', 'missing'] as const)
      expect(unnamed((await cell(ask, wanted, actor, nobodys)).said)).toEqual(unnamed(said))
  }
  expect(outcomes).toEqual({ own: wanted.own, other: wanted.other ?? [] })
}

/** Without the name of what was asked about, which the asker knows. */
const unnamed = (said: unknown): unknown => ({ ...(said as object), uuid: undefined, client_order_id: undefined })

test.each(Object.keys(http) as (CallName | OutsideName)[])('HTTP: %s', (name) => row(askHttp(name), http[name]))

test.each(Object.keys(socket) as (Question | CommandName)[])('socket: %s', (name) => row(askSocket(name), socket[name]))

test('of all that came over a socket, asked for or not, nothing was about anybody else', () => {
  for (const actor of ACTORS) {
    const { heard } = personOf(actor)?.socket ?? people.guest
    expect(heard.length).toBeGreaterThan(20)
    expectNoSecrets(actor, heard)
  }
})

test('everybody is told of their own', () => {
  for (const name of NAMES) expect(JSON.stringify(people[name].socket.heard)).toContain(people[name].profile.uuid)
})
