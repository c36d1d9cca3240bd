/** What the earn screen shows about a user. */

import type { RewardParameters } from '../../contract/earn/parameters.ts'
import type { Xp } from '../../contract/earn/xp.ts'
import type { Millis, UserId } from '../../contract/ids.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { expectDefined } from '../../engine/assert.ts'
import { minedXp, nextDailyReward, type Rewards, rewardProgram, rewardsOf, type State } from '../../engine/exchange.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { refuseReading } from './refuse-reading.ts'
import { type RewardTimes, readTime, rewardTimes, xpOf } from './reward-times.ts'

export type EarnProfile = RewardTimes & {
  readonly rewards: Rewards
  readonly parameters: RewardParameters
  readonly balance: Xp
  /** What the current run has accrued. */
  readonly mined: Xp
  /** What the next daily reward pays. */
  readonly nextDaily: Xp
  readonly isFunded: boolean
}

type Deps = { readonly sequencer: Pick<Sequencer, 'read'>; readonly clock: Clock }

export const earnProfile = ({ sequencer, clock }: Deps, user: UserId): Promise<EarnProfile | Refusal> =>
  sequencer.read((state) => refuseReading(state, user) ?? profileAt(state, user, readTime(state, clock)))

function profileAt(state: State, user: UserId, now: Millis): EarnProfile {
  const { parameters, funds } = expectDefined(rewardProgram(state), 'reading without a program is refused')
  const rewards = rewardsOf(state, user)
  const times = rewardTimes(state, user, now)
  return {
    ...times,
    rewards,
    parameters,
    balance: xpOf(state, user),
    mined: rewards.run === undefined ? 0 : minedXp(rewards.run, now),
    nextDaily: nextDailyReward(state, user, now)?.amount ?? 0,
    isFunded: funds > 0,
  }
}

export type XpSummary = { readonly balance: Xp; readonly runStartedAt: Millis | null }

/** For the profile of the main backend. */
export const xpSummary = (state: State, user: UserId): XpSummary => ({
  balance: xpOf(state, user),
  runStartedAt: rewardsOf(state, user).run?.startedAt ?? null,
})
