/** What a user does with tasks: start, attest, fail, claim. Each task is paid once. */

import type { TaskKind } from '../../contract/earn/tasks.ts'
import type { TaskId, UserId } from '../../contract/ids.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import { expectDefined } from '../assert.ts'
import { type Execution, emit } from '../execution.ts'
import type { State } from '../state.ts'
import type { Attest, ClaimTask, FailTask, StartTask } from './commands.ts'
import { pay, refuseAccrual, refuseClaim, refusePayment } from './pay.ts'
import { memberKey, type Task } from './state.ts'
import { isCounted, taskStatus, userTaskIn } from './task-status.ts'

type OfTask = { readonly user: UserId; readonly task: TaskId }

/** The server verifies these kinds. */
const isAttested = (kind: TaskKind): boolean => !isCounted(kind) && kind !== 'visit_link'

/** Until the task is claimed, expired or locked. */
function refuseStep(state: State, { user, task }: OfTask, isKind: (kind: TaskKind) => boolean): Refusal | undefined {
  const refusal = refuseClaim(state, user)
  if (refusal !== undefined) return refusal
  const entry = state.rewards.tasks.get(task)
  if (entry === undefined) return refuse('TASK_NOT_FOUND')
  if (!isKind(entry.task.kind)) return refuse('TASK_INVALID', { reason: `not a step of ${entry.task.kind}` })
  return refuseState(state, user, entry)
}

function refuseState(state: State, user: UserId, entry: Task): Refusal | undefined {
  const { state: current, reason } = taskStatus(state, user, entry, state.at)
  if (current === 'claimed') return refuse('ALREADY_COMPLETED')
  if (current === 'expired') return refuse(isTaken(entry) ? 'TASK_BUDGET_SPENT' : 'TASK_EXPIRED')
  if (current !== 'locked') return undefined
  return (
    (reason === 'standing' ? refuseAccrual(state, user) : undefined) ?? refuse('TASK_LOCKED', { lock: reason ?? '' })
  )
}

const isTaken = ({ task, claims }: Task): boolean => task.maxClaims !== null && claims >= task.maxClaims

export const startTask = {
  refuse: (state: State, command: StartTask): Refusal | undefined =>
    refuseStep(state, command, (kind) => kind === 'visit_link'),
  perform(execution: Execution, { user, task }: StartTask): void {
    if (userTaskIn(execution.state, user, task).startedAt === undefined)
      emit(execution, { type: 'task-started', user, task, at: execution.at })
  },
}

export const attest = {
  refuse: (state: State, command: Attest): Refusal | undefined =>
    refuseStep(state, command, isAttested) ?? refuseMember(state, command),
  perform(execution: Execution, { user, task, evidence, member }: Attest): void {
    if (userTaskIn(execution.state, user, task).attestedAt === undefined)
      emit(execution, {
        type: 'task-attested',
        user,
        task,
        at: execution.at,
        evidence,
        ...(member !== undefined && { member }),
      })
  },
}

/** A Telegram account that was linked to another user later does not do the task again. */
function refuseMember({ rewards }: State, { user, task, member }: Attest): Refusal | undefined {
  if (member === undefined || (rewards.members.get(memberKey(task, member)) ?? user) === user) return undefined
  return refuse('TASK_FAILED', {
    reason: 'Your Telegram account was already used for this task by another account.',
  })
}

export const failTask = {
  refuse: (state: State, command: FailTask): Refusal | undefined => refuseStep(state, command, isAttested),
  perform(execution: Execution, { user, task, reason }: FailTask): void {
    const { attestedAt, failure } = userTaskIn(execution.state, user, task)
    if (attestedAt === undefined && failure !== reason) emit(execution, { type: 'task-failed', user, task, reason })
  },
}

export const claimTask = {
  refuse(state: State, { user, task }: ClaimTask): Refusal | undefined {
    const refusal = refuseStep(state, { user, task }, () => true)
    if (refusal !== undefined) return refusal
    const entry = expectDefined(state.rewards.tasks.get(task), 'an unknown task is refused')
    const status = taskStatus(state, user, entry, state.at)
    if (status.state === 'claimable') return refusePayment(state, user, entry.task.reward)
    if (status.verifyAfter === null) return refuse('TASK_NOT_DONE')
    const seconds = Math.ceil((status.verifyAfter - state.at) / 1_000)
    return refuse('TASK_TOO_EARLY', { seconds: String(seconds) })
  },
  perform(execution: Execution, { user, task }: ClaimTask): void {
    const { reward, title } = expectDefined(execution.state.rewards.tasks.get(task), 'an unknown task is refused').task
    pay(execution, user, { kind: 'task', task, title }, reward)
  },
}
