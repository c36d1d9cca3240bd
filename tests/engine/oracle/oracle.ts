/** Matching and ledger as linked objects with bigints: the engine before its core had records, as a second opinion. */

import type { Millis, OrderId, PairId, Seq, UserId } from '../../../src/contract/ids.ts'
import type { Units } from '../../../src/contract/money.ts'
import type { Refusal } from '../../../src/contract/refusals.ts'
import type { LegPlan } from '../../../src/engine/core.ts'
import type { Market } from '../../../src/engine/instruments/state.ts'
import type { PlaceOrder } from '../../../src/engine/orders/commands.ts'
import type { OrderEvent } from '../../../src/engine/orders/events.ts'
import type { Owner, Part, Posting } from '../../../src/engine/postings.ts'
import type { Execution } from './execution.ts'
import { balance, balancesOf, post } from './ledger/ledger.ts'
import { emptyBook } from './orderbook/book.ts'
import type { Order } from './orderbook/order.ts'
import * as cancelAll from './orders/cancel-all.ts'
import * as cancelOrder from './orders/cancel-order.ts'
import { executeLeg, planLeg } from './orders/market-leg.ts'
import * as placeOrder from './orders/place-order.ts'
import { emptyState, type State } from './state.ts'

export class Oracle {
  readonly state: State = emptyState()
  /** Of the command. */
  events: OrderEvent[] = []
  closed: Order[] = []

  begin(seq: Seq, at: Millis): void {
    this.state.seq = seq
    this.state.at = at
    this.events = []
    this.closed = []
  }

  places(command: PlaceOrder): Refusal | undefined {
    const refusal = placeOrder.refuse(this.state, command)
    if (refusal === undefined) placeOrder.perform(this.#execution(), command)
    return refusal
  }

  cancels(user: UserId, order: OrderId): Refusal | undefined {
    const command = { type: 'cancel-order', user, order } as const
    const refusal = cancelOrder.refuse(this.state, command)
    if (refusal === undefined) cancelOrder.perform(this.#execution(), command)
    return refusal
  }

  cancelsAll(user: UserId, pair: PairId | null): void {
    cancelAll.perform(this.#execution(), { type: 'cancel-all', user, pair })
  }

  cancelsEvery(user: UserId): void {
    cancelAll.cancelEveryOrder(this.#execution(), user)
  }

  plans = (user: UserId, pair: PairId, side: 'buy' | 'sell', amount: Units): LegPlan | undefined =>
    planLeg(this.state, user, pair, side, amount)

  executes(plan: LegPlan, user: UserId, id: OrderId, rate: number): Units {
    return executeLeg(this.#execution(), plan, user, id, rate)
  }

  lists(market: Market): void {
    this.state.markets.set(market.pair.id, market)
    this.state.core.books.set(market.pair.id, emptyBook(market))
  }

  opens(user: UserId): void {
    const { core, seq } = this.state
    core.traders.set(user, {
      user,
      lastSeq: seq,
      frozenUntil: 0,
      oldest: undefined,
      newest: undefined,
      open: 0,
      openIn: undefined,
      byClientId: undefined,
      balances: balancesOf(core.ledger, user),
      activity: undefined,
    })
  }

  freezes(user: UserId, until: Millis): void {
    const trader = this.state.core.traders.get(user)
    if (trader !== undefined) trader.frozenUntil = until
  }

  posts = (postings: readonly Posting[]): void => post(this.state.core.ledger, postings)
  balance = (owner: Owner, part: Part, currency: number): Units =>
    balance(this.state.core.ledger, owner, part, currency as never)

  #execution(): Execution {
    const { state, events, closed } = this
    return { state, seq: state.seq, at: state.at, events, closed }
  }
}
