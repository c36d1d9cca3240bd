/** The identity check as JSON. */

import type { VerificationView, WebsdkLinkView } from '../../contract/identity/views.ts'
import type { Verification, WebsdkLink } from '../identity/identity.ts'
import { isoTime } from './time.ts'

export const verificationView = ({ status, rejectReason, provider }: Verification): VerificationView => ({
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
