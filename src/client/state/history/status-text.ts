import type { TransactionStatus, TransactionView } from '../../../contract/transactions/views.ts'
import { historyText } from '../../text/history.ts'

/** `moving`: it will change by itself. `good` and `bad`: it is over. */
export type StatusTone = 'moving' | 'good' | 'bad' | 'neutral'

const TONES: Readonly<Record<TransactionStatus, StatusTone>> = {
  confirming: 'moving',
  review: 'moving',
  processing: 'moving',
  sent: 'moving',
  completed: 'good',
  failed: 'bad',
  rejected: 'bad',
  cancelled: 'neutral',
}

export type StatusView = Pick<TransactionView, 'status' | 'confirmations' | 'required_confirmations'>

/** The status in words, with the confirmations while they are counted. */
export function statusText({ status, confirmations, required_confirmations }: StatusView) {
  const isCounting = status === 'confirming' && confirmations !== null && required_confirmations !== null
  return {
    tone: TONES[status],
    name: isCounting
      ? historyText.confirmations(Math.min(confirmations, required_confirmations), required_confirmations)
      : historyText.statuses[status],
  }
}
