import type { TransactionView } from '../../../contract/transactions/views.ts'
import { historyText } from '../../text/history.ts'
import type { Toast } from '../app/host.ts'
import { amountText } from '../convert/convert-figures.ts'

const text = historyText.notices

/** What to tell the user about the new status of a deposit or withdrawal; undefined if nothing. */
export function transactionToast(view: TransactionView): Toast | undefined {
  const { type, status, amount, receive_amount, currency_symbol: symbol } = view
  const detail = amountText(amount, symbol)
  // Senders choose the number of small deposits.
  if (view.count !== null) return undefined
  if (type === 'deposit') {
    // Later confirmations are shown where the deposit is, not here.
    if (status === 'confirming' && (view.confirmations ?? 0) <= 1)
      return { kind: 'blank', title: text.arriving, detail }
    return status === 'completed' ? { kind: 'success', title: text.received, detail } : undefined
  }
  if (type !== 'withdrawal') return undefined
  if (status === 'sent')
    return { kind: 'success', title: text.sent, detail: amountText(receive_amount ?? amount, symbol) }
  if (status === 'failed' || status === 'rejected')
    return { kind: 'error', title: text[status], detail: text.returned(detail) }
  return undefined
}
