/** The standing decides whether new rewards accrue. What accrued before stays payable. */

import type { TaskId, UserId } from '../../contract/ids.ts'
import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { type Execution, emit } from '../execution.ts'
import type { State } from '../state.ts'
import type { SetRewardStanding } from './commands.ts'
import { refuseReward } from './pay.ts'
import { standingIn } from './state.ts'
import { taskStatus } from './task-status.ts'

const MAX_REASON_LENGTH = 300

export function refuse(state: State, { user, standing, reason }: SetRewardStanding): Refusal | undefined {
  const isReasonValid = reason.length <= MAX_REASON_LENGTH && (standing === 'ok' || reason.trim() !== '')
  return (
    refuseReward(state, user) ??
    (isReasonValid ? undefined : refusal('INVALID_REQUEST', { reason: 'Give a reason of at most 300 characters.' }))
  )
}

export function perform(execution: Execution, { user, standing, reason }: SetRewardStanding): void {
  const { state, at } = execution
  const current = standingIn(state.rewards, user)
  if (current.state === standing && current.reason === reason) return
  const accrued = current.state === 'ok' ? doneTasks(state, user) : []
  emit(execution, { type: 'reward-standing-set', at, user, standing, reason, accrued })
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
