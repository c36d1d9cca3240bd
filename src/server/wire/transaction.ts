/** The history as JSON. */

import { coinIconPath } from '../../contract/markets/coin-icon.ts'
import { type Currency, isCoin } from '../../contract/markets/instruments.ts'
import { formatUnits, type Units } from '../../contract/money.ts'
import type { TransactionsPage, TransactionView } from '../../contract/transactions/views.ts'
import { reasonText } from '../earn/reward-texts.ts'
import type { TransactionFacts } from '../transactions/list-transactions.ts'
import type { TransactionDetails } from '../transactions/transactions-projection.ts'
import { rateText } from './convert.ts'
import { isoTime } from './time.ts'

export const transactionsPage = (page: {
  readonly transactions: readonly TransactionFacts[]
  readonly next: boolean
}): TransactionsPage => ({ history: page.transactions.map(transactionView), next: page.next })

function transactionView({ row, currency, to }: TransactionFacts): TransactionView {
  return {
    uuid: row.uuid,
    type: row.type,
    status: row.status,
    currency_id: row.currency_id,
    currency_symbol: currency.symbol,
    currency_icon: iconOf(currency),
    amount: formatUnits(row.amount),
    fee: formatUnits(row.fee),
    fee_symbol: (to ?? currency).symbol,
    to_currency_symbol: to?.symbol ?? null,
    to_currency_icon: to === undefined ? null : iconOf(to),
    to_amount: row.to_amount === null ? null : formatUnits(row.to_amount),
    rate: row.to_amount === null ? null : rateText(row.to_amount, row.amount),
    reason: sentence(row.details as TransactionDetails),
    created_at: isoTime(row.at),
    updated_at: isoTime(row.updated_at),
  }
}

const iconOf = (currency: Currency): string | null => (isCoin(currency) ? coinIconPath(currency.symbol) : null)

function sentence(details: TransactionDetails): string {
  if (details.kind !== 'convert') return reasonText(details)
  return details.change === '0'
    ? 'Converted'
    : `Converted; ${formatUnits(BigInt(details.change) as Units)} USDT were left over`
}
