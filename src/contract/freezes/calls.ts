/** HTTP calls that freeze the own account. */

import { type Ok, postCall } from '../call.ts'
import type { LiftingView } from './views.ts'

/** `token` is the last part of the link in a security email. */
type FreezeBody = { readonly token: string }

/** Both are required if the account has both; with neither, a session younger than ten minutes. */
type UnfreezeBody = { readonly password?: string | undefined; readonly code?: string | undefined }

export const freezesCalls = {
  /** Also ends a lifting that was requested. */
  freeze: postCall<Record<string, never>, Ok>('/api/users/freeze/', 'bearer'),
  /** A link can be used again until it expires, and can only freeze. */
  freezeByLink: postCall<FreezeBody, Ok>('/api/users/freeze/link/', 'public'),
  unfreeze: postCall<UnfreezeBody, LiftingView>('/api/users/unfreeze/', 'bearer'),
} as const
