/** Schemas of the calls that freeze the own account. Server only. */

import { z } from 'zod'
import { linkToken, PROOF_REFUSALS, proof } from '../auth/fields.ts'
import { type CallSchema, emptyBody, Ok, time } from '../call-schema.ts'
import type { freezesCalls } from './calls.ts'
import { FREEZE_ORIGINS } from './views.ts'

const freezeBody = z.strictObject({ token: linkToken })

const unfreezeBody = z.strictObject(proof)

export const FreezeView = z.strictObject({ origin: z.enum(FREEZE_ORIGINS), since: time, lifts_at: time.nullable() })

const LiftingView = z.strictObject({ lifts_at: time })

/** By type name; published in `/openapi.json`. */
export const freezesViews = { FreezeView, LiftingView } as const

export const freezesCallSchemas = {
  freeze: {
    summary: 'Freeze the account: cancels its orders, and stops orders, withdrawals and claims',
    input: emptyBody,
    reply: Ok,
    refusals: ['ACCOUNT_NOT_FOUND'],
  },
  freezeByLink: {
    summary: 'Freeze an account with the link of a security email',
    input: freezeBody,
    reply: Ok,
    refusals: ['FREEZE_LINK_INVALID', 'FREEZE_LINK_EXPIRED', 'ACCOUNT_NOT_FOUND'],
  },
  unfreeze: {
    summary: 'Lift the own freeze, with every factor of the account; it ends 24 hours later',
    input: unfreezeBody,
    reply: LiftingView,
    refusals: [...PROOF_REFUSALS, 'NOT_FROZEN'],
  },
} as const satisfies Record<keyof typeof freezesCalls, CallSchema>
