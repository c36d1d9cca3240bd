/** Conversions as JSON. */

import type {
  ConvertCurrencyView,
  ConvertQuoteView,
  ConvertTargetView,
  ConvertView,
} from '../../contract/convert/views.ts'
import { percentText } from '../../contract/markets/instruments.ts'
import { formatDecimal, formatUnits, type Units } from '../../contract/money.ts'
import type { ConversionResult } from '../convert/convert.ts'
import type { ConvertibleCoin } from '../convert/list-currencies.ts'
import { QUOTE_MILLIS, type Quote, SPREAD } from '../convert/quotes.ts'
import { currencyView } from './market.ts'
import { isoTime } from './time.ts'

const RATE_DECIMALS = 18
const RATE_DIGITS = 8

/** `to / from` with eight significant digits, rounded down; 0 if `from` is 0. */
export function rateText(to: Units, from: Units): string {
  if (from === 0n) return '0'
  const scaled = (to * 10n ** BigInt(RATE_DECIMALS)) / from
  const rest = 10n ** BigInt(Math.max(0, String(scaled).length - RATE_DIGITS))
  return formatDecimal((scaled / rest) * rest, RATE_DECIMALS)
}

export const convertCurrencyView = ({
  currency,
  balance,
  min,
  max,
  precision,
}: ConvertibleCoin): ConvertCurrencyView => ({
  ...currencyView(currency),
  balance: formatUnits(balance),
  min_amount: formatUnits(min),
  max_amount: formatUnits(max),
  precision,
})

export const convertTargetView = (from: ConvertibleCoin, to: ConvertibleCoin, min: Units): ConvertTargetView => ({
  ...convertCurrencyView(to),
  rate: rateText(from.value, to.value),
  min_from_amount: formatUnits(min),
})

export const quoteView = (quote: Quote): ConvertQuoteView => ({
  quote_id: quote.id,
  from_currency_id: quote.from,
  to_currency_id: quote.to,
  from_amount: formatUnits(quote.spent),
  to_amount: formatUnits(quote.minTo),
  rate: rateText(quote.minTo, quote.spent),
  inverse_rate: rateText(quote.spent, quote.minTo),
  fee: formatUnits(quote.fee),
  spread_percent: percentText(SPREAD),
  price_impact_percent: formatDecimal(((quote.atBest - quote.gross) * 10_000n) / quote.atBest, 2),
  created_at: isoTime(quote.createdAt),
  expires_at: isoTime(quote.expiresAt),
  ttl_ms: QUOTE_MILLIS,
})

export const conversionView = ({ conversion, isRepeated }: ConversionResult): ConvertView => ({
  status: 'success',
  from_currency_id: conversion.from,
  to_currency_id: conversion.to,
  from_amount: formatUnits(conversion.fromAmount),
  to_amount: formatUnits(conversion.toAmount),
  rate: rateText(conversion.toAmount, conversion.fromAmount),
  fee: formatUnits(conversion.fee),
  change: formatUnits(conversion.change),
  repeated: isRepeated,
})
