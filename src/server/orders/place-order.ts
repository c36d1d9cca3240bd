import type { Millis, OrderId, PairId, UserId } from '../../contract/ids.ts'
import type { Pair } from '../../contract/markets/instruments.ts'
import type { Side } from '../../contract/markets/side.ts'
import type { OrderTerms } from '../../contract/orders/order-terms.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import { marketOf } from '../../engine/exchange.ts'
import { Unavailable } from '../sequencer/unavailable.ts'
import { findStoredOrder, type OrderDeps } from './list-orders.ts'
import { findOrderFacts, type OrderFacts } from './order-facts.ts'

export type OrderRequest = {
  /** Idempotency key: a repeat with the same id gets the same order. */
  readonly clientId: string
  readonly pair: PairId
  readonly side: Side
  readonly terms: OrderTerms
  /** The order is not placed later. */
  readonly validUntil?: Millis
}

/** Undefined for an id that is not listed. Throws `Unavailable` while no orders are taken. */
export function findPair({ sequencer }: Pick<OrderDeps, 'sequencer'>, id: PairId): Pair | undefined {
  if (sequencer.unavailableReason !== undefined) throw new Unavailable(sequencer.unavailableReason)
  return sequencer.readUncommitted((state) => marketOf(state, id)?.pair)
}

/** The order right after its command; for a repeated client id, the order as it is now. */
export async function placeOrder(deps: OrderDeps, user: UserId, request: OrderRequest): Promise<OrderFacts | Refusal> {
  const command = { type: 'place-order', user, ...request } as const
  const placed = await deps.sequencer.submit(command, (state, { answer, closed }): OrderFacts | OrderId | Refusal => {
    if (answer.type === 'refused') return answer.refusal
    if (answer.type !== 'order') return refuse('ORDER_NOT_FOUND')
    return findOrderFacts(state, closed, answer.order) ?? answer.order
  })
  return typeof placed === 'number' ? findStoredOrder(deps, user, placed) : placed
}
