/** Coming in by Google and by e-mail, on the wire: what is configured, and the letters with their links. */

import type { Proof } from './account-views.ts'

/** Null is a way that is not configured. `shown`: letters are not posted but shown, with play money only. */
export type WaysView = {
  readonly telegram: { readonly bot_id: string } | null
  /** The endpoint is null while Google cannot be reached. */
  readonly google: { readonly authorization_endpoint: string | null; readonly client_id: string } | null
  readonly mail: 'smtp' | 'shown' | 'off'
}

/** What Google sent back, and what only the browser that was sent there knows. */
export type GoogleEvidence = {
  readonly authentication_code: string
  readonly code_verifier?: string | undefined
  readonly nonce?: string | undefined
  readonly redirect_uri?: string | undefined
}
export type GoogleBody = GoogleEvidence & { readonly referrer_uid?: string | number | null | undefined }
export type LinkGoogleBody = GoogleEvidence & Proof

export type ForgotBody = { readonly email: string }
/** `token` is what the link of a letter ends in. */
export type ConfirmEmailBody = { readonly token: string }
export type ResetBody = { readonly token: string; readonly password: string }
export type LinkEmailBody = Proof & { readonly email: string }
