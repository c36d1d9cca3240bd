import type { ReviewReason } from '../../../engine/exchange.ts'
import {
  ADDRESS_REFUSED,
  AMOUNT_REFUSED,
  APPROVAL_INVALID,
  APPROVAL_MISSING,
  SECOND_APPROVAL_MISSING,
  WITHDRAWAL_PAID,
} from '../../../signer/protocol.ts'

/** Refusals that concern one withdrawal: it must not hold up those behind it. */
export const REVIEWS: ReadonlyMap<string, ReviewReason> = new Map([
  [APPROVAL_MISSING, 'approval_missing'],
  [APPROVAL_INVALID, 'approval_missing'],
  [SECOND_APPROVAL_MISSING, 'approval_missing'],
  [AMOUNT_REFUSED, 'large_amount'],
  [ADDRESS_REFUSED, 'would_fail'],
  [WITHDRAWAL_PAID, 'would_fail'],
])
