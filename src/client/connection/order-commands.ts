/**
 * Places and cancels orders over the socket; each call resolves with its outcome. An order keeps its client order id
 * (the idempotency key): it is resent with the same id and later only queried, so nothing executes twice.
 */

import type { PairId } from '../../contract/ids.ts'
import type { PlaceOrderBody } from '../../contract/orders/calls.ts'
import type { OrderView } from '../../contract/orders/views.ts'
import type { ErrorMessage, ServerMessage } from '../../contract/socket.ts'

/** `lost`: the server was queried and never received the order. */
export type OrderOutcome =
  | { readonly kind: 'accepted'; readonly order: OrderView }
  | ({ readonly kind: 'refused' } & ErrorMessage)
  | { readonly kind: 'lost' }

export type CancelOutcome =
  | { readonly kind: 'ok' }
  | ({ readonly kind: 'refused' } & ErrorMessage)
  | { readonly kind: 'lost' }

type OrderCommandsDeps = {
  readonly send: (text: string) => boolean
  /** Queries an order by its client id; undefined when the server cannot be reached. */
  readonly findOrder: (clientOrderId: string) => Promise<OrderView | 'none' | undefined>
  /** No reply for `slowMillis`: the user must not submit the order again. */
  readonly onSlow: (clientOrderId: string) => void
  /** The server's time; undefined while it is unknown. */
  readonly serverTime?: () => number | undefined
  readonly now?: () => number
  readonly timing?: Partial<typeof TIMING>
}

const TIMING = { slowMillis: 10_000, queryMillis: 3_000, resendMillis: 30_000, cancelMillis: 15_000 }

type PendingOrder = {
  readonly body: PlaceOrderBody
  readonly sentAt: number
  readonly settle: (outcome: OrderOutcome) => void
  timer: ReturnType<typeof setTimeout>
  absences: number
}

type PendingCancel = { readonly text: string; readonly settle: (outcome: CancelOutcome) => void }

export class OrderCommands {
  #deps: OrderCommandsDeps
  #timing: typeof TIMING
  #now: () => number
  #pendingOrders = new Map<string, PendingOrder>()
  #pendingCancels = new Map<string, PendingCancel>()

  constructor(deps: OrderCommandsDeps) {
    this.#deps = deps
    this.#timing = { ...TIMING, ...deps.timing }
    this.#now = deps.now ?? Date.now
  }

  isPlacing(clientOrderId: string | null): boolean {
    return clientOrderId !== null && this.#pendingOrders.has(clientOrderId)
  }

  /** The server refuses an order that arrives later than it would be resent. */
  placeOrder(order: PlaceOrderBody): Promise<OrderOutcome> {
    const now = this.#deps.serverTime?.()
    const body = now === undefined ? order : { ...order, valid_until: now + this.#timing.resendMillis }
    return new Promise((resolve) => {
      const id = body.client_order_id
      const settle = (outcome: OrderOutcome) => {
        const pending = this.#pendingOrders.get(id)
        if (!pending) return
        clearTimeout(pending.timer)
        this.#pendingOrders.delete(id)
        resolve(outcome)
      }
      const timer = setTimeout(() => this.#slow(id), this.#timing.slowMillis)
      this.#pendingOrders.set(id, { body, sentAt: this.#now(), settle, timer, absences: 0 })
      this.#deps.send(`place_order/${JSON.stringify(body)}`)
    })
  }

  cancelOrder(uuid: string): Promise<CancelOutcome> {
    return this.#cancel(uuid, `cancel_order/${uuid}`)
  }

  cancelAll(pair: PairId | 'all'): Promise<CancelOutcome> {
    return this.#cancel(`all-${pair}`, `cancel_all_orders/${pair}`)
  }

  onMessage(message: ServerMessage): void {
    switch (message.type) {
      case 'order_accepted':
        this.#pendingOrders.get(message.client_order_id)?.settle({ kind: 'accepted', order: message.data })
        return
      case 'order_rejected':
        // The server stopped while it handled the order: it may or may not be in the journal.
        if (message.code !== 'UNAVAILABLE') this.#pendingOrders.get(message.client_order_id)?.settle(refused(message))
        return
      case 'open_orders':
        for (const order of message.data) this.#onOrder(order)
        return
      case 'order_update':
        this.#onOrder(message.data)
        if (message.data.status !== 'open' && message.data.status !== 'partially_filled')
          this.#pendingCancels.get(message.data.uuid)?.settle({ kind: 'ok' })
        return
      case 'cancel_rejected':
        if (message.code !== 'UNAVAILABLE') this.#pendingCancels.get(message.uuid)?.settle(refused(message))
        return
      case 'orders_cancelled':
        this.#pendingCancels.get(`all-${message.pair}`)?.settle({ kind: 'ok' })
        return
      case 'stale':
        // Orders are accepted again: pending ones were answered with UNAVAILABLE.
        if (!message.data) this.resend()
        return
      default:
    }
  }

  /** After a reconnect: resends recent orders with their ids, and all pending cancels. */
  resend(): void {
    for (const { body, sentAt } of this.#pendingOrders.values())
      if (this.#now() - sentAt < this.#timing.resendMillis) this.#deps.send(`place_order/${JSON.stringify(body)}`)
    for (const { text } of this.#pendingCancels.values()) this.#deps.send(text)
  }

  #onOrder(order: OrderView): void {
    if (order.client_order_id !== null)
      this.#pendingOrders.get(order.client_order_id)?.settle({ kind: 'accepted', order })
  }

  #slow(id: string): void {
    this.#deps.onSlow(id)
    void this.#query(id)
  }

  /** An order is lost when it is too old to be resent and two queries did not find it. */
  async #query(id: string): Promise<void> {
    const found = await this.#deps.findOrder(id)
    const pending = this.#pendingOrders.get(id)
    if (!pending) return
    if (found !== undefined && found !== 'none') return pending.settle({ kind: 'accepted', order: found })
    if (this.#now() - pending.sentAt < this.#timing.resendMillis)
      this.#deps.send(`place_order/${JSON.stringify(pending.body)}`)
    else if (found === 'none') pending.absences += 1
    if (pending.absences >= 2) return pending.settle({ kind: 'lost' })
    pending.timer = setTimeout(() => void this.#query(id), this.#timing.queryMillis)
  }

  #cancel(key: string, text: string): Promise<CancelOutcome> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle({ kind: 'lost' }), this.#timing.cancelMillis)
      const settle = (outcome: CancelOutcome) => {
        clearTimeout(timer)
        this.#pendingCancels.delete(key)
        resolve(outcome)
      }
      this.#pendingCancels.set(key, { text, settle })
      this.#deps.send(text)
    })
  }
}

const refused = ({ code, detail, params }: ErrorMessage) =>
  ({ kind: 'refused', code, detail, ...(params !== undefined && { params }) }) as const
