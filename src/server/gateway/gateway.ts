/** The socket endpoint `/ws/charts/{pair}/{token}/`: who may come in, how much they may say, and when they must go. */

import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { PairId } from '../../contract/ids.ts'
import { refuse } from '../../contract/refusals.ts'
import { BEARER, CLOSE, GUEST, PING_EVERY_MILLIS } from '../../contract/socket.ts'
import { DEFAULT_TIMEFRAME } from '../../contract/timeframes.ts'
import { BrokenClaim } from '../../engine/assert.ts'
import { clientAddress, type IsTrusted } from '../client-address.ts'
import type { SignedIn } from '../identity/access-tokens.ts'
import type { Log } from '../log.ts'
import { isForeign } from '../origin.ts'
import { fullBucket, type Rate, take } from '../token-bucket.ts'
import type { Channels } from './channels.ts'
import { converse, type Parts, turnDown } from './converse.ts'
import { hear } from './hear.ts'
import { type Session, say } from './session.ts'

export type GatewayParts = Omit<Parts, 'channels'> & {
  readonly channels: Channels
  readonly log: Log
  /** Whom a ticket, or an access token where that is allowed, belongs to. A ticket is spent by asking. */
  readonly whoIs: (token: string) => Promise<SignedIn | undefined>
  readonly limits: SocketLimits | 'off'
  /** Proxies of ours, that say whom they ask for. */
  readonly isTrusted: IsTrusted
  readonly publicUrl: string | undefined
}

export type SocketLimits = {
  readonly messages: Rate
  readonly socketsPerUser: number
  readonly socketsPerAddress: number
}

export const SOCKET_LIMITS: SocketLimits = {
  messages: { perSecond: 20, burst: 40 },
  socketsPerUser: 10,
  socketsPerAddress: 50,
}

export type Gateway = {
  /** Ends the sockets of one sign-in. */
  endFamily(family: string): void
  stop(): void
}

const PATH = /^\/ws\/charts\/([^/?]{1,40})\/([^/?]{1,2048})\/?$/
const MOST_MESSAGE_BYTES = 16_384
/** Refused messages in a row after which a socket is closed. */
const MOST_REFUSED = 200
/** How long a reader has to hear that we restart. */
const GOODBYE_MILLIS = 500
const UNLIMITED: Rate = { perSecond: 1e9, burst: 1e9 }

export function openGateway(server: Server, parts: GatewayParts): Gateway {
  const { channels, log } = parts
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MOST_MESSAGE_BYTES, perMessageDeflate: false })

  server.on('upgrade', (request, stream, head) => {
    stream.on('error', () => stream.destroy())
    admit(request, parts).then(
      (admitted) => {
        if (typeof admitted === 'string') return turnAway(stream, admitted)
        sockets.handleUpgrade(request, stream, head, (socket) => welcome(parts, { ...admitted, socket, stream }))
      },
      (error) => {
        log.warn({ err: error }, 'a socket could not be opened')
        turnAway(stream, '503 Service Unavailable')
      },
    )
  })

  const pulse = setInterval(() => {
    for (const session of channels.sessions) {
      if (!session.alive) session.socket.terminate()
      session.alive = false
      session.socket.ping()
    }
  }, PING_EVERY_MILLIS)

  return {
    endFamily(family) {
      for (const session of channels.sessions)
        if (session.signedIn?.family === family) session.socket.close(CLOSE.unauthorized, 'signed out')
    },
    stop() {
      clearInterval(pulse)
      for (const session of channels.sessions) {
        say(session, { type: 'shutdown' })
        session.socket.close(CLOSE.restarting, 'restarting')
      }
      setTimeout(() => {
        for (const { socket } of channels.sessions) socket.terminate()
      }, GOODBYE_MILLIS)
      sockets.close()
    },
  }
}

type Admitted = Omit<Session, 'socket' | 'stream'>

/** A session, or the HTTP status with which it is turned away. */
async function admit(request: IncomingMessage, parts: GatewayParts): Promise<Admitted | string> {
  const { desk, channels, limits, clock } = parts
  const path = PATH.exec(request.url ?? '')
  if (path === null) return '404 Not Found'
  if (isForeign(request.headers, parts.publicUrl)) return '403 Forbidden'
  const pair = pairOf(parts, path[1] ?? '')
  if (pair === undefined) return desk.sequencer.trouble === undefined ? '404 Not Found' : '503 Service Unavailable'
  const address = clientAddress(request, parts.isTrusted)
  if (limits !== 'off' && count(channels, (each) => each.address === address) >= limits.socketsPerAddress)
    return '429 Too Many Requests'
  const token = path[2] ?? GUEST
  const signedIn =
    token === GUEST ? undefined : await parts.whoIs(token.startsWith(BEARER) ? token.slice(BEARER.length) : token)
  if (token !== GUEST && signedIn === undefined) return '401 Unauthorized'
  if (limits !== 'off' && signedIn !== undefined) {
    const others = count(channels, (each) => each.signedIn?.user === signedIn.user)
    if (others >= limits.socketsPerUser) return '429 Too Many Requests'
  }
  const bucket = fullBucket(limits === 'off' ? UNLIMITED : limits.messages, clock.now())
  return { pair, signedIn, address, bucket, timeframe: DEFAULT_TIMEFRAME, told: new Map(), refused: 0, alive: true }
}

const count = ({ sessions }: Channels, test: (session: Session) => boolean): number => [...sessions].filter(test).length

/** By id, or by a name such as `BTC-USDT`. */
const pairOf = ({ desk }: GatewayParts, name: string): PairId | undefined =>
  desk.sequencer.glance(({ markets }) => {
    if (/^\d{1,9}$/.test(name)) return markets.get(Number(name))?.pair.id
    const symbol = name.replace('-', '/').toUpperCase()
    return [...markets.values()].find(({ pair }) => pair.symbol === symbol)?.pair.id
  })

function turnAway(stream: Duplex, status: string): void {
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

function welcome(parts: GatewayParts, session: Session): void {
  const { channels, log } = parts
  const { socket } = session
  socket.on('error', () => socket.terminate())
  socket.on('close', () => channels.remove(session))
  socket.on('pong', () => {
    session.alive = true
  })
  socket.on('message', (data, isBinary) => {
    session.alive = true
    // Once told to go, a socket is not listened to, however long it takes to leave.
    if (socket.readyState !== socket.OPEN) return
    if (isBinary) socket.close(1003, 'text only')
    else listen(parts, session, textOf(data)).catch((error) => giveUp(socket, log, error))
  })
  channels.add(session).catch((error) => giveUp(socket, log, error))
}

async function listen(parts: GatewayParts, session: Session, text: string): Promise<void> {
  const rate = parts.limits === 'off' ? UNLIMITED : parts.limits.messages
  if (take(session.bucket, rate, parts.clock.now()) === 0) {
    session.refused = Math.max(0, session.refused - 1)
    return converse(parts, session, text)
  }
  session.refused += 1
  if (session.refused > MOST_REFUSED) session.socket.close(CLOSE.tooMany, 'too many messages')
  else turnDown(session, hear(text), refuse('RATE_LIMITED'))
}

/** A broken claim stays unhandled: it is not this socket that must end, but the process. */
function giveUp(socket: WebSocket, log: Log, error: unknown): void {
  if (error instanceof BrokenClaim) throw error
  log.warn({ err: error }, 'a socket is closed')
  socket.close(1011, 'try again')
}

const textOf = (data: RawData): string =>
  Buffer.isBuffer(data)
    ? data.toString()
    : Array.isArray(data)
      ? Buffer.concat(data).toString()
      : Buffer.from(data).toString()
