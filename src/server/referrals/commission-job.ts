/**
 * Books commissions every day at 00:10 UTC. Increases of fees are cumulative, so after an interruption only the last day
 * that ended is booked, and it contains the days before.
 */

import type { Millis } from '../../contract/ids.ts'
import { refusalText } from '../../contract/refusals.ts'
import { commissionsBookedThrough, rewardProgram } from '../../engine/exchange.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import { type Job, openJob } from '../sequencer/job.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'

type Deps = {
  readonly sequencer: Pick<Sequencer, 'read' | 'submit'>
  /** Stamps commands. */
  readonly clock: Clock
  readonly log: Log
  /** How long the job waits before it looks again. */
  readonly pauseMillis?: Millis
}

const MINUTE_MILLIS: Millis = 60_000
const DAY_MILLIS: Millis = 24 * 60 * MINUTE_MILLIS
const AFTER_MIDNIGHT: Millis = 10 * MINUTE_MILLIS

/** The last day that ended at least ten minutes ago, in days since 1970 (UTC). */
export const dayToBook = (now: Millis): number => Math.floor((now - AFTER_MIDNIGHT) / DAY_MILLIS) - 1

export const nextPayoutAt = (now: Millis): Millis => (dayToBook(now) + 2) * DAY_MILLIS + AFTER_MIDNIGHT

export const openCommissionJob = (deps: Deps): Job =>
  openJob({
    work: (stopping) => bookCommissions(deps, stopping),
    onUnavailable: (err) =>
      deps.log.warn({ event: 'commissions.unavailable', err }, 'commissions could not be booked: trying again'),
    pauseMillis: deps.pauseMillis,
  })

/** Books the last day that ended, if it is not booked yet; resolves when it is. A command books some of the referrers. */
export async function bookCommissions({ sequencer, clock, log }: Deps, stopping: AbortSignal): Promise<void> {
  const day = dayToBook(clock.now())
  let commands = 0
  while (!stopping.aborted) {
    const isDue = await sequencer.read(
      (state) => rewardProgram(state) !== undefined && (commissionsBookedThrough(state) ?? -1) < day,
    )
    if (!isDue) break
    const refusal = await sequencer.submit({ type: 'accrue-commissions', day }, (_state, { answer }) =>
      answer.type === 'refused' ? answer.refusal : undefined,
    )
    if (refusal !== undefined) {
      log.error({ event: 'commissions.refused', day, reason: refusalText(refusal) }, 'commissions were refused')
      return
    }
    commands += 1
  }
  if (commands > 0) log.info({ event: 'commissions.booked', day, commands }, 'booked the commissions of a day')
}
