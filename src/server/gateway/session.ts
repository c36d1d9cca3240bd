/** One open socket: who is behind it, what pair it shows, and how much it may ask and leave unread. */

import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { PairId } from '../../contract/ids.ts'
import { CLOSE, type ServerMessage } from '../../contract/socket.ts'
import type { Timeframe } from '../../contract/timeframes.ts'
import type { SignedIn } from '../identity/access-tokens.ts'
import type { Bucket } from '../token-bucket.ts'

export type Session = {
  readonly socket: WebSocket
  /** What the socket writes to. */
  readonly stream: Duplex
  readonly pair: PairId
  readonly signedIn: SignedIn | undefined
  readonly address: string
  readonly bucket: Bucket
  /** What chart it shows. */
  timeframe: Timeframe
  /** What it was last told of the market, by kind: the same is not told twice. */
  readonly told: Map<string, string>
  /** Messages refused one after another. */
  refused: number
  /** Something came from the other end since it was last asked for a sign of life. */
  alive: boolean
}

const MOST_UNREAD_BYTES = 1_048_576
/** A reader who is behind this far is told of the market later, and then only how it is by then. */
const MOST_UNREAD_MARKET_BYTES = 262_144

export const say = (session: Session, message: ServerMessage): void => send(session, JSON.stringify(message))

/** A reader who leaves too much unread is cut: what waits for them is memory of ours. */
export function send({ socket, stream }: Session, text: string): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > MOST_UNREAD_BYTES) {
    socket.close(CLOSE.tooSlow, 'too slow')
    socket.terminate()
    return
  }
  // What is said in one turn goes out in one write: each costs more than all that led to the message.
  if (stream.writableCorked === 0) {
    stream.cork()
    process.nextTick(() => stream.uncork())
  }
  socket.send(text)
}

/** False when the reader is too far behind to be told now. */
export function tellMarket(session: Session, kind: string, text: string): boolean {
  if (session.told.get(kind) === text) return true
  if (session.socket.bufferedAmount > MOST_UNREAD_MARKET_BYTES) return false
  session.told.set(kind, text)
  send(session, text)
  return true
}
