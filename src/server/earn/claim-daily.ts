import type { Xp } from '../../contract/earn/xp.ts'
import type { Millis, UserId } from '../../contract/ids.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { expectDefined } from '../../engine/assert.ts'
import { rewardsOf } from '../../engine/exchange.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { rewardRefusal } from './reward-refusal.ts'
import { type RewardTimes, rewardTimes, xpOf } from './reward-times.ts'

/** `isPaid`: by this request. Otherwise the last claim is described, less than 24 hours ago. */
export type DailyClaim = RewardTimes & {
  readonly isPaid: boolean
  readonly days: number
  readonly amount: Xp
  readonly balance: Xp
  readonly claimedAt: Millis
  readonly expiresAt: Millis
}

type Deps = { readonly sequencer: Pick<Sequencer, 'submit'> }

export const claimDaily = ({ sequencer }: Deps, user: UserId): Promise<DailyClaim | Refusal> =>
  sequencer.submit({ type: 'claim-daily', user }, (state, { answer }) => {
    if (answer.type === 'refused' && answer.refusal.code !== 'DAILY_COOLDOWN')
      return rewardRefusal(state, answer.refusal)
    const { days, amount, claimedAt, expiresAt } = expectDefined(
      rewardsOf(state, user).daily,
      'a claim that is paid, or comes too early, has a last claim',
    )
    const isPaid = answer.type !== 'refused'
    const times = rewardTimes(state, user, state.at)
    return { ...times, isPaid, days, amount, balance: xpOf(state, user), claimedAt, expiresAt }
  })
