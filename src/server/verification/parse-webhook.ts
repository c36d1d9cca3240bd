/** Reads the webhooks of Sumsub. The play provider sends webhooks of the same form. */

import { z } from 'zod'
import { isUuid, type Millis, type UserId } from '../../contract/ids.ts'
import { parseJson } from '../../contract/parse-json.ts'
import type { VerificationStatus } from '../../contract/verification/views.ts'
import { cleanText, isPlain } from '../../contract/visible-text.ts'
import { hasDuplicateKey } from '../runtime/unique-keys.ts'
import type { Headers, ParsedWebhook } from './provider.ts'
import { isSigned } from './webhook-signature.ts'

const MAX_REASON_LENGTH = 500
/** A result from further ahead would remain the newest one, so that no later one counts. */
const MAX_AHEAD: Millis = 24 * 60 * 60 * 1_000

/** `moderationComment` is for the user; `clientComment` may contain what the user must not read, and is not taken. */
const webhook = z.object({
  type: z.string(),
  applicantId: z.string().min(1).max(100).refine(isPlain),
  externalUserId: z.string().max(100),
  levelName: z.string().optional(),
  sandboxMode: z.boolean().optional(),
  reviewResult: z
    .object({
      reviewAnswer: z.enum(['GREEN', 'RED']),
      reviewRejectType: z.enum(['RETRY', 'FINAL']).optional(),
      moderationComment: z.string().optional(),
    })
    .optional(),
  createdAtMs: z.string(),
})

type Webhook = z.output<typeof webhook>

type WebhookSettings = {
  readonly secret: string
  /** Results of other levels of the provider, and those that name none, are ignored. */
  readonly level: string
  readonly now: () => Millis
  /** False with real money: a result of the provider's sandbox is ignored. */
  readonly acceptsSandbox: boolean
}

export function parseWebhook(settings: WebhookSettings, rawBody: Buffer, headers: Headers): ParsedWebhook {
  if (!isSigned(settings.secret, rawBody, headers)) return { type: 'forged' }
  const parsed = webhook.safeParse(jsonOf(rawBody))
  const at = parsed.success ? timeOf(parsed.data.createdAtMs) : undefined
  if (!parsed.success || at === undefined || at > settings.now() + MAX_AHEAD) return { type: 'invalid' }
  const { data } = parsed
  if (data.levelName !== settings.level) return { type: 'ignored' }
  if (data.sandboxMode === true && !settings.acceptsSandbox) return { type: 'ignored' }
  const status = statusOf(data)
  if (status === undefined) return { type: 'ignored' }
  if (status === 'unclear') return { type: 'invalid' }
  const { externalUserId, applicantId, reviewResult } = data
  const isRejected = status === 'retry' || status === 'rejected'
  const reason = isRejected ? cleanText(reviewResult?.moderationComment ?? '', MAX_REASON_LENGTH) : null
  // What is no uuid belongs to no user.
  const user = (isUuid(externalUserId) ? externalUserId : '') as UserId
  return { type: 'verdict', verdict: { user, applicantId, status, reason, at } }
}

/** Undefined for an event without meaning here; `unclear` for a review without its result. */
function statusOf({ type, reviewResult }: Webhook): VerificationStatus | 'unclear' | undefined {
  switch (type) {
    case 'applicantReset':
      return 'none'
    case 'applicantPending':
    case 'applicantAwaitingUser':
    case 'applicantAwaitingService':
    case 'applicantOnHold':
      return 'pending'
    case 'applicantReviewed':
    case 'applicantWorkflowCompleted':
    case 'applicantWorkflowFailed':
      if (reviewResult === undefined) return 'unclear'
      if (reviewResult.reviewAnswer === 'GREEN') return 'approved'
      return reviewResult.reviewRejectType === 'RETRY' ? 'retry' : 'rejected'
    default:
      return undefined
  }
}

function jsonOf(rawBody: Buffer): unknown {
  const text = rawBody.toString('utf8')
  const parsed = parseJson(text)
  return parsed !== undefined && hasDuplicateKey(text) ? undefined : parsed
}

/** `2026-11-22 14:05:09.123`, in UTC. */
function timeOf(text: string): Millis | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d{1,3})?)(?:Z|\+00:?00)?$/.exec(text) ?? []
  const at = Date.parse(`${day}T${time}Z`)
  return Number.isNaN(at) ? undefined : at
}
