/** Tells connected users about changes of their deposits and withdrawals, once these can be read. */

import { type CurrencyId, type Seq, transactionUuid, type UserId, withdrawalUuid } from '../../contract/ids.ts'
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
    const { transactions } = await historyPage(deps, user, { type: 'all', uuid, offset: 0, limit: 1 })
    // Senders choose the number of small deposits: those that confirm are no news.
    for (const facts of transactions)
      if (facts.row.count === null || facts.row.status !== 'confirming') publish(user, facts)
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
      const changes = batch.flatMap(({ seq, outcome }) =>
        outcome.events.flatMap((event) => changesOf(state, seq, event)),
      )
      // Small deposits share a row: the newest of each coin is enough.
      const newest = new Map(changes.map((change) => [`${change.user} ${change.small ?? change.uuid}`, change]))
      for (const { user, uuid } of newest.values()) changed(user, uuid)
    },
    stop: () => publishing,
  }
}

/** `small`: the coin of a small deposit. */
type Change = { readonly user: UserId; readonly uuid: string; readonly small?: CurrencyId }

function changesOf(state: State, seq: Seq, event: Event): readonly Change[] {
  switch (event.type) {
    case 'deposit-assigned':
      return [{ user: event.user, uuid: depositUuid(event) }]
    case 'deposit-credited':
    case 'deposit-booked': {
      const user = event.type === 'deposit-credited' ? event.user : event.owner
      if (user === null) return []
      return [{ user, uuid: depositUuid(event), ...(event.isSmall && { small: event.currency }) }]
    }
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
    case 'payment-charged':
      return [{ user: event.user, uuid: transactionUuid(state.journal, seq, 0) }]
    default:
      return []
  }
}
