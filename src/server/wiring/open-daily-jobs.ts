/** What the server does once a day: the report of liabilities at 00:05 UTC, and commissions at 00:10. */

import { openReportJob } from '../liabilities/report-job.ts'
import type { Database } from '../postgres/database.ts'
import { openCommissionJob } from '../referrals/commission-job.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import type { Job } from '../sequencer/job.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'

type Deps = {
  readonly sequencer: Sequencer
  readonly database: Database
  /** Stamps commands. */
  readonly clock: Clock
  readonly log: Log
  readonly mode: 'play' | 'live'
  /** Of the reports of liabilities. */
  readonly reportKey: Buffer
}

export function openDailyJobs(deps: Deps): Job {
  const jobs = [openReportJob(deps), openCommissionJob(deps)]
  return {
    start() {
      for (const job of jobs) job.start()
    },
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}
