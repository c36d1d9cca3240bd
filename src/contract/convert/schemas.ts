/** Schemas of the calls for conversions. Server only. */

import { z } from 'zod'
import { type CallSchema, count, decimal, emptyBody, id, signed, time, uuid } from '../call-schema.ts'
import { CurrencyView } from '../markets/schemas.ts'
import type { convertCalls } from './calls.ts'

const currency = {
  ...CurrencyView.shape,
  balance: decimal,
  min_amount: decimal,
  max_amount: decimal,
  precision: count,
}

const ConvertCurrencyView = z.strictObject(currency)

const ConvertTargetView = z.strictObject({ ...currency, rate: decimal, min_from_amount: decimal })

const ConvertQuoteView = z.strictObject({
  quote_id: uuid,
  from_currency_id: id,
  to_currency_id: id,
  from_amount: decimal,
  to_amount: decimal,
  rate: decimal,
  inverse_rate: decimal,
  fee: decimal,
  spread_percent: decimal,
  price_impact_percent: signed,
  created_at: time,
  expires_at: time,
  ttl_ms: count,
})

const ConvertView = z.strictObject({
  status: z.literal('success'),
  from_currency_id: id,
  to_currency_id: id,
  from_amount: decimal,
  to_amount: decimal,
  rate: decimal,
  fee: decimal,
  change: decimal,
  repeated: z.boolean(),
})

/** By type name; published in `/openapi.json`. */
export const convertViews = { ConvertCurrencyView, ConvertTargetView, ConvertQuoteView, ConvertView } as const

const UNCONVERTIBLE = [
  'ACCOUNT_NOT_FOUND',
  'ACCOUNT_FROZEN',
  'SAME_CURRENCY',
  'CURRENCY_NOT_FOUND',
  'INVALID_NUMBER',
  'REQUIRED_AMOUNT',
  'INSUFFICIENT_BALANCE',
  'PAIR_UNAVAILABLE',
  'MIN_AMOUNT',
  'MAX_AMOUNT',
  'MAX_NOTIONAL',
  'PRECISION',
  'NO_LIQUIDITY',
  'EXCHANGE_FULL',
  'RULES_OUTDATED',
] as const

export const convertCallSchemas = {
  convertFrom: {
    summary: 'Coins that can be converted, with the balance of the user',
    input: emptyBody,
    reply: z.array(ConvertCurrencyView),
    refusals: ['ACCOUNT_NOT_FOUND'],
  },
  convertTo: {
    summary: 'Coins that a coin can be converted to',
    input: emptyBody,
    reply: z.array(ConvertTargetView),
    refusals: ['ACCOUNT_NOT_FOUND', 'CURRENCY_NOT_FOUND'],
  },
  convertQuote: {
    summary: 'A quote that is valid for ten seconds',
    input: z.strictObject({ from_currency_id: id, to_currency_id: id, from_amount: z.string().max(40) }),
    reply: ConvertQuoteView,
    refusals: UNCONVERTIBLE,
  },
  convert: {
    summary: 'Convert by a quote, or directly with the least amount to receive',
    input: z.strictObject({
      quote_id: uuid.exactOptional(),
      from_currency_id: id.exactOptional(),
      to_currency_id: id.exactOptional(),
      amount: z.string().max(40).exactOptional(),
      min_to_amount: z.string().max(40).exactOptional(),
      client_request_id: uuid.exactOptional(),
    }),
    reply: ConvertView,
    refusals: [...UNCONVERTIBLE, 'QUOTE_NOT_FOUND', 'QUOTE_EXPIRED', 'RATE_CHANGED', 'CLIENT_ID_REUSED'],
  },
} as const satisfies Record<keyof typeof convertCalls, CallSchema>
