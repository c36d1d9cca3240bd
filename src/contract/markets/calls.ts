/** HTTP calls for public market data. */

import { getCall } from '../call.ts'
import type {
  CurrencyView,
  FiatNames,
  FiatRatesView,
  FullPairView,
  PairDescriptionView,
  PairView,
  PriceHistoryView,
} from './views.ts'

export const marketsCalls = {
  currencies: getCall<readonly CurrencyView[]>('/api/coins/currencies', 'public'),
  coinPairs: getCall<readonly PairView[]>('/api/coins/trading_pairs', 'public'),
  pairs: getCall<readonly PairView[]>('/api/trading_pairs/', 'public'),
  fullPairs: getCall<readonly FullPairView[]>('/api/trading_pairs/full', 'public'),
  pairDescription: getCall<PairDescriptionView>('/api/trading_pairs/:id/description/', 'public'),
  priceHistory: getCall<PriceHistoryView>('/api/trading_pairs/:id/history/', 'public'),
  fiatNames: getCall<FiatNames>('/api/fiat_rate/list_fiat_rates/', 'public'),
  fiatRates: getCall<FiatRatesView>('/api/fiat_rate/', 'public'),
} as const
