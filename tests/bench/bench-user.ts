/** One who trades by socket as fast as they are told to, and takes down how long each answer took. */

import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import { api, EXCHANGE_BASE, TOKEN_HEADER } from '../../src/contract/api.ts'
import type { ServerMessage } from '../../src/contract/socket.ts'
import type { Tokens } from '../../src/contract/views.ts'
import { PAIR } from './crowd.ts'

const TICK = 0.00001
const NEAR = 50
const STOCK = '3000'
const MOST_OPEN = 80
/** What is about one's own orders; everything else is not even read. */
const OWN = /^\{"type":"(order_|cancel_)/
const PRICE = /^\{"type":"price"/

export class BenchUser {
  readonly #socket: WebSocket
  /** When each was due, by the client id of an order, or by the uuid of one to be cancelled. */
  readonly #due = new Map<string, number>()
  #open: string[] = []
  #price = 0
  waits: number[] = []
  refused = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data) => this.#hear(String(data)))
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

  /** Something to sell, and the price to trade around. */
  async buyStock(): Promise<void> {
    this.#socket.send('get_price')
    this.#place({ side: 'buy', type: 'market', total: STOCK }, performance.now())
    while (this.unanswered > 0 || this.#price === 0) await new Promise((wake) => setTimeout(wake, 20))
  }

  begin(): void {
    this.waits = []
    this.refused = 0
    this.#due.clear()
  }

  get unanswered(): number {
    return this.#due.size
  }

  /** 60 % limit orders near the touch, 30 % cancels, 10 % marketable; a cancel where there are as many as may be. */
  act(next: () => number, due: number): void {
    const dice = next()
    const place = Math.floor(next() * this.#open.length)
    const uuid = this.#open[place]
    const side = next() < 0.5 ? 'buy' : 'sell'
    if ((dice < 0.3 || this.#open.length >= MOST_OPEN) && uuid !== undefined) this.#cancel(uuid, place, due)
    else {
      const isTaker = dice < 0.4
      const away = isTaker ? -NEAR : 1 + Math.floor(next() ** 2 * NEAR)
      const price = this.#price + (side === 'buy' ? -away : away) * TICK
      const volume = String(isTaker ? 60 : 10 + Math.floor(next() * 20))
      this.#place({ side, type: 'limit', price: price.toFixed(5), volume }, due)
    }
  }

  leave(): void {
    this.#socket.terminate()
  }

  #place(asked: object, due: number): void {
    const id = randomUUID()
    this.#due.set(id, due)
    this.#socket.send(`place_order/${JSON.stringify({ client_order_id: id, pair_id: PAIR, ...asked })}`)
  }

  #cancel(uuid: string, place: number, due: number): void {
    const last = this.#open.pop()
    if (last !== undefined && place < this.#open.length) this.#open[place] = last
    this.#due.set(uuid, due)
    this.#socket.send(`cancel_order/${uuid}`)
  }

  #hear(text: string): void {
    if (PRICE.test(text)) this.#price = Number((JSON.parse(text) as { data: string }).data)
    if (!OWN.test(text)) return
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
      const place = this.#open.indexOf(message.data.uuid)
      if (place !== -1) this.#open.splice(place, 1)
    }
  }

  #answered(key: string): void {
    const due = this.#due.get(key)
    if (due === undefined) return
    this.#due.delete(key)
    this.waits.push(performance.now() - due)
  }
}
