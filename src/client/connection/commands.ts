/**
 * Orders and cancels over the socket, each with the promise of its outcome. An intent keeps its id for good: what
 * is not answered is said again with the same id, and later only asked about, so nothing happens twice.
 */

import type { PairId } from '../../contract/ids.ts'
import type { Complaint, ServerMessage } from '../../contract/socket.ts'
import type { OrderView, PlaceOrderBody } from '../../contract/views.ts'

/** `lost`: the exchange was asked and never had it. */
export type OrderOutcome =
  | { readonly kind: 'accepted'; readonly order: OrderView }
  | { readonly kind: 'refused'; readonly code: string; readonly detail: string }
  | { readonly kind: 'lost' }

export type CancelOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly code: string; readonly detail: string }
  | { readonly kind: 'lost' }

type Needs = {
  readonly say: (text: string) => boolean
  /** Looks an order up by its client id; undefined when nobody can tell now. */
  readonly find: (clientOrderId: string) => Promise<OrderView | 'none' | undefined>
  /** No answer for a while: the reader should know not to send it again. */
  readonly slow: (clientOrderId: string) => void
  readonly now?: () => number
  readonly timing?: Partial<typeof TIMING>
}

const TIMING = { slowMillis: 10_000, askMillis: 3_000, resendMillis: 30_000, cancelMillis: 15_000 }

type Placing = {
  readonly body: PlaceOrderBody
  readonly sentAt: number
  readonly settle: (outcome: OrderOutcome) => void
  timer: ReturnType<typeof setTimeout>
  absences: number
}

type Waiting = { readonly text: string; readonly settle: (outcome: CancelOutcome) => void }

export class Commands {
  #needs: Needs
  #timing: typeof TIMING
  #now: () => number
  #placing = new Map<string, Placing>()
  #cancelling = new Map<string, Waiting>()

  constructor(needs: Needs) {
    this.#needs = needs
    this.#timing = { ...TIMING, ...needs.timing }
    this.#now = needs.now ?? Date.now
  }

  isPlacing(clientOrderId: string | null): boolean {
    return clientOrderId !== null && this.#placing.has(clientOrderId)
  }

  placeOrder(body: PlaceOrderBody): Promise<OrderOutcome> {
    return new Promise((resolve) => {
      const id = body.client_order_id
      const settle = (outcome: OrderOutcome) => {
        const placing = this.#placing.get(id)
        if (!placing) return
        clearTimeout(placing.timer)
        this.#placing.delete(id)
        resolve(outcome)
      }
      const timer = setTimeout(() => this.#slow(id), this.#timing.slowMillis)
      this.#placing.set(id, { body, sentAt: this.#now(), settle, timer, absences: 0 })
      this.#needs.say(`place_order/${JSON.stringify(body)}`)
    })
  }

  cancelOrder(uuid: string): Promise<CancelOutcome> {
    return this.#cancel(uuid, `cancel_order/${uuid}`)
  }

  cancelAll(pair: PairId | 'all'): Promise<CancelOutcome> {
    return this.#cancel(`all-${pair}`, `cancel_all_orders/${pair}`)
  }

  hear(message: ServerMessage): void {
    switch (message.type) {
      case 'order_accepted':
        this.#placing.get(message.client_order_id)?.settle({ kind: 'accepted', order: message.data })
        return
      case 'order_rejected':
        // The exchange stopped while it had the order in hand: it may or may not be in the journal.
        if (message.code !== 'UNAVAILABLE') this.#placing.get(message.client_order_id)?.settle(refused(message))
        return
      case 'open_orders':
        for (const order of message.data) this.#found(order)
        return
      case 'order_update':
        this.#found(message.data)
        if (message.data.status !== 'open' && message.data.status !== 'partially_filled')
          this.#cancelling.get(message.data.uuid)?.settle({ kind: 'done' })
        return
      case 'cancel_rejected':
        if (message.code !== 'UNAVAILABLE') this.#cancelling.get(message.uuid)?.settle(refused(message))
        return
      case 'orders_cancelled':
        this.#cancelling.get(`all-${message.pair}`)?.settle({ kind: 'done' })
        return
      default:
    }
  }

  /** The line is live again: what is still fresh is said again, with the id it always had. */
  resend(): void {
    for (const { body, sentAt } of this.#placing.values())
      if (this.#now() - sentAt < this.#timing.resendMillis) this.#needs.say(`place_order/${JSON.stringify(body)}`)
    for (const { text } of this.#cancelling.values()) this.#needs.say(text)
  }

  #found(order: OrderView): void {
    if (order.client_order_id !== null) this.#placing.get(order.client_order_id)?.settle({ kind: 'accepted', order })
  }

  #slow(id: string): void {
    this.#needs.slow(id)
    void this.#ask(id)
  }

  /** An order counts as lost when it can no longer be resent and was found absent twice. */
  async #ask(id: string): Promise<void> {
    const found = await this.#needs.find(id)
    const placing = this.#placing.get(id)
    if (!placing) return
    if (found !== undefined && found !== 'none') return placing.settle({ kind: 'accepted', order: found })
    if (this.#now() - placing.sentAt < this.#timing.resendMillis)
      this.#needs.say(`place_order/${JSON.stringify(placing.body)}`)
    else if (found === 'none') placing.absences += 1
    if (placing.absences >= 2) return placing.settle({ kind: 'lost' })
    placing.timer = setTimeout(() => void this.#ask(id), this.#timing.askMillis)
  }

  #cancel(key: string, text: string): Promise<CancelOutcome> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle({ kind: 'lost' }), this.#timing.cancelMillis)
      const settle = (outcome: CancelOutcome) => {
        clearTimeout(timer)
        this.#cancelling.delete(key)
        resolve(outcome)
      }
      this.#cancelling.set(key, { text, settle })
      this.#needs.say(text)
    })
  }
}

const refused = ({ code, detail }: Complaint) => ({ kind: 'refused', code, detail }) as const
