/** Makes a report of what all users own every day at 00:05 UTC; after an interruption, one for the current day. */

import type { Millis } from '../../contract/ids.ts'
import { isConstraintViolation, isUniqueViolation } from '../postgres/query.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import { type Job, openJob } from '../sequencer/job.ts'
import { makeReport, ReportAborted, type ReportDeps, TotalsDiffer } from './make-report.ts'
import { hasReportOf } from './report-rows.ts'

type Deps = ReportDeps & {
  readonly clock: Clock
  readonly log: Log
  /** How long the job waits before it looks again. */
  readonly pauseMillis?: Millis
}

const MINUTE_MILLIS: Millis = 60_000
const DAY_MILLIS: Millis = 24 * 60 * MINUTE_MILLIS
const AFTER_MIDNIGHT: Millis = 5 * MINUTE_MILLIS

/** The day of a report in days since 1970 (UTC); a day begins at 00:05. */
export const reportDay = (now: Millis): number => Math.floor((now - AFTER_MIDNIGHT) / DAY_MILLIS)

export const nextReportAt = (now: Millis): Millis => (reportDay(now) + 1) * DAY_MILLIS + AFTER_MIDNIGHT

export function openReportJob(deps: Deps): Job {
  const { log, pauseMillis } = deps
  let doneDay: number | undefined
  return openJob({
    async work(stopping) {
      const day = reportDay(deps.clock.now())
      if (day !== doneDay && (await makeDueReport(deps, stopping))) doneDay = day
    },
    onUnavailable: (err) =>
      log.warn({ event: 'liabilities.unavailable', err }, 'the report of liabilities could not be made: trying again'),
    pauseMillis,
  })
}

/** Makes the report of the day unless there is one. Resolves to whether nothing is left to do today. */
export async function makeDueReport(deps: Deps, stopping: AbortSignal): Promise<boolean> {
  const { database, clock, log, reportKey } = deps
  const at = clock.now()
  const day = reportDay(at)
  if (await hasReportOf(database.pool, reportKey, day)) return true
  const started = performance.now()
  try {
    const report = await makeReport(deps, { day, at, stopping })
    // Users may come later in the day.
    if (report === 'withheld') return false
    const millis = Math.round(performance.now() - started)
    if (report !== undefined) {
      const { seq, users } = report
      log.info({ event: 'liabilities.reported', seq, users, millis }, 'made the report of liabilities')
    }
    return true
  } catch (error) {
    // A unique violation: another connection stored a report in the meantime, so the next look finds it.
    if (error instanceof ReportAborted || isUniqueViolation(error, 'liability_reports')) return false
    if (isConstraintViolation(error)) {
      log.error({ event: 'liabilities.row_contradicts', err: error }, 'a row of another program contradicts the report')
      return false
    }
    if (!(error instanceof TotalsDiffer)) throw error
    log.error({ event: 'liabilities.totals_differ', err: error }, 'no report of liabilities: run npm run audit')
    return true
  }
}
