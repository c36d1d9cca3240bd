/** A user who trades over a WebSocket at a given rate and records the latency of each reply. */

import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import { api, EXCHANGE_BASE, TOKEN_HEADER } from '../../src/contract/api.ts'
import type { Tokens } from '../../src/contract/auth/views.ts'
import type { ServerMessage } from '../../src/contract/socket.ts'
import { PAIR } from './socket-clients.ts'

const TICK = 0.00001
const MAX_DISTANCE = 50
const STOCK = '3000'
const MAX_OPEN = 80
/** Messages about the user's own orders; all others are not parsed. */
const OWN_ORDER = /^\{"type":"(order_|cancel_)/
const PRICE = /^\{"type":"price"/

export class BenchUser {
  readonly #socket: WebSocket
  /** Due times of pending requests, by client order id or by the uuid of the order to cancel. */
  readonly #due = new Map<string, number>()
  #open: string[] = []
  #price = 0
  latencies: number[] = []
  refused = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data) => this.#onMessage(String(data)))
  }

  static async join(address: string, number: number): Promise<BenchUser> {
    const post = async <Reply>(path: string, body: object, access = ''): Promise<Reply> => {
      const headers = { 'content-type': 'application/json', [TOKEN_HEADER]: `Bearer ${access}` }
      const reply = await fetch(address + EXCHANGE_BASE + path, { method: 'POST', headers, body: JSON.stringify(body) })
      return (await reply.json()) as Reply
    }
    const email = `${number}-${randomUUID()}@example.com`
    const { access } = await post<Tokens>(api.register.path, { email, password: 'correct horse' })
    const { ticket } = await post<{ ticket: string }>(api.socketTicket.path, {}, access)
    const socket = new WebSocket(`${address.replace('http', 'ws')}/ws/charts/${PAIR}/Bearer_${ticket}/`)
    const user = new BenchUser(socket)
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    return user
  }

  /** Buys coins to sell later, and waits for the first price. */
  async buyStock(): Promise<void> {
    this.#socket.send('get_price')
    this.#placeOrder({ side: 'buy', type: 'market', total: STOCK }, performance.now())
    while (this.unanswered > 0 || this.#price === 0) await new Promise((wake) => setTimeout(wake, 20))
  }

  forgetLatencies(): void {
    this.latencies = []
  }

  reset(): void {
    this.forgetLatencies()
    this.refused = 0
    this.#due.clear()
  }

  get unanswered(): number {
    return this.#due.size
  }

  /** 60 % limit orders near the best price, 30 % cancels, 10 % marketable; always a cancel at the open order limit. */
  sendNextRequest(next: () => number, due: number): void {
    const dice = next()
    const index = Math.floor(next() * this.#open.length)
    const uuid = this.#open[index]
    const side = next() < 0.5 ? 'buy' : 'sell'
    if ((dice < 0.3 || this.#open.length >= MAX_OPEN) && uuid !== undefined) this.#cancel(uuid, index, due)
    else {
      const isTaker = dice < 0.4
      const distance = isTaker ? -MAX_DISTANCE : 1 + Math.floor(next() ** 2 * MAX_DISTANCE)
      const price = this.#price + (side === 'buy' ? -distance : distance) * TICK
      const volume = String(isTaker ? 60 : 10 + Math.floor(next() * 20))
      this.#placeOrder({ side, type: 'limit', price: price.toFixed(5), volume }, due)
    }
  }

  close(): void {
    this.#socket.terminate()
  }

  #placeOrder(request: object, due: number): void {
    const id = randomUUID()
    this.#due.set(id, due)
    this.#socket.send(`place_order/${JSON.stringify({ client_order_id: id, pair_id: PAIR, ...request })}`)
  }

  #cancel(uuid: string, index: number, due: number): void {
    const last = this.#open.pop()
    if (last !== undefined && index < this.#open.length) this.#open[index] = last
    this.#due.set(uuid, due)
    this.#socket.send(`cancel_order/${uuid}`)
  }

  #onMessage(text: string): void {
    if (PRICE.test(text)) this.#price = Number((JSON.parse(text) as { data: string }).data)
    if (!OWN_ORDER.test(text)) return
    const message = JSON.parse(text) as ServerMessage
    if (message.type === 'order_accepted') {
      this.#answered(message.client_order_id)
      if (message.data.status === 'open') this.#open.push(message.data.uuid)
    } else if (message.type === 'order_rejected') {
      this.#answered(message.client_order_id)
      this.refused += 1
    } else if (message.type === 'cancel_rejected') this.#answered(message.uuid)
    else if (message.type === 'order_update' && message.data.status !== 'open') {
      this.#answered(message.data.uuid)
      const index = this.#open.indexOf(message.data.uuid)
      if (index !== -1) this.#open.splice(index, 1)
    }
  }

  #answered(key: string): void {
    const due = this.#due.get(key)
    if (due === undefined) return
    this.#due.delete(key)
    this.latencies.push(performance.now() - due)
  }
}
