/**
 * Gives the engine the levels that follow from stored results. A result is stored before its level is set, so after a
 * kill between the two, the next start continues here. The engine applies only what is newer than what it has applied, so
 * that no row that comes again changes a level.
 */

import type { Millis } from '../../contract/ids.ts'
import { refusalText } from '../../contract/refusals.ts'
import type { Clock } from '../runtime/clock.ts'
import type { ForgedRows } from '../runtime/forged-rows.ts'
import type { Log } from '../runtime/log.ts'
import { isDatabaseError } from '../runtime/transient-errors.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { Unavailable } from '../sequencer/unavailable.ts'
import { levelFrom, type UnappliedVerification, type Verifications } from './verifications.ts'

type Deps = {
  readonly sequencer: Pick<Sequencer, 'submit'>
  readonly verifications: Pick<Verifications, 'unapplied' | 'markApplied'>
  readonly clock: Clock
  readonly log: Log
  readonly forged: Pick<ForgedRows, 'note'>
  readonly pauseMillis?: Millis
}

type Decision = Omit<UnappliedVerification, 'isAuthentic'>

type LevelJob = {
  /** For a decision that takes the level away, whether it could be stored or not. */
  apply(decision: Decision): Promise<void>
  /** Resolves when all stored results are applied, or when the attempt has failed and will be repeated. */
  applyNow(): Promise<void>
  stop(): Promise<void>
}

const PAUSE_MILLIS: Millis = 30_000

/** Applies what is stored at once, and again whenever that failed. */
export function openLevelJob(deps: Deps): LevelJob {
  const { log, pauseMillis = PAUSE_MILLIS } = deps
  let isStopped = false
  let last = Promise.resolve()

  async function run(): Promise<void> {
    if (isStopped) return
    try {
      await applyAll(deps)
    } catch (error) {
      if (!(error instanceof Unavailable || isDatabaseError(error))) throw error
      log.warn({ event: 'verification.level_unavailable', err: error }, 'levels could not be set: trying again')
    }
  }

  /** One run after the other. */
  function applyNow(): Promise<void> {
    last = last.then(run)
    return last
  }

  void applyNow()
  const timer = setInterval(() => void applyNow(), pauseMillis)
  return {
    apply: (decision) => applyOne(deps, decision),
    applyNow,
    async stop() {
      isStopped = true
      clearInterval(timer)
      await last
    },
  }
}

async function applyAll({ verifications, forged, ...deps }: Deps): Promise<void> {
  for (const verification of await verifications.unapplied()) {
    if (!verification.isAuthentic) {
      forged.note('verifications', verification.user_id)
      continue
    }
    await applyOne({ ...deps, verifications }, verification)
  }
}

async function applyOne(deps: Pick<Deps, 'sequencer' | 'verifications' | 'clock' | 'log'>, decision: Decision) {
  await setLevel(deps, decision)
  await deps.verifications.markApplied(decision, deps.clock.now())
}

async function setLevel(
  { sequencer, log }: Pick<Deps, 'sequencer' | 'log'>,
  { user_id: user, provider, status, provider_time: decidedAt }: Decision,
): Promise<void> {
  if (status === 'pending') return
  const level = levelFrom(status)
  const decision = { operator: null, decidedAt, reason: `${provider}: ${status}` } as const
  const { refusal, isNewer } = await sequencer.submit(
    { type: 'set-level', user, level, ...decision },
    (_state, { answer, events }) => ({
      refusal: answer.type === 'refused' ? answer.refusal : undefined,
      isNewer: events.length > 0,
    }),
  )
  if (isNewer) return log.info({ event: 'verification.level_set', user, level }, 'set a level')
  if (refusal === undefined)
    return log.info({ event: 'verification.level_old', user, level }, 'a level was decided before the newest decision')
  log.error({ event: 'verification.level_refused', user, reason: refusalText(refusal) }, 'a level was refused')
}
