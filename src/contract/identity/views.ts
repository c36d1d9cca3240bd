/** The identity check on the wire. */

/** `retry`: rejected, and the user may try again. `rejected`: final. */
export const VERIFICATION_STATUSES = ['none', 'pending', 'approved', 'retry', 'rejected'] as const
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number]

/** `reject_reason`: the provider's sentence for the user, if it sent one. */
export type VerificationView = {
  readonly status: VerificationStatus
  readonly reject_reason: string | null
  /** False where no provider is configured. */
  readonly is_available: boolean
}

/** The page of the provider, valid until `expires_at`. */
export type WebsdkLinkView = Omit<VerificationView, 'is_available'> & {
  readonly url: string
  readonly expires_at: string
}
