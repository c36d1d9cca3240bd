/** Schemas of the calls for own balances. Server only. */

import { z } from 'zod'
import { type CallSchema, count, decimal, emptyBody, signed } from '../call-schema.ts'
import { CurrencyView, periodQuery } from '../markets/schemas.ts'
import { PERIODS } from '../markets/timeframes.ts'
import type { portfolioCalls } from './calls.ts'

const AssetView = z.strictObject({
  currency: CurrencyView,
  balance: decimal,
  frozen_balance: decimal,
  usdt_total: decimal,
  pnl: signed.nullable(),
  pnl_percent: signed.nullable(),
  avg_price: decimal.nullable(),
})

const CurrentBalanceView = z.strictObject({
  balance: decimal,
  change_24h_balance: signed,
  change_24h_percent: signed,
})

const FullBalanceView = z.strictObject({
  ...CurrentBalanceView.shape,
  period: z.enum(PERIODS),
  change_balance: signed,
  change_percent: signed,
  net_deposits: signed,
  balance_history: z.array(z.strictObject({ time: count, balance: decimal })),
  seq: count,
  hash: z.string().regex(/^[0-9a-f]{64}$/),
})

/** By type name; published in `/openapi.json`. */
export const portfolioViews = { AssetView, CurrentBalanceView, FullBalanceView } as const

export const portfolioCallSchemas = {
  assets: {
    summary: 'Balances in every listed currency',
    input: emptyBody,
    reply: z.array(AssetView),
  },
  currentBalance: {
    summary: 'Total value in USDT and its 24-hour change',
    input: emptyBody,
    reply: CurrentBalanceView,
  },
  fullBalance: {
    summary: 'Total value in USDT over a period',
    input: periodQuery,
    reply: FullBalanceView,
  },
} as const satisfies Record<keyof typeof portfolioCalls, CallSchema>
