/** Schemas of the calls for the identity check. Server only. */

import { z } from 'zod'
import { type CallSchema, time } from '../call-schema.ts'
import { RETURN_TARGETS, type verificationCalls } from './calls.ts'
import { VERIFICATION_PROVIDERS, VERIFICATION_STATUSES } from './views.ts'

export const VerificationView = z.strictObject({
  status: z.enum(VERIFICATION_STATUSES),
  reject_reason: z.string().nullable(),
  provider: z.enum(VERIFICATION_PROVIDERS).nullable(),
})

const WebsdkLinkView = z.strictObject({
  url: z.url(),
  expires_at: time,
  status: z.enum(VERIFICATION_STATUSES),
  reject_reason: z.string().nullable(),
})

/** By type name; published in `/openapi.json`. */
export const verificationViews = { VerificationView, WebsdkLinkView } as const

export const verificationCallSchemas = {
  websdkLink: {
    summary: 'A link to the page of the provider that checks the identity; the result arrives by webhook',
    input: z.strictObject({ return_to: z.enum(RETURN_TARGETS).default('settings') }),
    reply: WebsdkLinkView,
    refusals: ['KYC_NOT_CONFIGURED', 'KYC_UNREACHABLE', 'KYC_ALREADY_APPROVED', 'KYC_REJECTED', 'ACCOUNT_NOT_FOUND'],
  },
} as const satisfies Record<keyof typeof verificationCalls, CallSchema>
