/** A user of the real server: signs up by HTTP, trades by socket, and remembers what was asked and answered. */

import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import { api, EXCHANGE_BASE, TOKEN_HEADER } from '../../src/contract/api.ts'
import type { ServerMessage } from '../../src/contract/socket.ts'
import type { OrdersPage, OrderView, PlaceOrderBody, RefreshedTokens, Tokens } from '../../src/contract/views.ts'

export type Answer = Extract<ServerMessage, { type: 'order_accepted' | 'order_rejected' }>
export type Asked = Omit<PlaceOrderBody, 'client_order_id'>

const accepted = (data: OrderView): Answer => ({
  type: 'order_accepted',
  client_order_id: data.client_order_id ?? '',
  data,
})

export class Trader {
  readonly email = `${randomUUID()}@example.com`
  /** Every wish, by its client id, and what was answered. */
  readonly asked = new Map<string, PlaceOrderBody>()
  readonly answers = new Map<string, Answer>()
  readonly heard: ServerMessage[] = []
  #address = ''
  #refresh = ''
  #access = ''
  #socket: WebSocket | undefined
  readonly #waiting = new Map<string, (answer: Answer) => void>()

  static async signUp(address: string): Promise<Trader> {
    const trader = new Trader()
    trader.#address = address
    const tokens = await trader.#post<Tokens>(api.register.path, { email: trader.email, password: 'correct horse' })
    trader.#refresh = tokens.refresh
    trader.#access = tokens.access
    return trader
  }

  /** After a restart the old access token still works; a new one is taken to show that the session survives too. */
  async signInAgain(): Promise<void> {
    const tokens = await this.#post<RefreshedTokens>(api.refresh.path, { refresh_token: this.#refresh })
    this.#refresh = tokens.refresh_token
    this.#access = tokens.access_token
  }

  async connect(pair = 1): Promise<void> {
    const { ticket } = await this.#post<{ ticket: string }>(api.socketTicket.path, {})
    const socket = new WebSocket(`${this.#address.replace('http', 'ws')}/ws/charts/${pair}/Bearer_${ticket}/`)
    socket.on('message', (data) => this.#hear(JSON.parse(String(data)) as ServerMessage))
    socket.on('error', () => undefined)
    await new Promise((resolve, reject) => socket.once('open', resolve).once('close', reject))
    this.#socket = socket
  }

  /** Resolves with the answer, or never when the server dies. */
  place(asked: Asked): Promise<Answer> {
    const body = { client_order_id: randomUUID(), ...asked }
    this.asked.set(body.client_order_id, body)
    return this.#send(body)
  }

  /** The same by HTTP; undefined when the answer is that nobody knows. */
  async placeByHttp(asked: Asked): Promise<OrderView | undefined> {
    const body = { client_order_id: randomUUID(), ...asked }
    this.asked.set(body.client_order_id, body)
    const data = await this.#post<OrderView>(api.placeOrder.path, body).catch(() => undefined)
    if (data !== undefined) this.answers.set(data.client_order_id ?? '', accepted(data))
    return data
  }

  /** Asks again for everything that was never answered. */
  async repeatUnanswered(): Promise<number> {
    const open = [...this.asked.values()].filter(({ client_order_id: id }) => !this.answers.has(id))
    await Promise.all(open.map((body) => this.#send(body)))
    return open.length
  }

  cancel(uuid: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(`cancel_order/${uuid}`)
  }

  async allOrders(): Promise<OrderView[]> {
    const orders: OrderView[] = []
    for (;;) {
      const path = `${api.orders.path}?status=all&limit=100&offset=${orders.length}`
      const page = await this.get<OrdersPage>(path)
      orders.push(...page.orders)
      if (!page.next) return orders
    }
  }

  async get<Reply>(path: string): Promise<Reply> {
    const headers = { [TOKEN_HEADER]: `Bearer ${this.#access}` }
    const reply = await fetch(this.#address + EXCHANGE_BASE + path, { headers })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as Reply
  }

  disconnect(): void {
    this.#socket?.terminate()
  }

  #send(body: PlaceOrderBody): Promise<Answer> {
    const answer = new Promise<Answer>((resolve) => this.#waiting.set(body.client_order_id, resolve))
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(`place_order/${JSON.stringify(body)}`)
    return answer
  }

  #hear(message: ServerMessage): void {
    this.heard.push(message)
    if (message.type !== 'order_accepted' && message.type !== 'order_rejected') return
    if (message.type === 'order_rejected' && message.code === 'UNAVAILABLE') return
    this.answers.set(message.client_order_id, message)
    this.#waiting.get(message.client_order_id)?.(message)
    this.#waiting.delete(message.client_order_id)
  }

  async #post<Reply>(path: string, body: object): Promise<Reply> {
    const headers = { 'content-type': 'application/json', [TOKEN_HEADER]: `Bearer ${this.#access}` }
    const reply = await fetch(this.#address + EXCHANGE_BASE + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as Reply
  }
}
