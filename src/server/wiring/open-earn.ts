/** Opens the rewards of users, and what is done once a day. */

import type { UserId } from '../../contract/ids.ts'
import type { Auth } from '../auth/auth.ts'
import { openRewardsOfUsers, type RewardsDeps } from '../earn/rewards.ts'
import type { Database } from '../postgres/database.ts'
import type { Projector } from '../read-models/projector.ts'
import type { CleanupClock, Clock } from '../runtime/clock.ts'
import type { Config } from '../runtime/config.ts'
import type { ForgedRows } from '../runtime/forged-rows.ts'
import type { Log } from '../runtime/log.ts'
import type { Job } from '../sequencer/job.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import type { Bot } from '../telegram-bot/bot.ts'
import { openDailyJobs } from './open-daily-jobs.ts'

type EarnDeps = {
  readonly config: Pick<Config, 'mode' | 'rateLimits'>
  readonly database: Database
  readonly sequencer: Sequencer
  readonly projector: Projector
  readonly auth: Pick<Auth, 'users' | 'deviceIds' | 'markKey' | 'security' | 'onSessionStarted'>
  /** Whether an identity check is offered. */
  readonly canVerify: boolean
  readonly membership: Bot['membership']
  readonly reportKey: Buffer
  readonly forged: ForgedRows
  /** Stamps commands. */
  readonly stamps: Clock
  readonly clock: CleanupClock
  readonly log: Log
}

/** The daily jobs run from now on. */
export function openEarn(deps: EarnDeps): { readonly rewards: RewardsDeps; readonly dailyJobs: Pick<Job, 'stop'> } {
  const { config, database, sequencer, projector, auth, canVerify, membership, forged, stamps, clock, log } = deps
  const rewards = openRewardsOfUsers({
    sequencer,
    projector,
    database,
    stamps,
    clock,
    log,
    forged,
    users: auth.users,
    deviceIds: auth.deviceIds,
    markKey: auth.markKey,
    hasTwoFactor: async (user: UserId) => (await auth.security.twoFactor.status(user)).isOn,
    membership,
    canVerify,
    areLimitsOn: config.rateLimits,
  })
  auth.onSessionStarted(rewards.linkedAccounts.onSessionStarted)
  const dailyJobs = openDailyJobs({
    sequencer,
    database,
    clock: stamps,
    log,
    mode: config.mode,
    reportKey: deps.reportKey,
  })
  dailyJobs.start()
  return { rewards, dailyJobs }
}
