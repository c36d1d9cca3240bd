/** The standing decides whether new rewards accrue. What accrued before stays payable. */

import type { RewardStanding } from '../../contract/earn/views.ts'
import type { TaskId, UserId } from '../../contract/ids.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import { type Execution, emit } from '../execution.ts'
import type { State } from '../state.ts'
import type { ApplySignal, SetRewardStanding } from './commands.ts'
import { refuseReward } from './pay.ts'
import { rewardsIn, standingIn } from './state.ts'
import { taskStatus } from './task-status.ts'

const MAX_REASON_LENGTH = 300
const MAX_SIGNAL_LENGTH = 100

type NewStanding = { readonly user: UserId; readonly standing: RewardStanding; readonly reason: string }

function refuseStanding(state: State, { user, standing, reason }: NewStanding): Refusal | undefined {
  const isReasonValid = reason.length <= MAX_REASON_LENGTH && (standing === 'ok' || reason.trim() !== '')
  return (
    refuseReward(state, user) ??
    (isReasonValid ? undefined : refuse('INVALID_REQUEST', { reason: 'Give a reason of at most 300 characters.' }))
  )
}

function changeStanding(execution: Execution, { user, standing, reason }: NewStanding): void {
  const { state, at } = execution
  const current = standingIn(state.rewards, user)
  if (current.state === standing && current.reason === reason) return
  const accrued = current.state === 'ok' ? doneTasks(state, user) : []
  emit(execution, { type: 'reward-standing-set', at, user, standing, reason, accrued })
}

export const setStanding = {
  refuse: (state: State, command: SetRewardStanding): Refusal | undefined => refuseStanding(state, command),
  perform: (execution: Execution, command: SetRewardStanding): void => changeStanding(execution, command),
}

const SEVERITY: Readonly<Record<RewardStanding, number>> = { ok: 0, under_review: 1, limited: 2 }

export const applySignal = {
  refuse: (state: State, command: ApplySignal): Refusal | undefined =>
    refuseStanding(state, command) ??
    (command.signal.length > 0 && command.signal.length <= MAX_SIGNAL_LENGTH
      ? undefined
      : refuse('INVALID_REQUEST', { reason: 'A signal has 1 to 100 characters.' })),
  perform(execution: Execution, command: ApplySignal): void {
    const { user, signal, standing } = command
    const { rewards } = execution.state
    if (rewardsIn(rewards, user).signals?.has(signal)) return
    const isMoreSevere = SEVERITY[standing] > SEVERITY[standingIn(rewards, user).state]
    emit(execution, { type: 'signal-applied', user, signal })
    if (isMoreSevere) changeStanding(execution, command)
  },
}

/** Claimable, or started and only waiting for the delay. */
function doneTasks(state: State, user: UserId): TaskId[] {
  const done: TaskId[] = []
  for (const entry of state.rewards.tasks.values()) {
    const { state: current } = taskStatus(state, user, entry, state.at)
    if (current === 'claimable' || current === 'checking') done.push(entry.task.id)
  }
  return done
}
