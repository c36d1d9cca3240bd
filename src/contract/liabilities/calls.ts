/** HTTP calls for the proof of liabilities. */

import { getCall } from '../call.ts'
import type { AddressesFileView, LiabilitiesView, LiabilityProofView } from './views.ts'

export const liabilitiesCalls = {
  liabilities: getCall<LiabilitiesView>('/api/liabilities/', 'public'),
  liabilityAddresses: getCall<AddressesFileView>('/api/liabilities/addresses/', 'public'),
  liabilityProof: getCall<LiabilityProofView>('/api/liabilities/:seq/proof/', 'bearer'),
} as const
