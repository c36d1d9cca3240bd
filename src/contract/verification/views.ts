/** The identity check on the wire. */

/** `retry`: rejected, and the user may try again. `rejected`: final. */
export const VERIFICATION_STATUSES = ['none', 'pending', 'approved', 'retry', 'rejected'] as const
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number]

/** `play`: a page where the user chooses the result. */
export const VERIFICATION_PROVIDERS = ['sumsub', 'play'] as const
export type VerificationProviderName = (typeof VERIFICATION_PROVIDERS)[number]

/** `reject_reason`: the provider's sentence for the user, if it sent one. */
export type VerificationView = {
  readonly status: VerificationStatus
  readonly reject_reason: string | null
  /** Null: there is no identity check. */
  readonly provider: VerificationProviderName | null
}

/** The page of the provider, valid until `expires_at`. */
export type WebsdkLinkView = Omit<VerificationView, 'provider'> & {
  readonly url: string
  readonly expires_at: string
}
