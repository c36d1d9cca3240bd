/** The verification of users: links to the provider's page, its webhooks, and what a user's own result is. */

import type { Millis, UserId } from '../../contract/ids.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { VerificationProviderName, VerificationStatus } from '../../contract/verification/views.ts'
import { accountOf, levelOf } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import type { Clock } from '../runtime/clock.ts'
import type { ForgedRows } from '../runtime/forged-rows.ts'
import type { Log } from '../runtime/log.ts'
import type { Listener } from '../sequencer/deliveries.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { openLevelJob } from './apply-levels.ts'
import type { OpenedProvider } from './open-provider.ts'
import type { PlayProvider } from './play-provider.ts'
import type { Headers, Verdict, Visitor } from './provider.ts'
import { levelFrom, openVerifications, type Verifications } from './verifications.ts'

export type VerificationResult = {
  readonly status: VerificationStatus
  readonly rejectReason: string | null
  /** Null: there is no identity check. */
  readonly provider: VerificationProviderName | null
  /** By the engine: the only thing that raises limits. */
  readonly isVerified: boolean
}

export type WebsdkLink = VerificationResult & { readonly url: string; readonly expiresAt: Millis }

/** `done` also for a result that is not newer than the stored one, and for an event without a result. */
type WebhookOutcome = 'done' | 'forged' | 'invalid' | 'unknown user' | 'taken'

export type Verification = {
  readonly hasProvider: boolean
  /** Undefined unless the provider is the one of play mode. */
  readonly play: PlayProvider | undefined
  readonly listener: Listener
  verificationOf(user: UserId): Promise<VerificationResult>
  link(visitor: Visitor): Promise<WebsdkLink | Refusal>
  receive(rawBody: Buffer, headers: Headers): Promise<WebhookOutcome>
  stop(): Promise<void>
}

type VerificationDeps = OpenedProvider & {
  readonly database: Pick<Database, 'pool'>
  readonly sequencer: Pick<Sequencer, 'read' | 'submit'>
  /** Called when what the user reads about the check may have changed. */
  readonly changed: (user: UserId) => void
  /** Called for a new decision. */
  readonly decided: (verdict: Verdict) => void
  readonly clock: Clock
  readonly log: Log
  readonly forged: Pick<ForgedRows, 'note'>
  /** Of stored results. */
  readonly key: Uint8Array
}

export function openVerificationWith(deps: VerificationDeps): Verification {
  const { provider, sequencer, changed } = deps
  const verifications = openVerifications(deps.database, deps.key, deps.forged)
  const levels = openLevelJob({ ...deps, verifications })

  async function verificationOf(user: UserId): Promise<VerificationResult> {
    // In this order: the engine has the level of a result that is marked as applied.
    const row = await verifications.find(user)
    const level = await sequencer.read((state) => levelOf(state, user))
    return verificationFrom(row, level > 0, provider?.name ?? null)
  }

  return {
    hasProvider: provider !== undefined,
    play: deps.play,
    listener: {
      onCommitted(batch) {
        for (const { outcome } of batch)
          for (const event of outcome.events) if (event.type === 'level-set') changed(event.user)
      },
    },
    verificationOf,
    async link(visitor) {
      if (provider === undefined) return refuse('KYC_NOT_CONFIGURED')
      const verification = await verificationOf(visitor.user)
      if (verification.isVerified) return refuse('KYC_ALREADY_APPROVED')
      if (verification.status === 'rejected') return refuse('KYC_REJECTED')
      const link = await provider.link(visitor)
      return link === undefined ? refuse('KYC_UNREACHABLE') : { ...verification, ...link }
    },
    async receive(rawBody, headers) {
      if (provider === undefined) return 'forged'
      const parsed = provider.parseWebhook(rawBody, headers)
      if (parsed.type === 'ignored') return 'done'
      if (parsed.type !== 'verdict') return parsed.type
      const { user, status, at } = parsed.verdict
      if (!(await sequencer.read((state) => accountOf(state, user) !== undefined))) return 'unknown user'
      const outcome = await storeVerdict(deps, verifications, provider.name, parsed.verdict).finally(async () => {
        // Nothing that is stored, and no failure to store, keeps a level that the provider takes away.
        if (status !== 'pending' && levelFrom(status) === 0)
          await levels.apply({ user_id: user, provider: provider.name, status, provider_time: at })
      })
      if (outcome !== 'stored') return outcome === 'old' ? 'done' : outcome
      await levels.applyNow()
      changed(user)
      return 'done'
    },
    stop: levels.stop,
  }
}

async function storeVerdict(
  { log, clock, decided }: Pick<VerificationDeps, 'log' | 'clock' | 'decided'>,
  verifications: Verifications,
  provider: VerificationProviderName,
  verdict: Verdict,
): Promise<'stored' | 'old' | 'taken'> {
  const { user, status } = verdict
  const stored = await verifications.store(provider, verdict, clock.now())
  if (stored === 'taken')
    log.warn({ event: 'verification.applicant_taken', user }, 'a person who has verified another account was refused')
  if (stored === 'stored') {
    log.info({ event: 'verification.result', user, status }, 'received a result of an identity check')
    if (status === 'approved' || status === 'retry' || status === 'rejected') decided(verdict)
  }
  return stored
}

type Row = Awaited<ReturnType<Verifications['find']>>

/** An approval counts when the engine has it. An operator who takes the level away rejects; one who gives it approves. */
function verificationFrom(
  row: Row,
  isVerified: boolean,
  provider: VerificationProviderName | null,
): VerificationResult {
  const { status = 'none', reason = null, applied_at = null } = row ?? {}
  const isWithdrawn = status === 'approved' && applied_at !== null
  const shown = isVerified ? 'approved' : status !== 'approved' ? status : isWithdrawn ? 'rejected' : 'pending'
  const isRejected = shown === 'retry' || shown === 'rejected'
  return { status: shown, rejectReason: isRejected ? reason : null, provider, isVerified }
}
