/** The WebSocket endpoint `/ws/charts/{pair}/{token}/`: authentication, rate limits, pings and closing. */

import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { PairId } from '../../contract/ids.ts'
import { DEFAULT_TIMEFRAME } from '../../contract/markets/timeframes.ts'
import { refuse } from '../../contract/refusals.ts'
import { BEARER, CLOSE, GUEST, NO_PAIR, PING_EVERY_MILLIS } from '../../contract/socket.ts'
import { InvariantViolation } from '../../engine/assert.ts'
import type { CommittedMarkets } from '../markets/committed-markets.ts'
import { clientIp, hasOneHost, type IsTrusted, rateLimitKey } from '../runtime/client-ip.ts'
import { isCrossOrigin } from '../runtime/cross-origin.ts'
import type { Log } from '../runtime/log.ts'
import { fullBucket, type Rate, takeToken } from '../runtime/rate-limiter.ts'
import { settledWithin } from '../runtime/settled-within.ts'
import type { SignedInUser } from '../sessions/access-tokens.ts'
import { type Connection, sendMessage } from './connection.ts'
import { type HandlerDeps, handleMessage, reject } from './handle-message.ts'
import { parseMessage } from './parse-message.ts'
import type { Subscriptions } from './subscriptions.ts'

type SocketServerDeps = Omit<HandlerDeps, 'subscriptions'> & {
  readonly subscriptions: Subscriptions
  readonly markets: CommittedMarkets
  readonly log: Log
  /** Verifies a ticket, which uses it up, or an access token where these are accepted. */
  readonly authenticate: (token: string) => Promise<SignedInUser | undefined>
  readonly limits: SocketLimits | 'off'
  /** The proxies whose `X-Forwarded-For` counts. */
  readonly isTrusted: IsTrusted
  readonly publicUrl: string | undefined
}

type SocketLimits = {
  readonly messages: Rate
  readonly socketsPerUser: number
  readonly socketsPerAddress: number
}

export const SOCKET_LIMITS: SocketLimits = {
  messages: { perSecond: 20, burst: 40 },
  socketsPerUser: 10,
  socketsPerAddress: 50,
}

type SocketServer = {
  /** Closes the sockets of sessions that were revoked. */
  closeRevoked(isRevoked: (signedIn: SignedInUser) => boolean): void
  /** Resolves when the received messages are answered, or after `ANSWER_TIMEOUT_MILLIS`. */
  answered(): Promise<void>
  /** Opens no more sockets and closes all with a close frame. */
  stop(): Promise<void>
}

const PATH = /^\/ws\/charts\/([^/?]{1,40})\/([^/?]{1,2048})\/?$/
const MAX_MESSAGE_BYTES = 16_384
/** A socket is closed after this many rejected messages in a row. */
const MAX_REJECTED = 200
/** How long clients have to close their sockets at a restart. */
const CLOSE_TIMEOUT_MILLIS = 500
/** At a restart: less than the timeout of the whole stop. */
const ANSWER_TIMEOUT_MILLIS = 500
const UNLIMITED: Rate = { perSecond: 1e9, burst: 1e9 }

export function openSocketServer(server: Server, deps: SocketServerDeps): SocketServer {
  const { subscriptions, log } = deps
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false })

  const answering = new Set<Promise<void>>()
  let isStopping = false

  server.on('upgrade', (request, stream, head) => {
    stream.on('error', () => stream.destroy())
    if (isStopping) return rejectUpgrade(stream, '503 Service Unavailable')
    admit(request, deps).then(
      (admitted) => {
        if (typeof admitted === 'string') return rejectUpgrade(stream, admitted)
        if (isStopping) return rejectUpgrade(stream, '503 Service Unavailable')
        sockets.handleUpgrade(request, stream, head, (socket) =>
          accept(deps, { ...admitted, socket, stream }, answering),
        )
      },
      (error) => {
        log.warn({ event: 'socket.open_failed', err: error }, 'a socket could not be opened')
        rejectUpgrade(stream, '503 Service Unavailable')
      },
    )
  })

  const pings = setInterval(() => {
    for (const connection of subscriptions.connections) {
      closeIfExpired(connection, deps.clock.now())
      if (!connection.isAlive) connection.socket.terminate()
      connection.isAlive = false
      connection.socket.ping()
    }
  }, PING_EVERY_MILLIS)

  return {
    closeRevoked(isRevoked) {
      for (const { signedIn, socket } of subscriptions.connections)
        if (signedIn !== undefined && isRevoked(signedIn)) socket.close(CLOSE.unauthorized, 'signed out')
    },
    answered: () => settledWithin(answering, ANSWER_TIMEOUT_MILLIS),
    async stop() {
      isStopping = true
      clearInterval(pings)
      const closed = Array.from(
        subscriptions.connections,
        ({ socket }) => new Promise((resolve) => socket.once('close', resolve)),
      )
      for (const connection of subscriptions.connections) {
        sendMessage(connection, { type: 'shutdown' })
        connection.socket.close(CLOSE.restarting, 'restarting')
      }
      await settledWithin(closed, CLOSE_TIMEOUT_MILLIS)
      for (const { socket } of subscriptions.connections) socket.terminate()
      sockets.close()
    },
  }
}

type Admitted = Omit<Connection, 'socket' | 'stream'>

/** Checks the request; returns the connection, or the HTTP status of the rejection. */
async function admit(request: IncomingMessage, deps: SocketServerDeps): Promise<Admitted | string> {
  const { subscriptions, limits, clock } = deps
  const path = PATH.exec(request.url ?? '')
  if (!hasOneHost(request)) return '400 Bad Request'
  if (path === null) return '404 Not Found'
  if (isCrossOrigin(request.headers, deps.publicUrl)) return '403 Forbidden'
  const pair = pairOf(deps.markets, path[1] ?? '')
  if (pair === undefined && path[1] !== NO_PAIR) return '404 Not Found'
  const address = rateLimitKey(clientIp(request, deps.isTrusted))
  if (limits !== 'off' && count(subscriptions, (each) => each.address === address) >= limits.socketsPerAddress)
    return '429 Too Many Requests'
  const token = path[2] ?? GUEST
  const signedIn =
    token === GUEST ? undefined : await deps.authenticate(token.startsWith(BEARER) ? token.slice(BEARER.length) : token)
  if (token !== GUEST && signedIn === undefined) return '401 Unauthorized'
  if (limits !== 'off' && signedIn !== undefined) {
    const others = count(subscriptions, (each) => each.signedIn?.user === signedIn.user)
    if (others >= limits.socketsPerUser) return '429 Too Many Requests'
  }
  const bucket = fullBucket(limits === 'off' ? UNLIMITED : limits.messages, clock.now())
  return {
    pair,
    signedIn,
    address,
    bucket,
    timeframe: DEFAULT_TIMEFRAME,
    lastSent: new Map(),
    rejectedInARow: 0,
    isAlive: true,
  }
}

const count = ({ connections }: Subscriptions, test: (connection: Connection) => boolean): number =>
  [...connections].filter(test).length

/** By id or by symbol, such as `BTC-USDT`. */
function pairOf(markets: CommittedMarkets, name: string): PairId | undefined {
  if (/^\d{1,9}$/.test(name)) return markets.get(Number(name) as PairId)?.pair.id
  const symbol = name.replace('-', '/').toUpperCase()
  return [...markets.all()].find(({ pair }) => pair.symbol === symbol)?.pair.id
}

function rejectUpgrade(stream: Duplex, status: string): void {
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** `answering` contains the messages that are being answered. */
function accept(deps: SocketServerDeps, connection: Connection, answering: Set<Promise<void>>): void {
  const { subscriptions, log } = deps
  const { socket } = connection
  socket.on('error', () => socket.terminate())
  socket.on('close', () => subscriptions.remove(connection))
  socket.on('pong', () => {
    connection.isAlive = true
  })
  socket.on('message', (data, isBinary) => {
    connection.isAlive = true
    // Messages on a closing socket are ignored.
    if (socket.readyState !== socket.OPEN) return
    if (isBinary) return socket.close(1003, 'text only')
    const answer = receive(deps, connection, textOf(data))
      .catch((error) => closeAfterError(socket, log, error))
      .finally(() => answering.delete(answer))
    answering.add(answer)
  })
  subscriptions.add(connection)
}

/** True if the session of the socket has expired. */
function closeIfExpired({ signedIn, socket }: Connection, now: number): boolean {
  const isExpired = signedIn !== undefined && now >= signedIn.sessionExpiresAt
  if (isExpired) socket.close(CLOSE.unauthorized, 'session expired')
  return isExpired
}

async function receive(deps: SocketServerDeps, connection: Connection, text: string): Promise<void> {
  if (closeIfExpired(connection, deps.clock.now())) return
  const rate = deps.limits === 'off' ? UNLIMITED : deps.limits.messages
  if (takeToken(connection.bucket, rate, deps.clock.now()) === 0) {
    connection.rejectedInARow = Math.max(0, connection.rejectedInARow - 1)
    return handleMessage(deps, connection, text)
  }
  connection.rejectedInARow += 1
  if (connection.rejectedInARow > MAX_REJECTED) connection.socket.close(CLOSE.tooMany, 'too many messages')
  else reject(connection, parseMessage(text), refuse('RATE_LIMITED'))
}

/** A violated invariant is rethrown: it must end the process, not just this socket. */
function closeAfterError(socket: WebSocket, log: Log, error: unknown): void {
  if (error instanceof InvariantViolation) throw error
  log.warn({ event: 'socket.failed', err: error }, 'closing a socket after an error')
  socket.close(1011, 'try again')
}

const textOf = (data: RawData): string =>
  Buffer.isBuffer(data)
    ? data.toString()
    : Array.isArray(data)
      ? Buffer.concat(data).toString()
      : Buffer.from(data).toString()
