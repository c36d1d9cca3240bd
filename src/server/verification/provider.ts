/** What checks the identity of users: Sumsub, or a page of the play exchange. */

import type { Millis, UserId } from '../../contract/ids.ts'
import type { VerificationProviderName, VerificationStatus } from '../../contract/verification/views.ts'

/** What the provider says about a user at a time of its own clock. */
export type Verdict = {
  readonly user: UserId
  /** The provider's id of the person. */
  readonly applicantId: string
  readonly status: VerificationStatus
  /** The sentence for the user, if there is one. */
  readonly reason: string | null
  readonly at: Millis
}

export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** `ignored`: signed, but not about a result. `invalid`: signed, but not understood. */
export type ParsedWebhook =
  | { readonly type: 'verdict'; readonly verdict: Verdict }
  | { readonly type: 'ignored' | 'forged' | 'invalid' }

/** `origin`: of the exchange, as the user reaches it. `returnUrl`: where the page of the provider leads afterwards. */
export type Visitor = { readonly user: UserId; readonly origin: string; readonly returnUrl: string }

export type VerificationProvider = {
  readonly name: VerificationProviderName
  /** Undefined if the provider cannot be reached or refuses. */
  link(visitor: Visitor): Promise<{ readonly url: string; readonly expiresAt: Millis } | undefined>
  /** Never throws. `rawBody` is what was received, byte by byte. */
  parseWebhook(rawBody: Buffer, headers: Headers): ParsedWebhook
}

/** How long a link is valid. */
export const LINK_MILLIS: Millis = 30 * 60_000
