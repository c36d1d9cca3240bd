/** The views of the contract as schemas: what is published of an answer, and what tests hold every answer against. */

import { z } from 'zod'
import { accountViews, locks } from './account-reply-schemas.ts'
import { botViews } from './bot-reply-schemas.ts'
import { count, decimal, id, signed, Tokens, time, uuid } from './field-schemas.ts'
import { PERIODS } from './timeframes.ts'
import { waysViews } from './ways-reply-schemas.ts'

const link = z.url()
const side = z.enum(['buy', 'sell'])
const iso4217 = z.string().regex(/^[A-Z]{3}$/)

const CurrencyView = z.strictObject({ id, symbol: z.string(), name: z.string(), icon_url: z.string() })

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

const FiatNames = z.strictObject({ rate_names: z.array(iso4217) })
const FiatRatesView = z.strictObject({ fiat_rates: z.record(iso4217, decimal), updated_at: time })

const OrderView = z.strictObject({
  uuid,
  user_id: uuid,
  client_order_id: z.string().nullable(),
  pair_id: id,
  pair_symbol: z.string(),
  side,
  type: z.enum(['limit', 'market']),
  price: decimal.nullable(),
  volume: decimal.nullable(),
  total: decimal.nullable(),
  filled_volume: decimal,
  filled_total: decimal,
  avg_price: decimal.nullable(),
  fee: decimal,
  fee_currency: z.string(),
  status: z.enum(['open', 'partially_filled', 'filled', 'cancelled', 'expired']),
  time_in_force: z.enum(['GTC', 'IOC', 'FOK']),
  post_only: z.boolean(),
  created_at: time,
  updated_at: time,
})

const UserTradeView = z.strictObject({
  trade_id: id,
  price: decimal,
  volume: decimal,
  fee: decimal,
  fee_currency: z.string(),
  role: z.enum(['maker', 'taker']),
  order_uuid: uuid,
  pair_id: id,
  pair_symbol: z.string(),
  side,
  total: decimal,
  time: count,
})

const OrdersPage = z.strictObject({ orders: z.array(OrderView), next: z.boolean() })
const FillsPage = z.strictObject({ fills: z.array(UserTradeView), next: z.boolean() })

const RefreshedTokens = z.strictObject({ access_token: z.string(), refresh_token: z.string() })
const SocketTicket = z.strictObject({ ticket: z.string() })

const ProfileView = z.strictObject({
  ...locks,
  uuid,
  email: z.string().nullable(),
  referral_code: z.string().regex(/^[1-9]\d{8}$/),
  is_verified: z.boolean(),
  lang_code: z.string(),
  xp_balance: count,
  last_run: time.nullable(),
  created_at: time,
  play_money: z.boolean(),
})

const StartAppView = ProfileView.extend({ access: z.string().exactOptional(), refresh: z.string().exactOptional() })

const ErrorBody = z.strictObject({
  detail: z.union([
    z.string(),
    z.array(z.strictObject({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() })),
  ]),
  code: z.string().exactOptional(),
  params: z.record(z.string(), z.string()).exactOptional(),
  ticket: z.string().exactOptional(),
})

const HealthView = z.strictObject({
  status: z.enum(['ok', 'starting', 'unavailable', 'stopping']),
  mode: z.enum(['play', 'live']),
  name: z.string(),
  seq: count,
  projection_lag: count,
  detail: z.string().exactOptional(),
})

const OpenApiDocument = z.record(z.string(), z.unknown())

/** By the names of their types. */
export const views = {
  CurrencyView,
  PairView,
  FullPairView,
  PairDescriptionView,
  PriceHistoryView,
  AssetView,
  CurrentBalanceView,
  FullBalanceView,
  FiatNames,
  FiatRatesView,
  OrderView,
  UserTradeView,
  OrdersPage,
  FillsPage,
  Tokens,
  RefreshedTokens,
  SocketTicket,
  ProfileView,
  StartAppView,
  ErrorBody,
  HealthView,
  OpenApiDocument,
  ...botViews,
  ...accountViews,
  ...waysViews,
} as const
