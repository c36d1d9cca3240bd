/**
 * One WebSocket for the selected pair. It sends its opening messages when it connects, detects a dead connection by
 * silence, and reconnects with backoff.
 */

import type { PairId } from '../../contract/ids.ts'
import { parseJson } from '../../contract/parse-json.ts'
import { type NO_PAIR, PING_EVERY_MILLIS, type ServerMessage, STALE_AFTER_MILLIS } from '../../contract/socket.ts'
import { backoffMillis } from './backoff.ts'
import { serverClock } from './server-clock.ts'

/** `lastMessageAt`: time of the last message in milliseconds; undefined before the first. */
export type SocketState =
  | { readonly state: 'offline'; readonly lastMessageAt: number | undefined }
  | { readonly state: 'connecting'; readonly lastMessageAt: number | undefined; readonly attempt: number }
  | { readonly state: 'live' }
  | { readonly state: 'stale'; readonly lastMessageAt: number }

/** Without a pair, only messages about the user arrive. */
type SocketPair = PairId | typeof NO_PAIR

type SocketDeps = {
  /** The socket's URL for a pair and the token part of its path. */
  readonly url: (pair: SocketPair, token: string) => string
  /** A new token for every attempt; undefined when none can be had now. */
  readonly token: () => Promise<string | undefined>
  /** Sent when the connection opens. */
  readonly openingMessages: () => readonly string[]
  readonly onMessage: (message: ServerMessage) => void
  readonly onStateChange: (state: SocketState) => void
  readonly now?: () => number
  readonly timing?: Partial<typeof TIMING>
}

const TIMING = {
  pingMillis: PING_EVERY_MILLIS,
  staleMillis: STALE_AFTER_MILLIS,
  openMillis: 10_000,
  backoff: backoffMillis as (attempt: number) => number,
}

export class MarketSocket {
  #deps: SocketDeps
  #timing: typeof TIMING
  #now: () => number
  #pair: SocketPair | undefined
  #socket: WebSocket | undefined
  #state: SocketState['state'] = 'offline'
  #attempt = 0
  #generation = 0
  #lastMessageAt: number | undefined
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #silenceTimer: ReturnType<typeof setTimeout> | undefined
  #pingTimer: ReturnType<typeof setInterval> | undefined
  readonly #serverClock = serverClock()

  constructor(deps: SocketDeps) {
    this.#deps = deps
    this.#timing = { ...TIMING, ...deps.timing }
    this.#now = deps.now ?? Date.now
  }

  get lastMessageAt(): number | undefined {
    return this.#lastMessageAt
  }

  /** The server's time; undefined while it is unknown. */
  get serverTime(): number | undefined {
    return this.#serverClock.now()
  }

  /** Connects for this pair. Messages of the former connection are ignored. */
  open(pair: SocketPair): void {
    if (pair === this.#pair) return
    this.#pair = pair
    this.#lastMessageAt = undefined
    this.reconnect()
  }

  /** Reconnects at once: after a login or log-out, and on the user's request. */
  reconnect(): void {
    this.#attempt = 0
    void this.#connect()
  }

  /** After sleep or a network change a connection may be dead without an error. */
  wake(): void {
    if (this.#pair === undefined) return
    const isSilent = this.#lastMessageAt === undefined || this.#now() - this.#lastMessageAt > this.#timing.pingMillis
    if (this.#state !== 'live' || isSilent) this.reconnect()
  }

  close(): void {
    this.#pair = undefined
    this.#disconnect()
    this.#setState({ state: 'offline', lastMessageAt: this.#lastMessageAt })
  }

  /** False when the connection is not live: nothing was sent. */
  send(text: string): boolean {
    if (this.#state !== 'live' || this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(text)
    return true
  }

  async #connect(): Promise<void> {
    this.#disconnect()
    const pair = this.#pair
    if (pair === undefined) return
    const generation = this.#generation
    this.#setState({ state: 'connecting', lastMessageAt: this.#lastMessageAt, attempt: this.#attempt })
    const token = await this.#deps.token()
    if (generation !== this.#generation) return
    if (token === undefined) return this.#scheduleRetry()
    const socket = new WebSocket(this.#deps.url(pair, token))
    this.#socket = socket
    this.#startSilenceTimer(this.#timing.openMillis)
    socket.onopen = () => {
      for (const message of this.#deps.openingMessages()) socket.send(message)
      const ping = () => {
        this.#serverClock.onPing()
        socket.send('ping')
      }
      ping()
      this.#pingTimer = setInterval(ping, this.#timing.pingMillis)
    }
    socket.onmessage = ({ data }) => generation === this.#generation && this.#receive(data)
    socket.onclose = () => generation === this.#generation && this.#scheduleRetry()
    socket.onerror = () => undefined
  }

  #receive(data: unknown): void {
    const message = parseMessage(data)
    if (!message) return
    this.#lastMessageAt = this.#now()
    this.#startSilenceTimer(this.#timing.staleMillis)
    if (this.#state !== 'live') {
      this.#attempt = 0
      this.#setState({ state: 'live' })
    }
    if (message.type === 'pong') this.#serverClock.onPong(message.server_time)
    this.#deps.onMessage(message)
  }

  /** Reconnects when no message arrives within `millis`, even if the socket is open. */
  #startSilenceTimer(millis: number): void {
    clearTimeout(this.#silenceTimer)
    this.#silenceTimer = setTimeout(() => {
      if (this.#lastMessageAt !== undefined) this.#setState({ state: 'stale', lastMessageAt: this.#lastMessageAt })
      this.#scheduleRetry()
    }, millis)
  }

  #scheduleRetry(): void {
    this.#disconnect()
    if (this.#state !== 'stale') this.#setState({ state: 'offline', lastMessageAt: this.#lastMessageAt })
    this.#retryTimer = setTimeout(() => {
      this.#attempt += 1
      void this.#connect()
    }, this.#timing.backoff(this.#attempt))
  }

  #disconnect(): void {
    this.#generation += 1
    clearTimeout(this.#retryTimer)
    clearTimeout(this.#silenceTimer)
    clearInterval(this.#pingTimer)
    this.#socket?.close()
    this.#socket = undefined
  }

  #setState(state: SocketState): void {
    this.#state = state.state
    this.#deps.onStateChange(state)
  }
}

/** Undefined for text that is not a JSON message, such as the server's greeting. */
function parseMessage(data: unknown): ServerMessage | undefined {
  if (typeof data !== 'string' || !data.startsWith('{')) return undefined
  const value = parseJson(data)
  return typeof value === 'object' && value !== null && 'type' in value ? (value as ServerMessage) : undefined
}
