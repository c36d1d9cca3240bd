import { type OrderId, orderOfUuid, type PairId, type UserId } from '../../contract/ids.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { expectDefined } from '../../engine/assert.ts'
import { Unavailable } from '../sequencer/unavailable.ts'
import type { OrderDeps } from './list-orders.ts'
import { findOrderFacts, type OrderFacts } from './order-facts.ts'

type CancelDeps = Pick<OrderDeps, 'sequencer'>

/** Undefined for a uuid of another journal. Throws `Unavailable` while no orders are taken. */
export function findOrderId({ sequencer }: CancelDeps, uuid: string): OrderId | undefined {
  const journal = sequencer.readUncommitted((state) => state.journal)
  if (journal === undefined) throw new Unavailable(sequencer.unavailableReason)
  return orderOfUuid(journal, uuid)
}

export const cancelOrder = ({ sequencer }: CancelDeps, user: UserId, order: OrderId): Promise<OrderFacts | Refusal> =>
  sequencer.submit({ type: 'cancel-order', user, order }, (state, { answer, closed }) =>
    answer.type === 'refused'
      ? answer.refusal
      : expectDefined(findOrderFacts(state, closed, order), 'a cancelled order is in its outcome'),
  )

/** How many orders were cancelled; `pair` null means all pairs. */
export const cancelAllOrders = ({ sequencer }: CancelDeps, user: UserId, pair: PairId | null): Promise<number> =>
  sequencer.submit({ type: 'cancel-all', user, pair }, (_state, { answer }) =>
    answer.type === 'cancelled' ? answer.orders.length : 0,
  )
