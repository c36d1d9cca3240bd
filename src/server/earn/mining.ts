import type { Xp } from '../../contract/earn/xp.ts'
import type { Millis, UserId } from '../../contract/ids.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { expectDefined } from '../../engine/assert.ts'
import { rewardsOf } from '../../engine/exchange.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { rewardRefusal } from './reward-refusal.ts'
import { type RewardTimes, rewardTimes, xpOf } from './reward-times.ts'

type Deps = { readonly sequencer: Pick<Sequencer, 'submit'> }

export type StartedMining = RewardTimes & { readonly startedAt: Millis }

/** An existing run, finished or not, is returned unchanged. */
export const startMining = ({ sequencer }: Deps, user: UserId): Promise<StartedMining | Refusal> =>
  sequencer.submit({ type: 'start-mining', user }, (state, { answer }) => {
    if (answer.type === 'refused') return rewardRefusal(state, answer.refusal)
    const { startedAt } = expectDefined(rewardsOf(state, user).run, 'the start of a run that is not refused has a run')
    return { ...rewardTimes(state, user, state.at), startedAt }
  })

export type EndedMining = RewardTimes & {
  readonly startedAt: Millis
  readonly reward: Xp
  readonly balance: Xp
  /** The run was paid by an earlier request. */
  readonly repeated: boolean
}

/** `startedAt` names the run; undefined: the current one. */
export const endMining = (
  { sequencer }: Deps,
  user: UserId,
  startedAt: Millis | undefined,
): Promise<EndedMining | Refusal> =>
  sequencer.submit({ type: 'end-mining', user, startedAt: startedAt ?? null }, (state, { answer, events }) => {
    if (answer.type === 'refused') return rewardRefusal(state, answer.refusal)
    const last = expectDefined(rewardsOf(state, user).lastRun, 'the end of a run that is not refused has a paid run')
    return {
      ...rewardTimes(state, user, state.at),
      startedAt: last.startedAt,
      reward: last.reward,
      balance: xpOf(state, user),
      repeated: events.length === 0,
    }
  })
