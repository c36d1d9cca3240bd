/** One request performs the next step of a task: start it, or check it and pay its reward. */

import type { TaskDefinition } from '../../contract/earn/tasks.ts'
import type { Xp } from '../../contract/earn/xp.ts'
import type { TaskId, UserId } from '../../contract/ids.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import { expectDefined } from '../../engine/assert.ts'
import {
  type Command,
  type Outcome,
  type State,
  type TaskFailure,
  type TaskReason,
  type TaskStatus,
  taskOf,
} from '../../engine/exchange.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { type CheckTaskDeps, checkTask, type TaskProof } from './check-task.ts'
import { isOpen, type TaskFacts, taskFacts, titleOf } from './list-tasks.ts'
import { refuseReading } from './refuse-reading.ts'
import { rewardRefusal } from './reward-refusal.ts'
import { FAILURE_TEXTS, taskReasonText } from './reward-texts.ts'
import { type RewardTimes, readTime, rewardTimes, xpOf } from './reward-times.ts'

export type CompleteTaskDeps = CheckTaskDeps & {
  readonly sequencer: Pick<Sequencer, 'read' | 'submit'>
  readonly clock: Clock
}

type CompleteTaskRequest = TaskProof & { readonly task: TaskId }

export type TaskStep = RewardTimes & {
  readonly task: TaskFacts
  /** What this request paid. */
  readonly paid: Xp
  readonly balance: Xp
  /** Until a started task can be claimed; undefined if it was paid. */
  readonly retryAfterSeconds: number | undefined
}

export async function completeTask(
  deps: CompleteTaskDeps,
  user: UserId,
  { task: id, ...proof }: CompleteTaskRequest,
  device: ClientDevice,
): Promise<TaskStep | Refusal> {
  const found = await deps.sequencer.read(
    (state) =>
      refuseReading(state, user) ?? taskOf(state, user, id, readTime(state, deps.clock)) ?? refuse('TASK_NOT_FOUND'),
  )
  if (isRefused(found)) return found
  const { task, status } = found
  if (!isOpen(status.state)) return claim(deps, user, task)
  if (task.kind === 'visit_link') return start(deps, user, task)
  const check = await checkTask(deps, user, task, proof, device)
  if (check.type === 'refused') return check.refusal
  if (check.type === 'failed') return fail(deps, user, id, check.reason)
  if (check.type === 'done') {
    const { type: _, ...seen } = check
    const attest = { type: 'attest', user, task: id, ...seen } as const
    const refusal = await step(deps, user, attest, () => undefined)
    if (refusal !== undefined) return refusal
  }
  return claim(deps, user, task)
}

/** Starting it again changes nothing, so a repeated request gets the same reply with a shorter delay. */
const start = (deps: CompleteTaskDeps, user: UserId, { id }: TaskDefinition): Promise<TaskStep | Refusal> =>
  step(deps, user, { type: 'start-task', user, task: id }, (state, outcome, found) => {
    const { verifyAfter } = found.status
    const wait = Math.max(0, (verifyAfter ?? state.at) - state.at)
    return stepOf(state, user, outcome, found, Math.ceil(wait / 1_000))
  })

const claim = (deps: CompleteTaskDeps, user: UserId, { id }: TaskDefinition): Promise<TaskStep | Refusal> =>
  step(deps, user, { type: 'claim-task', user, task: id }, (state, outcome, found) =>
    stepOf(state, user, outcome, found, undefined),
  )

async function fail(deps: CompleteTaskDeps, user: UserId, task: TaskId, reason: TaskFailure): Promise<Refusal> {
  const refusal = await step(deps, user, { type: 'fail-task', user, task, reason }, () => undefined)
  return refusal ?? refuse('TASK_FAILED', { reason: FAILURE_TEXTS[reason], failure: reason })
}

type FoundTask = { readonly task: TaskDefinition; readonly status: TaskStatus }
type TaskCommand = Extract<Command, { readonly user: UserId; readonly task: TaskId }>

/** Submits a command about a task; the result is read right after it. */
const step = <T>(
  { sequencer }: CompleteTaskDeps,
  user: UserId,
  command: TaskCommand,
  select: (state: State, outcome: Outcome, found: FoundTask) => T,
): Promise<T | Refusal> =>
  sequencer.submit(command, (state, outcome) => {
    const { answer } = outcome
    if (answer.type === 'refused') return explained(state, user, command.task, answer.refusal)
    const found = taskOf(state, user, command.task, state.at)
    return select(state, outcome, expectDefined(found, 'a step of an unknown task is refused'))
  })

function stepOf(
  state: State,
  user: UserId,
  { events }: Outcome,
  { task, status }: FoundTask,
  retryAfterSeconds: number | undefined,
): TaskStep {
  const paid = events.find((event) => event.type === 'reward-paid')?.amount ?? 0
  const times = rewardTimes(state, user, state.at)
  return { ...times, task: taskFacts(state, user, task, status), paid, balance: xpOf(state, user), retryAfterSeconds }
}

/** With the reason of a lock as a sentence. */
function explained(state: State, user: UserId, id: TaskId, refusal: Refusal): Refusal {
  if (refusal.code !== 'TASK_LOCKED') return rewardRefusal(state, refusal)
  const after = taskOf(state, user, id, state.at)?.task.after ?? null
  const reason = taskReasonText((refusal.params.lock ?? '') as TaskReason, titleOf(state, user, after))
  return refuse('TASK_LOCKED', { ...refusal.params, reason })
}
