/** The identity check as JSON. */

import type { VerificationView, WebsdkLinkView } from '../../contract/verification/views.ts'
import type { VerificationResult, WebsdkLink } from '../verification/verification.ts'
import { isoTime } from './time.ts'

export const verificationView = ({ status, rejectReason, provider }: VerificationResult): VerificationView => ({
  status,
  reject_reason: rejectReason,
  provider,
})

export const websdkLinkView = ({ url, expiresAt, status, rejectReason }: WebsdkLink): WebsdkLinkView => ({
  url,
  expires_at: isoTime(expiresAt),
  status,
  reject_reason: rejectReason,
})
