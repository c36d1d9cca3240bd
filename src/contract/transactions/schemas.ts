/** Schemas of the calls for the history. Server only. */

import { z } from 'zod'
import { type CallSchema, count, decimal, emptyBody, id, pages, side, time, uuid, whole } from '../call-schema.ts'
import { UserTradeView } from '../orders/schemas.ts'
import type { transactionsCalls } from './calls.ts'
import { HISTORY_TYPES, TRANSACTION_STATUSES } from './views.ts'

const ClosedOrderView = z.strictObject({
  pair_symbol: z.string(),
  side,
  type: z.enum(['limit', 'market']),
  price: decimal,
})

const transaction = {
  uuid,
  type: z.enum([...HISTORY_TYPES, 'welcome']).exclude(['all']),
  status: z.enum(TRANSACTION_STATUSES),
  currency_id: id,
  currency_symbol: z.string(),
  currency_icon: z.string().nullable(),
  amount: decimal,
  fee: decimal,
  fee_symbol: z.string(),
  to_currency_symbol: z.string().nullable(),
  to_currency_icon: z.string().nullable(),
  to_amount: decimal.nullable(),
  rate: decimal.nullable(),
  change: decimal.nullable(),
  change_symbol: z.string().nullable(),
  count: count.nullable(),
  order: ClosedOrderView.nullable(),
  reason: z.string(),
  network_id: id.nullable(),
  network: z.string().nullable(),
  receive_amount: decimal.nullable(),
  address: z.string().nullable(),
  memo: z.string().nullable(),
  txid: z.string().nullable(),
  explorer_url: z.string().nullable(),
  confirmations: count.nullable(),
  required_confirmations: count.nullable(),
  can_cancel: z.boolean(),
  created_at: time,
  updated_at: time,
}

const TransactionView = z.strictObject(transaction)

const TimelineStepView = z.strictObject({
  status: z.enum(TRANSACTION_STATUSES),
  text: z.string(),
  at: time.nullable(),
})

export const TransactionDetailView = z.strictObject({
  ...transaction,
  timeline: z.array(TimelineStepView),
  fills: z.array(UserTradeView),
})

const TransactionsPage = z.strictObject({ history: z.array(TransactionView), next: z.boolean() })

const TransactionsExportView = z.strictObject({ file_name: z.string(), csv: z.string(), rows: count, total: count })

/** By type name; published in `/openapi.json`. */
export const transactionsViews = {
  TransactionView,
  TransactionDetailView,
  TimelineStepView,
  ClosedOrderView,
  TransactionsPage,
  TransactionsExportView,
} as const

const filter = {
  type_: z.enum(HISTORY_TYPES).default('deposit'),
  currency_id: whole.pipe(id).exactOptional(),
  since: time.exactOptional().meta({ description: 'Not before this time.' }),
  until: time.exactOptional().meta({ description: 'Before this time.' }),
}

export const transactionsCallSchemas = {
  transactions: {
    summary: 'Trades, deposits, withdrawals, conversions, rewards and commissions; newest first',
    input: z.strictObject({ ...pages, ...filter }),
    reply: TransactionsPage,
  },
  transaction: {
    summary: 'One entry of the history with its steps',
    input: emptyBody,
    reply: TransactionDetailView,
    refusals: ['TRANSACTION_NOT_FOUND'],
  },
  exportTransactions: {
    summary: 'The history as CSV: the newest 50,000 entries',
    input: z.strictObject(filter),
    reply: TransactionsExportView,
  },
} as const satisfies Record<keyof typeof transactionsCalls, CallSchema>
