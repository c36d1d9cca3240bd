/** The rows of deposits and withdrawals in the history, and their steps. */

import {
  type CurrencyId,
  type Millis,
  type NetworkId,
  type Seq,
  type UserId,
  type WithdrawalId,
  withdrawalUuid,
} from '../../contract/ids.ts'
import { type Units, ZERO } from '../../contract/money.ts'
import type { TransactionStatus, TransactionType } from '../../contract/transactions/views.ts'
import type { Event } from '../../engine/exchange.ts'
import type { Queryable } from '../postgres/query.ts'
import { depositUuid } from './deposit-uuid.ts'
import { storedDetails, type TransactionDetails } from './transaction-details.ts'

/** A row that an event creates. Without a uuid it gets that of the command and its place among the command's rows. */
export type EventRow = {
  readonly uuid?: string
  readonly user: UserId
  readonly type: TransactionType
  readonly status: TransactionStatus
  readonly currency: CurrencyId
  readonly amount: Units
  readonly fee: Units
  readonly toCurrency: CurrencyId | null
  readonly toAmount: Units | null
  readonly network: NetworkId | null
  readonly address: string | null
  readonly memo?: string
  readonly txid: string | null
  readonly details: TransactionDetails
  readonly at: Millis
  readonly isSmall?: true
}

export type NewRow = EventRow & { readonly uuid: string; readonly seq: Seq }

const NO_EXCHANGE = { toCurrency: null, toAmount: null } as const

export function fundsRows(event: Event): readonly EventRow[] {
  switch (event.type) {
    case 'deposit-credited':
    case 'deposit-assigned':
      return [depositRow(event, event.user, 'completed')]
    case 'deposit-booked':
      return event.owner === null ? [] : [depositRow(event, event.owner, 'failed')]
    case 'withdrawal-requested': {
      const { user, currency, amount, fee, network, address, memo, review } = event.withdrawal
      const status = review === null ? 'processing' : 'review'
      const details = { kind: 'withdrawal', review } as const
      const row = {
        user,
        currency,
        amount,
        fee,
        network,
        address,
        details,
        at: event.at,
        ...(memo !== undefined && { memo }),
      }
      return [{ type: 'withdrawal', status, ...NO_EXCHANGE, txid: null, ...row }]
    }
    case 'payment-charged': {
      const { user, found, amount, fee, reason, at } = event
      const { currency, network, address, memo, txid } = found
      const details = { kind: 'withdrawal', charge: reason } as const
      const receiver = { network, address, txid, ...(memo !== undefined && { memo }) }
      const row = { user, currency, amount, fee, details, at, ...receiver }
      return [{ type: 'withdrawal', status: 'completed', ...NO_EXCHANGE, ...row }]
    }
    default:
      return []
  }
}

type Transfer = Extract<Event, { type: 'deposit-credited' | 'deposit-assigned' | 'deposit-booked' }> & {
  readonly isSmall?: true
}

function depositRow(transfer: Transfer, user: UserId, status: 'completed' | 'failed'): EventRow {
  const { currency, amount, network, address, txid, at, isSmall } = transfer
  const details = { kind: 'deposit', failure: status === 'failed' ? 'below-minimum' : null } as const
  const row = {
    user,
    status,
    currency,
    amount,
    fee: ZERO,
    network,
    address,
    txid,
    details,
    at,
    ...(isSmall && { isSmall }),
  }
  return { uuid: depositUuid(transfer), type: 'deposit', ...NO_EXCHANGE, ...row }
}

/** A new status of a withdrawal or deposit. Its row exists, or belongs to a user whose rows are not stored. */
type Step = {
  readonly uuid: (journal: string) => string
  readonly status: TransactionStatus
  readonly at: Millis
  readonly txid: string | null
  /** Added to the details of the row. */
  readonly details: object
}

export function stepsOf(event: Event): readonly Step[] {
  const of = (id: WithdrawalId | null, status: TransactionStatus, at: Millis, details: object = {}): Step[] =>
    id === null ? [] : [{ uuid: (journal) => withdrawalUuid(journal, id), status, at, txid: null, details }]
  switch (event.type) {
    case 'deposit-credited':
    case 'deposit-assigned':
      // A row of many has no steps.
      if (event.type === 'deposit-credited' && event.isSmall) return []
      return [{ uuid: () => depositUuid(event), status: 'completed', at: event.at, txid: event.txid, details: {} }]
    case 'withdrawal-requested':
      return of(event.withdrawal.id, event.withdrawal.review === null ? 'processing' : 'review', event.at)
    case 'withdrawal-approved':
      return of(event.withdrawal, 'processing', event.at)
    case 'withdrawal-reviewed':
      return of(event.withdrawal, 'review', event.at, { review: event.review })
    case 'withdrawal-released':
      return of(event.withdrawal, event.status, event.at, { note: event.reason })
    case 'payment-settled':
      return of(event.withdrawal, 'completed', event.at).map((step) => ({ ...step, txid: event.txid }))
    case 'payment-retried':
      return event.skips > 1 ? of(event.withdrawal, 'review', event.at, { review: 'would_fail' }) : []
    case 'payment-failed':
      return of(event.withdrawal, 'failed', event.at, { failure: event.proof }).map((step) => ({
        ...step,
        txid: event.txid,
      }))
    default:
      return []
  }
}

/** Ends at the last step of each row: a batch may have several. */
export async function writeSteps(
  client: Queryable,
  journal: string,
  steps: readonly Step[],
  key: Uint8Array,
): Promise<void> {
  for (const step of steps) {
    const uuid = step.uuid(journal)
    await client.query(SET_STATUS, [uuid, step.status, step.at, step.txid, storedDetails(key, uuid, step.details)])
    await client.query(ADD_STEP, [uuid, step.status, step.at])
  }
}

/** Details of another program that are almost too long are replaced: nothing could be added to them. */
const SET_STATUS = `update transactions set status = $2, updated_at = $3, txid = coalesce($4, txid),
  details = case when octet_length(details::text) < 5000 then details || $5 else $5 end
where uuid = $1`

const ADD_STEP = `insert into transaction_steps (uuid, status, at, seq)
select uuid, $2, $3, coalesce(seq, 0) from transactions where uuid = $1
on conflict (uuid, status) do update set at = excluded.at`
