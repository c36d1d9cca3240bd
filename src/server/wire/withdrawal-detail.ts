/** A withdrawal as an entry of the history. */

import { withChecksum } from '../../chains/evm/address.ts'
import { withdrawalUuid } from '../../contract/ids.ts'
import { coinIconPath } from '../../contract/markets/coin-icon.ts'
import { formatUnits, minus } from '../../contract/money.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { TransactionDetailView, TransactionStatus } from '../../contract/transactions/views.ts'
import { currencyOf, networkOf, type State, type Withdrawal, withdrawalsOf } from '../../engine/exchange.ts'
import { isoTime } from './time.ts'

const STATUS: Readonly<Record<Withdrawal['status'], TransactionStatus>> = {
  review: 'review',
  approved: 'processing',
  assigned: 'processing',
  settled: 'completed',
  returned: 'failed',
  rejected: 'rejected',
  cancelled: 'cancelled',
}

export function withdrawalDetail(
  state: State,
  user: Withdrawal['user'],
  uuid: string,
): TransactionDetailView | Refusal {
  const withdrawal = withdrawalsOf(state, user).find(({ id }) => withdrawalUuid(state.journal, id) === uuid)
  const symbol = withdrawal && currencyOf(state, withdrawal.currency)?.symbol
  if (withdrawal === undefined || symbol === undefined) return refuse('TRANSACTION_NOT_FOUND')
  const status = STATUS[withdrawal.status]
  const at = isoTime(withdrawal.requestedAt)
  return {
    uuid,
    type: 'withdrawal',
    status,
    currency_id: withdrawal.currency,
    currency_symbol: symbol,
    currency_icon: coinIconPath(symbol),
    amount: formatUnits(withdrawal.amount),
    fee: formatUnits(withdrawal.fee),
    fee_symbol: symbol,
    to_currency_symbol: null,
    to_currency_icon: null,
    to_amount: null,
    rate: null,
    reason: '',
    network_id: withdrawal.network,
    network: networkOf(state, withdrawal.network)?.network.name ?? null,
    receive_amount: formatUnits(minus(withdrawal.amount, withdrawal.fee)),
    address: withChecksum(withdrawal.address),
    memo: null,
    txid: null,
    explorer_url: null,
    confirmations: null,
    required_confirmations: null,
    can_cancel: status === 'review' || withdrawal.status === 'approved',
    created_at: at,
    updated_at: withdrawal.closedAt === null ? at : isoTime(withdrawal.closedAt),
    timeline: [],
  }
}
