/** The reply to a request about one's own withdrawal: it must not depend on the history, which may lag behind. */

import { withdrawalUuid } from '../../contract/ids.ts'
import { isRefused } from '../../contract/refusals.ts'
import type { TransactionStatus } from '../../contract/transactions/views.ts'
import { expectDefined } from '../../engine/assert.ts'
import { currencyOf, networkOf, type State, type Withdrawal } from '../../engine/exchange.ts'
import { isTransient } from '../runtime/transient-errors.ts'
import { Unavailable } from '../sequencer/unavailable.ts'
import type { HistoryDeps } from './history.ts'
import { stepsOf, type TransactionDetail, transactionDetail } from './transaction-detail.ts'

const STATUSES: Readonly<Record<Withdrawal['status'], TransactionStatus>> = {
  review: 'review',
  approved: 'processing',
  assigned: 'processing',
  settled: 'completed',
  returned: 'failed',
  rejected: 'rejected',
  cancelled: 'cancelled',
}

const NOT_ON_CHAIN = { count: null, seen_at: null, height: null, newest_height: null, sent_at: null, sent_txid: null }
const NO_EXCHANGE = { to_currency_id: null, to_amount: null, rate: null }

/** What the engine knows. Its payment, and why it failed or was rejected, are in the history only. */
export function withdrawalDetail(state: State, withdrawal: Withdrawal): TransactionDetail {
  const { id, user, currency, network, amount, fee, address, memo, review, requestedAt, closedAt } = withdrawal
  const status = STATUSES[withdrawal.status]
  const details = { kind: 'withdrawal', review } as const
  const row = {
    uuid: withdrawalUuid(state.journal, id),
    user_id: user,
    seq: id,
    type: 'withdrawal' as const,
    status,
    currency_id: currency,
    amount,
    fee,
    ...NO_EXCHANGE,
    network_id: network,
    address,
    memo: memo ?? null,
    txid: null,
    details,
    at: requestedAt,
    updated_at: closedAt ?? requestedAt,
    ...NOT_ON_CHAIN,
  }
  const facts = {
    row,
    details,
    currency: expectDefined(currencyOf(state, currency), 'the currency of a withdrawal is listed'),
    to: undefined,
    network: networkOf(state, network)?.network,
    canCancel: status === 'review' || withdrawal.status === 'approved',
  }
  const first = { uuid: row.uuid, status: review === null ? 'processing' : 'review', at: requestedAt, seq: id } as const
  const closed = closedAt === null ? [] : [{ ...first, status, at: closedAt }]
  return { ...facts, steps: stepsOf(facts, [first, ...closed]), fills: [] }
}

/** What the engine knows is a good reply too. */
const WAIT_MILLIS = 500

/** As the history shows it; `known` while it cannot be read, or does not contain the withdrawal yet. */
export async function newestDetail(deps: HistoryDeps, known: TransactionDetail): Promise<TransactionDetail> {
  const { user_id: user, uuid } = known.row
  const found = await transactionDetail({ ...deps, waitMillis: WAIT_MILLIS }, user, uuid).catch((error: unknown) => {
    if (error instanceof Unavailable || (error instanceof Error && isTransient(error))) return undefined
    throw error
  })
  return found === undefined || isRefused(found) ? known : found
}
