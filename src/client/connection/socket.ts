/**
 * One socket for the pair on screen: asks for everything it shows when it opens, notices silence, and comes back
 * by itself. What it says of its own state is a union; what it hears is handed on.
 */

import type { PairId } from '../../contract/ids.ts'
import { PING_EVERY_MILLIS, type ServerMessage, STALE_AFTER_MILLIS } from '../../contract/socket.ts'
import { backoffMillis } from './backoff.ts'

/** `heardAt` is when the last message came, in milliseconds; undefined before the first. */
export type SocketState =
  | { readonly state: 'offline'; readonly heardAt: number | undefined }
  | { readonly state: 'connecting'; readonly heardAt: number | undefined; readonly attempt: number }
  | { readonly state: 'live' }
  | { readonly state: 'stale'; readonly heardAt: number }

type Needs = {
  /** The socket's address for a pair and the token part of its path. */
  readonly address: (pair: PairId, token: string) => string
  /** Who we are, fresh for every attempt; undefined when that cannot be found out now. */
  readonly token: () => Promise<string | undefined>
  /** What is asked when the line opens. */
  readonly questions: () => readonly string[]
  readonly heard: (message: ServerMessage) => void
  readonly changed: (state: SocketState) => void
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
  #needs: Needs
  #timing: typeof TIMING
  #now: () => number
  #pair: PairId | undefined
  #socket: WebSocket | undefined
  #state: SocketState['state'] = 'offline'
  #attempt = 0
  #turn = 0
  #heardAt: number | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #silence: ReturnType<typeof setTimeout> | undefined
  #pings: ReturnType<typeof setInterval> | undefined

  constructor(needs: Needs) {
    this.#needs = needs
    this.#timing = { ...TIMING, ...needs.timing }
    this.#now = needs.now ?? Date.now
  }

  get heardAt(): number | undefined {
    return this.#heardAt
  }

  /** Shows this pair from now on. Nothing of the former one is heard any more. */
  open(pair: PairId): void {
    if (pair === this.#pair) return
    this.#pair = pair
    this.#heardAt = undefined
    this.reconnect()
  }

  /** Drops what there is and connects at once: who we are changed, or the reader asked. */
  reconnect(): void {
    this.#attempt = 0
    void this.#connect()
  }

  /** The machine or the network woke up: a line that looks alive may be long dead. */
  wake(): void {
    if (this.#pair === undefined) return
    const silent = this.#heardAt === undefined || this.#now() - this.#heardAt > this.#timing.pingMillis
    if (this.#state !== 'live' || silent) this.reconnect()
  }

  close(): void {
    this.#pair = undefined
    this.#drop()
    this.#change({ state: 'offline', heardAt: this.#heardAt })
  }

  /** False when the line is not live: nothing was sent. */
  say(text: string): boolean {
    if (this.#state !== 'live' || this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(text)
    return true
  }

  async #connect(): Promise<void> {
    this.#drop()
    const pair = this.#pair
    if (pair === undefined) return
    const turn = this.#turn
    this.#change({ state: 'connecting', heardAt: this.#heardAt, attempt: this.#attempt })
    const token = await this.#needs.token()
    if (turn !== this.#turn) return
    if (token === undefined) return this.#later()
    const socket = new WebSocket(this.#needs.address(pair, token))
    this.#socket = socket
    this.#expect(this.#timing.openMillis)
    socket.onopen = () => {
      for (const question of this.#needs.questions()) socket.send(question)
      this.#pings = setInterval(() => socket.send('ping'), this.#timing.pingMillis)
    }
    socket.onmessage = ({ data }) => turn === this.#turn && this.#hear(data)
    socket.onclose = () => turn === this.#turn && this.#later()
    socket.onerror = () => undefined
  }

  #hear(data: unknown): void {
    const message = readMessage(data)
    if (!message) return
    this.#heardAt = this.#now()
    this.#expect(this.#timing.staleMillis)
    if (this.#state !== 'live') {
      this.#attempt = 0
      this.#change({ state: 'live' })
    }
    this.#needs.heard(message)
  }

  /** Silence for so long means the line is dead, whatever it says of itself. */
  #expect(millis: number): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => {
      if (this.#heardAt !== undefined) this.#change({ state: 'stale', heardAt: this.#heardAt })
      this.#later()
    }, millis)
  }

  #later(): void {
    this.#drop()
    if (this.#state !== 'stale') this.#change({ state: 'offline', heardAt: this.#heardAt })
    this.#retry = setTimeout(() => {
      this.#attempt += 1
      void this.#connect()
    }, this.#timing.backoff(this.#attempt))
  }

  #drop(): void {
    this.#turn += 1
    clearTimeout(this.#retry)
    clearTimeout(this.#silence)
    clearInterval(this.#pings)
    this.#socket?.close()
    this.#socket = undefined
  }

  #change(state: SocketState): void {
    this.#state = state.state
    this.#needs.changed(state)
  }
}

/** The server greets in plain words; whatever is no message of ours is not for us. */
function readMessage(data: unknown): ServerMessage | undefined {
  if (typeof data !== 'string' || !data.startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(data)
    return typeof value === 'object' && value !== null && 'type' in value ? (value as ServerMessage) : undefined
  } catch {
    return undefined
  }
}
