/** The history as JSON. */

import { shownAddress } from '../../chains/kinds/address.ts'
import { coinIconPath } from '../../contract/markets/coin-icon.ts'
import { type Currency, isCoin } from '../../contract/markets/instruments.ts'
import { VALUATION_CURRENCY } from '../../contract/markets/valuation.ts'
import { formatDecimal, formatUnits, minus, PRICE_DECIMALS, plus, type Units } from '../../contract/money.ts'
import type { ServerMessage } from '../../contract/socket.ts'
import type {
  ClosedOrderView,
  HistoryType,
  TransactionDetailView,
  TransactionStatus,
  TransactionsPage,
  TransactionView,
} from '../../contract/transactions/views.ts'
import { confirmationsOf, explorerTxUrl } from '../../contract/wallet/networks.ts'
import { reasonText } from '../earn/reward-texts.ts'
import type { TransactionFacts } from '../transactions/history.ts'
import type { TransactionDetail } from '../transactions/transaction-detail.ts'
import type { TransactionDetails } from '../transactions/transaction-details.ts'
import { rateText } from './convert.ts'
import { userTradeView } from './order.ts'
import { isoTime } from './time.ts'
import { depositText, stepText, tradeText, withdrawalText } from './transaction-texts.ts'

export const transactionsPage = (page: {
  readonly transactions: readonly TransactionFacts[]
  readonly next: boolean
}): TransactionsPage => ({ history: page.transactions.map(transactionView), next: page.next })

function transactionView(facts: TransactionFacts): TransactionView {
  const { row, details, currency, to, canCancel } = facts
  const status = statusOf(facts)
  return {
    uuid: row.uuid,
    type: row.type,
    status,
    currency_id: row.currency_id,
    currency_symbol: currency.symbol,
    currency_icon: iconOf(currency),
    amount: formatUnits(row.amount),
    fee: formatUnits(row.fee),
    fee_symbol: (to ?? currency).symbol,
    to_currency_symbol: to?.symbol ?? null,
    to_currency_icon: to === undefined ? null : iconOf(to),
    to_amount: row.to_amount === null ? null : formatUnits(row.to_amount),
    rate: row.to_amount === null || row.type === 'trade' ? null : rateText(row.to_amount, row.amount),
    ...changeOf(details),
    count: row.count,
    order: orderOf(facts),
    reason: sentence(facts, status),
    ...onChain(facts, status),
    can_cancel: canCancel,
    created_at: isoTime(row.at),
    updated_at: isoTime(row.updated_at),
  }
}

/** The message about a changed deposit or withdrawal. */
export const transactionMessage = (facts: TransactionFacts): ServerMessage => ({
  type: facts.row.type === 'deposit' ? 'deposit_update' : 'withdrawal_update',
  data: transactionView(facts),
})

export const transactionDetailView = (detail: TransactionDetail): TransactionDetailView => ({
  ...transactionView(detail),
  timeline: detail.steps.map(({ status, at }) => ({
    status,
    text: stepText(detail.row.type, status),
    at: at === undefined ? null : isoTime(at),
  })),
  fills: detail.fills.map(userTradeView),
})

/** The engine knows no `sent`: the payer stores it. */
const statusOf = ({ row }: TransactionFacts): TransactionStatus =>
  row.status === 'processing' && row.sent_at !== null ? 'sent' : row.status

type OnChain = Pick<
  TransactionView,
  | 'network_id'
  | 'network'
  | 'receive_amount'
  | 'address'
  | 'memo'
  | 'txid'
  | 'explorer_url'
  | 'confirmations'
  | 'required_confirmations'
>

function onChain({ row, network }: TransactionFacts, status: TransactionStatus): OnChain {
  const txid = row.txid ?? row.sent_txid
  const required = network === undefined ? null : confirmationsOf(network)
  return {
    network_id: row.network_id,
    network: network?.name ?? null,
    receive_amount: row.type === 'withdrawal' ? formatUnits(minus(row.amount, row.fee)) : null,
    address: row.address === null ? null : shownAddress(row.address),
    memo: row.memo,
    txid,
    explorer_url: network === undefined || txid === null ? null : explorerTxUrl(network, txid),
    confirmations: required === null ? null : confirmationsNow(row, status, required),
    required_confirmations: required,
  }
}

function confirmationsNow(
  { height, newest_height: newest }: TransactionFacts['row'],
  status: TransactionStatus,
  required: number,
): number {
  if (status === 'completed') return required
  return height === null || newest === null ? 0 : Math.min(required, Math.max(0, newest - height + 1))
}

const iconOf = (currency: Currency): string | null => (isCoin(currency) ? coinIconPath(currency.symbol) : null)

/** Both sides before the fee, which is charged in the currency that is received. */
function orderOf({ row, details, currency, to }: TransactionFacts): ClosedOrderView | null {
  if (details.kind !== 'trade' || to === undefined || row.to_amount === null) return null
  const { side, type } = details
  const received = plus(row.to_amount, row.fee)
  const [base, quote] = side === 'buy' ? [received, row.amount] : [row.amount, received]
  const price = base === 0n ? 0n : (quote * 10n ** BigInt(PRICE_DECIMALS)) / base
  const symbols = side === 'buy' ? [to.symbol, currency.symbol] : [currency.symbol, to.symbol]
  return { pair_symbol: symbols.join('/'), side, type, price: formatDecimal(price, PRICE_DECIMALS) }
}

/** Conversions through a third coin are through USDT. */
function changeOf(details: TransactionDetails): Pick<TransactionView, 'change' | 'change_symbol'> {
  const change = details.kind === 'convert' && details.change !== '0' ? details.change : undefined
  return change === undefined
    ? { change: null, change_symbol: null }
    : { change: formatUnits(BigInt(change) as Units), change_symbol: VALUATION_CURRENCY }
}

function sentence(facts: TransactionFacts, status: TransactionStatus): string {
  const { row, details } = facts
  const order = orderOf(facts)
  if (order !== null) return tradeText(order)
  if (details.kind === 'deposit') return depositText(details, row.count)
  if (details.kind === 'withdrawal') return withdrawalText(details, status)
  if (details.kind === 'trade') return ''
  if (details.kind === 'welcome') return 'Welcome balance'
  if (details.kind !== 'convert') return reasonText(details)
  const { change, change_symbol: symbol } = changeOf(details)
  return change === null ? 'Converted' : `Converted; ${change} ${symbol} were left over`
}

const CSV_COLUMNS: Readonly<Record<string, keyof TransactionView>> = {
  Time: 'created_at',
  Type: 'type',
  Status: 'status',
  Coin: 'currency_symbol',
  Amount: 'amount',
  Fee: 'fee',
  'Fee coin': 'fee_symbol',
  'To amount': 'to_amount',
  'To coin': 'to_currency_symbol',
  Network: 'network',
  Address: 'address',
  Memo: 'memo',
  'Transaction hash': 'txid',
  Reason: 'reason',
  Id: 'uuid',
  Change: 'change',
  'Change coin': 'change_symbol',
  Deposits: 'count',
}

export const csvHeader: readonly string[] = Object.keys(CSV_COLUMNS)

export function csvRow(facts: TransactionFacts): readonly string[] {
  const view = transactionView(facts)
  return Object.values(CSV_COLUMNS).map((name) => String(view[name] ?? ''))
}

export const csvFileName = (type: HistoryType): string => `history-${type}.csv`
