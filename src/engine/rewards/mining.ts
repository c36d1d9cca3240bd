/** Mining: a run accrues linearly until it ends or is ended early; then what it accrued is paid. */

import type { Xp } from '../../contract/earn/xp.ts'
import type { Millis } from '../../contract/ids.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import { expectDefined } from '../assert.ts'
import { type Execution, emit } from '../execution.ts'
import type { State } from '../state.ts'
import type { EndMining, StartMining } from './commands.ts'
import { pay, refuseAccrual, refuseClaim, refusePayment, rewardFunds } from './pay.ts'
import { type MiningRun, rewardsIn } from './state.ts'

const HOUR_MILLIS: Millis = 60 * 60 * 1_000

/** What a run has accrued at `at`, rounded down. Nothing accrues after its end. */
export const minedXp = ({ startedAt, endsAt, ratePerHour }: MiningRun, at: Millis): Xp =>
  Math.floor((Math.max(0, Math.min(at, endsAt) - startedAt) * ratePerHour) / HOUR_MILLIS)

export const startMining = {
  refuse(state: State, { user }: StartMining): Refusal | undefined {
    const refusal = refuseClaim(state, user)
    if (refusal !== undefined || rewardsIn(state.rewards, user).run !== undefined) return refusal
    return refuseAccrual(state, user) ?? (rewardFunds(state) === 0 ? refuse('REWARDS_UNFUNDED') : undefined)
  },
  perform(execution: Execution, { user }: StartMining): void {
    const { state, at } = execution
    const { run, lastRun } = rewardsIn(state.rewards, user)
    if (run !== undefined) return
    const { miningMillis, miningRatePerHour } = expectDefined(
      state.rewards.parameters,
      'rewards without parameters are refused',
    )
    // The start names the run, so two runs of a user never start in the same millisecond.
    const startedAt = Math.max(at, (lastRun?.startedAt ?? 0) + 1)
    const endsAt = startedAt + miningMillis
    emit(execution, { type: 'mining-started', user, startedAt, endsAt, ratePerHour: miningRatePerHour })
  },
}

export const endMining = {
  refuse(state: State, command: EndMining): Refusal | undefined {
    const refusal = refuseClaim(state, command.user)
    if (refusal !== undefined || isRepeated(state, command)) return refusal
    const { run } = rewardsIn(state.rewards, command.user)
    if (run === undefined || (command.startedAt !== null && command.startedAt !== run.startedAt))
      return refuse('MINING_NOT_RUNNING')
    return refusePayment(state, command.user, minedXp(run, state.at))
  },
  perform(execution: Execution, command: EndMining): void {
    const { state, at } = execution
    if (isRepeated(state, command)) return
    const run = expectDefined(rewardsIn(state.rewards, command.user).run, 'the end of no run is refused')
    pay(
      execution,
      command.user,
      { kind: 'mining', startedAt: run.startedAt, endedAt: Math.min(at, run.endsAt) },
      minedXp(run, at),
    )
  },
}

/** The named run was paid before. */
const isRepeated = ({ rewards }: State, { user, startedAt }: EndMining): boolean =>
  startedAt !== null && rewardsIn(rewards, user).lastRun?.startedAt === startedAt
