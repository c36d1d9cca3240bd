/**
 * The identity provider of play mode: a page where the user chooses the result. It sends the webhook that Sumsub would
 * send, signed with a random secret, to the same endpoint.
 */

import { randomBytes } from 'node:crypto'
import type { UserId } from '../../contract/ids.ts'
import type { Clock } from '../runtime/clock.ts'
import { ttlMap } from '../runtime/ttl-map.ts'
import { parseWebhook } from './parse-webhook.ts'
import { LINK_MILLIS, type VerificationProvider, type Visitor } from './provider.ts'
import { signatureHeaders } from './webhook-signature.ts'

export const PLAY_VERIFY_PATH = '/play/verify'

/** `pending`: the documents were sent and wait for a decision. `retry`: the user is asked again. */
export const PLAY_DECISIONS = ['approve', 'pending', 'retry', 'reject'] as const
type PlayDecision = (typeof PLAY_DECISIONS)[number]

type SignedWebhook = { readonly payload: string; readonly headers: Readonly<Record<string, string>> }

export type PlayProvider = VerificationProvider & {
  /** Whose check a ticket is; undefined if it is unknown or has expired. */
  visitorOf(ticket: string): Visitor | undefined
  /** The webhook that tells the decision. */
  webhookOf(user: UserId, decision: PlayDecision): SignedWebhook
}

const LEVEL = 'play'
const REASON = 'The photo of the document is not readable. Take it again in better light.'
const FINAL_REASON = 'The document could not be accepted.'

export function openPlayProvider(clock: Clock): PlayProvider {
  const secret = randomBytes(32).toString('base64url')
  const tickets = ttlMap<Visitor>(clock, LINK_MILLIS)
  const settings = { secret, level: LEVEL, acceptsSandbox: true, now: clock.now }
  let lastAt = 0
  return {
    name: 'play',
    async link(visitor) {
      const ticket = randomBytes(24).toString('base64url')
      tickets.set(ticket, visitor, visitor.user)
      return { url: `${visitor.origin}${PLAY_VERIFY_PATH}/${ticket}`, expiresAt: clock.now() + LINK_MILLIS }
    },
    parseWebhook: (rawBody, headers) => parseWebhook(settings, rawBody, headers),
    visitorOf: tickets.get,
    webhookOf(user, decision) {
      // Each decision is newer than the one before, also within a millisecond.
      lastAt = Math.max(lastAt + 1, clock.now())
      const payload = JSON.stringify({
        applicantId: `play-${user}`,
        externalUserId: user,
        levelName: LEVEL,
        ...resultOf(decision),
        createdAtMs: new Date(lastAt).toISOString().replace('T', ' ').replace('Z', ''),
        sandboxMode: true,
      })
      return { payload, headers: signatureHeaders(secret, payload) }
    },
  }
}

function resultOf(decision: PlayDecision): object {
  const reviewed = (reviewResult: object) => ({
    type: 'applicantReviewed',
    reviewStatus: 'completed',
    reviewResult,
  })
  switch (decision) {
    case 'pending':
      return { type: 'applicantPending', reviewStatus: 'pending' }
    case 'approve':
      return reviewed({ reviewAnswer: 'GREEN' })
    case 'retry':
      return reviewed({ reviewAnswer: 'RED', reviewRejectType: 'RETRY', moderationComment: REASON })
    case 'reject':
      return reviewed({ reviewAnswer: 'RED', reviewRejectType: 'FINAL', moderationComment: FINAL_REASON })
  }
}
