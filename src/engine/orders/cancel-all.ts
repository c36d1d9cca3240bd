import type { UserId } from '../../contract/ids.ts'
import type { Answer, Execution } from '../execution.ts'
import { cancel, refuseHalted } from './cancel-order.ts'
import type { CancelAll } from './commands.ts'

/** Never refused. Orders of a halted pair stay open. */
export function perform(execution: Execution, { user, pair }: CancelAll): Answer {
  const { state } = execution
  const { orders } = state.accounts.get(user) ?? { orders: [] }
  const cancelled = orders.filter(
    (order) => (pair === null || order.pair === pair) && refuseHalted(state, order) === undefined,
  )
  for (const order of cancelled) cancel(execution, order)
  return { type: 'cancelled', orders: cancelled.map(({ id }) => id) }
}

/** Also those of halted pairs, for an account that is frozen. */
export function cancelEveryOrder(execution: Execution, user: UserId): void {
  for (const order of [...(execution.state.accounts.get(user)?.orders ?? [])]) cancel(execution, order)
}
