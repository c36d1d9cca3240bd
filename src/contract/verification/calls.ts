/** HTTP calls for the identity check. */

import { getCall } from '../call.ts'
import type { WebsdkLinkView } from './views.ts'

/** Where the page of the provider leads afterwards: the settings, or a page that leads back to Telegram. */
export const RETURN_TARGETS = ['settings', 'telegram'] as const

export const verificationCalls = {
  /** `?return_to=telegram` inside Telegram. */
  websdkLink: getCall<WebsdkLinkView>('/verify/get-websdk-link/', 'bearer'),
} as const
