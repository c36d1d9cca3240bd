/** Tells connected users about changes of their deposits and withdrawals, once these can be read. */

import { type UserId, withdrawalUuid } from '../../contract/ids.ts'
import type { Event, State } from '../../engine/exchange.ts'
import type { Log } from '../runtime/log.ts'
import type { Listener } from '../sequencer/deliveries.ts'
import { depositUuid } from './deposit-uuid.ts'
import { type HistoryDeps, historyPage, type TransactionFacts } from './history.ts'

type TransactionUpdates = Pick<Listener, 'onCommitted'> & {
  /** A row changed outside of the engine: a deposit was seen, a payment was sent. */
  changed(user: UserId, uuid: string): void
  /** Resolves when everything that changed is published. */
  stop(): Promise<void>
}

type UpdateDeps = HistoryDeps & {
  readonly isConnected: (user: UserId) => boolean
  readonly publish: (user: UserId, facts: TransactionFacts) => void
  readonly log: Log
}

export function openTransactionUpdates(deps: UpdateDeps): TransactionUpdates {
  const { isConnected, publish, log } = deps
  let publishing = Promise.resolve()

  async function load(user: UserId, uuid: string): Promise<void> {
    const { transactions } = await historyPage(deps, user, { uuid, offset: 0, limit: 1 })
    for (const facts of transactions) publish(user, facts)
  }

  function changed(user: UserId, uuid: string): void {
    if (!isConnected(user)) return
    publishing = publishing
      .then(() => load(user, uuid))
      .catch((err: unknown) =>
        log.warn({ event: 'transaction.not_published', err }, 'an update could not be published'),
      )
  }

  return {
    changed,
    onCommitted(batch, state) {
      for (const { outcome } of batch)
        for (const event of outcome.events) for (const { user, uuid } of changesOf(state, event)) changed(user, uuid)
    },
    stop: () => publishing,
  }
}

function changesOf(state: State, event: Event): readonly { readonly user: UserId; readonly uuid: string }[] {
  switch (event.type) {
    case 'deposit-credited':
    case 'deposit-assigned':
      return [{ user: event.user, uuid: depositUuid(event) }]
    case 'deposit-booked':
      return event.owner === null ? [] : [{ user: event.owner, uuid: depositUuid(event) }]
    case 'withdrawal-requested':
      return [{ user: event.withdrawal.user, uuid: withdrawalUuid(state.journal, event.withdrawal.id) }]
    case 'withdrawal-approved':
    case 'withdrawal-reviewed':
    case 'withdrawal-released':
      return [{ user: event.user, uuid: withdrawalUuid(state.journal, event.withdrawal) }]
    case 'payment-settled':
    case 'payment-retried':
    case 'payment-failed':
      return event.user === null || event.withdrawal === null
        ? []
        : [{ user: event.user, uuid: withdrawalUuid(state.journal, event.withdrawal) }]
    default:
      return []
  }
}
