/** The whole server in this process, on a scratch database, with the clock under our hand and nobody else trading. */

import { hash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'
import { WebSocket } from 'ws'
import { api, EXCHANGE_BASE, TOKEN_HEADER } from '../../src/contract/api.ts'
import { parseUnits } from '../../src/contract/money.ts'
import { isRefusal, readTerms } from '../../src/contract/order-rules.ts'
import type { ServerMessage } from '../../src/contract/socket.ts'
import type { ErrorBody, Tokens } from '../../src/contract/views.ts'
import { assert, known } from '../../src/engine/assert.ts'
import { stateText } from '../../src/engine/state-text.ts'
import { type Config, readConfig } from '../../src/server/config.ts'
import { type Exchange, startExchange } from '../../src/server/main.ts'
import { quiet } from './quiet.ts'
import { startWorld, type World } from './world.ts'

export type Reply<T = unknown> = { readonly status: number; readonly body: T; readonly headers: Headers }

export type House = {
  readonly address: string
  readonly exchange: Exchange
  readonly databaseUrl: string
  /** What its clock says. */
  now(): number
  /** The clock: as if that much time had passed. */
  later(millis: number): void
  ask<T = ErrorBody>(
    method: string,
    path: string,
    options?: { body?: unknown; access?: string | undefined },
  ): Promise<Reply<T>>
  signUp(email?: string, password?: string): Promise<Tokens>
  /** Somebody who owns it sells it: a resting order in the book. */
  offer(pair: number, price: string, volume: string): Promise<void>
  /** Opens a socket on a pair, as a guest without an access token. */
  join(pair: number | string, access?: string): Promise<Listener>
  /** Of money, orders and books. A refused order moves the seq and is remembered: these are left out. */
  stateHash(): Promise<string>
}

export type Listener = {
  readonly socket: WebSocket
  readonly heard: ServerMessage[]
  say(text: string): void
  /** The next message of this type that nobody waited for yet. */
  next<T extends ServerMessage['type']>(type: T): Promise<Extract<ServerMessage, { type: T }>>
  closed: Promise<number>
}

const PATIENCE_MILLIS = 5_000
/** Where no test says otherwise, nobody is there whom a bot could ask. */
const SCRATCH = { PORT: '0', RATE_LIMITS: 'off', BOT_API_URL: 'http://127.0.0.1:2' }
const isNoMemory = (line: string): boolean => !line.startsWith('{remembered:')

/** One server for all tests of a file. */
export function house(settings: Readonly<Record<string, string>> = {}): () => House {
  let world: World
  let open: House
  beforeAll(async () => {
    world = await startWorld()
    open = await openHouse(await world.newDatabaseUrl(), settings)
  })
  afterAll(async () => {
    await open?.exchange.stop()
    await world?.end()
  })
  return () => open
}

export async function openHouse(
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
  log = quiet,
): Promise<House> {
  const config: Config = readConfig({ ...SCRATCH, DATABASE_URL: databaseUrl, ...settings })
  let ahead = 0
  const clock = { now: () => Date.now() + ahead }
  const exchange = await startExchange(config, { clock, log, hasDemoTraders: false })
  const { address, sequencer } = exchange

  const ask: House['ask'] = async <T>(
    method: string,
    path: string,
    { body, access }: { body?: unknown; access?: string | undefined } = {},
  ) => {
    const reply = await fetch(path.startsWith('/api') ? address + EXCHANGE_BASE + path : address + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(access !== undefined && { [TOKEN_HEADER]: `Bearer ${access}` }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await reply.text()
    const isJson = reply.headers.get('content-type')?.startsWith('application/json') ?? false
    return { status: reply.status, body: (isJson ? JSON.parse(text) : text) as T, headers: reply.headers }
  }

  return {
    address,
    exchange,
    databaseUrl,
    now: clock.now,
    later(millis) {
      ahead += millis
    },
    ask,
    async signUp(email = `${randomUUID()}@example.com`, password = 'correct horse') {
      const { status, body } = await ask<Tokens>('POST', api.register.path, { body: { email, password } })
      if (status !== 201) throw new Error(`sign-up: ${status} ${JSON.stringify(body)}`)
      return body
    },
    offer: (pair, price, volume) => offer(exchange.sequencer, pair, price, volume),
    async join(pair, access) {
      if (access === undefined) return listen(`${address}/ws/charts/${pair}/Unauthorized/`)
      const { body } = await ask<{ ticket: string }>('POST', api.socketTicket.path, { body: {}, access })
      return listen(`${address}/ws/charts/${pair}/Bearer_${body.ticket}/`)
    },
    stateHash: () =>
      sequencer.read((state) => hash('sha256', [...stateText(state)].slice(1).filter(isNoMemory).join('\n'))),
  }
}

async function offer(sequencer: Exchange['sequencer'], id: number, price: string, volume: string): Promise<void> {
  const pair = known(await sequencer.read(({ markets }) => markets.get(id)?.pair), 'it is listed')
  const terms = readTerms(pair, { client_order_id: '', pair_id: id, side: 'sell', type: 'limit', price, volume })
  assert(!isRefusal(terms), 'a test offers what can be')
  const user = randomUUID()
  const grants = [{ currency: pair.base.id, amount: known(parseUnits(volume), 'a test writes numbers') }]
  const nothing = () => undefined
  await sequencer.submit(
    { type: 'open-account', user, kind: 'demo', referralCode: null, referrer: null, grants },
    nothing,
  )
  await sequencer.submit({ type: 'place-order', user, clientId: null, pair: id, side: 'sell', terms }, nothing)
}

/** Throws with the HTTP status when it is turned away. */
export async function listen(address: string, options: { origin?: string } = {}): Promise<Listener> {
  const socket = new WebSocket(address.replace(/^http/, 'ws'), options)
  const heard: ServerMessage[] = []
  const taken = new Map<string, number>()
  socket.on('message', (data) => heard.push(JSON.parse(String(data)) as ServerMessage))
  const closed = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.on('error', () => undefined)
  return {
    socket,
    heard,
    closed,
    say: (text) => socket.send(text),
    async next(type) {
      for (const until = performance.now() + PATIENCE_MILLIS; performance.now() < until; await sleep(5)) {
        const index = heard.findIndex((message, at) => at >= (taken.get(type) ?? 0) && message.type === type)
        if (index === -1) continue
        taken.set(type, index + 1)
        return heard[index] as Extract<ServerMessage, { type: typeof type }>
      }
      throw new Error(`no ${type} came; heard ${heard.map((message) => message.type).join(', ')}`)
    },
  }
}
