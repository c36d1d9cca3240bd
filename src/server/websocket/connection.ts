/** An open socket: its user, its pair, its rate limit and its send buffer limits. */

import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { PairId } from '../../contract/ids.ts'
import type { Timeframe } from '../../contract/markets/timeframes.ts'
import { type Refusal, refusalText } from '../../contract/refusals.ts'
import { CLOSE, type ErrorMessage, type ServerMessage } from '../../contract/socket.ts'
import type { TokenBucket } from '../runtime/rate-limiter.ts'
import type { SignedInUser } from '../sessions/access-tokens.ts'

export type Connection = {
  readonly socket: WebSocket
  /** The TCP stream below the socket. */
  readonly stream: Duplex
  /** Undefined while no pair is listed. */
  readonly pair: PairId | undefined
  readonly signedIn: SignedInUser | undefined
  readonly address: string
  readonly bucket: TokenBucket
  /** Timeframe of the displayed chart. */
  timeframe: Timeframe
  /** The last market message per type; an equal message is not sent again. */
  readonly lastSent: Map<string, string>
  /** Rejected messages in a row. */
  rejectedInARow: number
  /** A frame arrived since the last ping. */
  isAlive: boolean
}

const MAX_BUFFERED_BYTES = 1_048_576
/** Above this, market messages are skipped; the connection later gets the then current state. */
const MAX_BUFFERED_MARKET_BYTES = 262_144

export const errorMessage = (refusal: Refusal): ErrorMessage => ({
  code: refusal.code,
  detail: refusalText(refusal),
  ...(Object.keys(refusal.params).length > 0 && { params: refusal.params }),
})

export const sendMessage = (connection: Connection, message: ServerMessage): void =>
  sendText(connection, JSON.stringify(message))

/** Closes a connection whose client reads too slowly: its buffer is memory of the server. */
export function sendText({ socket, stream }: Connection, text: string): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > MAX_BUFFERED_BYTES) {
    socket.close(CLOSE.tooSlow, 'too slow')
    socket.terminate()
    return
  }
  // All messages of one event loop iteration are written at once: a write costs more than the messages themselves.
  if (stream.writableCorked === 0) {
    stream.cork()
    process.nextTick(() => stream.uncork())
  }
  socket.send(text)
}

/** False if the message was skipped because the client reads too slowly. */
export function sendMarketUpdate(connection: Connection, kind: string, text: string): boolean {
  if (connection.lastSent.get(kind) === text) return true
  if (connection.socket.bufferedAmount > MAX_BUFFERED_MARKET_BYTES) return false
  connection.lastSent.set(kind, text)
  sendText(connection, text)
  return true
}
