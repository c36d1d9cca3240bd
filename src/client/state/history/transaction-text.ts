import type { TransactionView } from '../../../contract/transactions/views.ts'
import { grouped, MINUS } from '../../format/numbers.ts'
import { historyText } from '../../text/history.ts'

type TransactionText = {
  readonly title: string
  /** Sign first. */
  readonly figure: string
  readonly symbol: string
  /** What was paid for it, and what was left over. */
  readonly under: readonly string[]
}

/** A transaction as a row. */
export function transactionText(view: TransactionView): TransactionText {
  const { type, amount, currency_symbol: symbol, to_amount, to_currency_symbol: toSymbol } = view
  if (type === 'convert' && to_amount !== null && toSymbol !== null)
    return {
      title: historyText.converted(symbol, toSymbol),
      figure: `+${grouped(to_amount)}`,
      symbol: toSymbol,
      under: [
        `${MINUS}${grouped(amount)} ${symbol}`,
        ...(view.change === null ? [] : [`+${grouped(view.change)} ${view.change_symbol}`]),
      ],
    }
  return {
    title: titleOf(view),
    figure: `${type === 'withdrawal' ? MINUS : '+'}${grouped(amount)}`,
    symbol,
    under: [],
  }
}

/** The reason of a deposit or withdrawal explains its status, which the row shows. */
function titleOf({ type, count, reason }: TransactionView): string {
  if (count !== null) return historyText.smallDeposits(grouped(String(count)))
  return type === 'deposit' || type === 'withdrawal' ? historyText.one[type] : reason || historyText.one[type]
}
