/** Schemas of the calls for public market data. Server only. */

import { z } from 'zod'
import { type CallSchema, count, decimal, emptyBody, id, signed, time } from '../call-schema.ts'
import type { marketsCalls } from './calls.ts'
import { PERIODS } from './timeframes.ts'

export const periodQuery = z.strictObject({ period: z.enum(PERIODS).default('24h') })

const link = z.url()

const iso4217 = z.string().regex(/^[A-Z]{3}$/)

export const CurrencyView = z.strictObject({
  id,
  symbol: z.string(),
  name: z.string(),
  icon_url: z.string(),
  decimals: count,
})

const PairView = z.strictObject({
  id,
  base_currency_symbol: z.string(),
  base_currency_icon: z.string(),
  price: decimal,
  percent_change_24h: signed.nullable(),
  changes: z.array(decimal),
})

const FullPairView = z.strictObject({
  ...PairView.shape,
  symbol: z.string(),
  volume_24h: decimal.nullable(),
  turnover_24h: decimal.nullable(),
  high_24h: decimal.nullable(),
  low_24h: decimal.nullable(),
  quote_currency_symbol: z.string(),
  base_currency: CurrencyView,
  quote_currency: CurrencyView,
  status: z.enum(['trading', 'cancel_only', 'halted']),
  is_hidden: z.boolean(),
  tick_size: decimal,
  step_size: decimal,
  min_amount: decimal,
  max_amount: decimal,
  min_notional: decimal,
  max_notional: decimal,
  price_band_percent: decimal,
  maker_fee_percent: decimal,
  taker_fee_percent: decimal,
  reference_price: decimal,
  tags: z.array(z.enum(['layer_1', 'payments', 'meme', 'game'])),
  listed_at: time.nullable(),
})

const PairDescriptionView = z.strictObject({
  id,
  name: z.string(),
  symbol: z.string(),
  description: z.string(),
  website: link.nullable(),
  explorer: link.nullable(),
  socials: z.array(z.strictObject({ type: z.enum(['twitter', 'telegram', 'reddit']), url: link })),
  market_cap: decimal.nullable(),
  circulating_supply: decimal.nullable(),
  max_supply: decimal.nullable(),
  all_time_high: decimal.nullable(),
  risk_level: z.enum(['medium', 'high']),
  is_favorite: z.boolean(),
})

const PriceHistoryView = z.strictObject({
  period: z.enum(PERIODS),
  change_percent: signed.nullable(),
  price_history: z.array(z.strictObject({ time: z.int(), price: decimal })),
})

const FiatNames = z.strictObject({ rate_names: z.array(iso4217) })

const FiatRatesView = z.strictObject({ fiat_rates: z.record(iso4217, decimal), updated_at: time })

/** By type name; published in `/openapi.json`. */
export const marketsViews = {
  CurrencyView,
  PairView,
  FullPairView,
  PairDescriptionView,
  PriceHistoryView,
  FiatNames,
  FiatRatesView,
} as const

export const marketsCallSchemas = {
  currencies: {
    summary: 'Listed currencies',
    input: emptyBody,
    reply: z.array(CurrencyView),
    mayBeStale: true,
  },
  coinPairs: {
    summary: 'Listed pairs; the same as /api/trading_pairs/',
    input: emptyBody,
    reply: z.array(PairView),
    mayBeStale: true,
  },
  pairs: {
    summary: 'Listed pairs',
    input: emptyBody,
    reply: z.array(PairView),
    mayBeStale: true,
  },
  fullPairs: {
    summary: 'Listed pairs with their trading rules and 24-hour statistics',
    input: emptyBody,
    reply: z.array(FullPairView),
    mayBeStale: true,
  },
  pairDescription: {
    summary: 'Facts about the base currency of a pair',
    input: emptyBody,
    reply: PairDescriptionView,
    mayBeStale: true,
    refusals: ['PAIR_NOT_FOUND'],
  },
  priceHistory: {
    summary: 'Closing prices of a pair over a period',
    input: periodQuery,
    reply: PriceHistoryView,
    mayBeStale: true,
    refusals: ['PAIR_NOT_FOUND'],
  },
  fiatNames: {
    summary: 'Fiat currencies for displayed amounts',
    input: emptyBody,
    reply: FiatNames,
  },
  fiatRates: {
    summary: 'The price of one USDT in each fiat currency',
    input: emptyBody,
    reply: FiatRatesView,
  },
} as const satisfies Record<keyof typeof marketsCalls, CallSchema>
