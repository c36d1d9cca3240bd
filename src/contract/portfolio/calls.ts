/** HTTP calls for own balances. */

import { getCall } from '../call.ts'
import type { AssetView, CurrentBalanceView, FullBalanceView } from './views.ts'

export const portfolioCalls = {
  assets: getCall<readonly AssetView[]>('/api/assets/', 'bearer'),
  currentBalance: getCall<CurrentBalanceView>('/api/assets/balance/current', 'bearer'),
  fullBalance: getCall<FullBalanceView>('/api/assets/full-balance/', 'bearer'),
} as const
