/** Schemas of the calls for the history. Server only. */

import { z } from 'zod'
import { type CallSchema, decimal, id, pages, time, uuid, whole } from '../call-schema.ts'
import type { transactionsCalls } from './calls.ts'
import { TRANSACTION_TYPES } from './views.ts'

const TransactionView = z.strictObject({
  uuid,
  type: z.enum(TRANSACTION_TYPES),
  status: z.literal('completed'),
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
  reason: z.string(),
  created_at: time,
  updated_at: time,
})

const TransactionsPage = z.strictObject({ history: z.array(TransactionView), next: z.boolean() })

/** By type name; published in `/openapi.json`. */
export const transactionsViews = { TransactionView, TransactionsPage } as const

export const transactionsCallSchemas = {
  transactions: {
    summary: 'Conversions, rewards and commissions, later deposits and withdrawals; newest first',
    input: z.strictObject({
      ...pages,
      type_: z.enum(TRANSACTION_TYPES).default('deposit'),
      currency_id: whole.pipe(id).exactOptional(),
    }),
    reply: TransactionsPage,
  },
} as const satisfies Record<keyof typeof transactionsCalls, CallSchema>
