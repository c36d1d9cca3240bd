/** The rewards in snapshots and in the state text. Nothing is written before the program is used. */

import type { TaskId, UserId } from '../../contract/ids.ts'
import { sorted } from '../sorted.ts'
import type { RewardState, Task, UserRewards, UserTask } from './state.ts'

type SavedProgram = Pick<RewardState, 'version' | 'parameters' | 'wasFunded' | 'paid'>
type SavedUser = Omit<UserRewards, 'tasks' | 'bonuses'> & {
  readonly user: UserId
  readonly tasks: readonly UserTask[]
  readonly bonuses: readonly UserId[]
}

type ProgramPiece = { readonly part: 'reward-program'; readonly items: readonly SavedProgram[] }
type TasksPiece = { readonly part: 'reward-tasks'; readonly items: readonly Task[] }
type UsersPiece = { readonly part: 'reward-users'; readonly items: readonly SavedUser[] }
export type RewardPiece = ProgramPiece | TasksPiece | UsersPiece

export const save = (rewards: RewardState): RewardPiece[] => [
  { part: 'reward-program', items: isUnused(rewards) ? [] : [savedProgram(rewards)] },
  { part: 'reward-tasks', items: [...rewards.tasks.values()] },
  { part: 'reward-users', items: Array.from(rewards.users, savedUser) },
]

const isUnused = ({ version, wasFunded }: RewardState): boolean => version === 0 && !wasFunded

const savedProgram = ({ version, parameters, wasFunded, paid }: RewardState): SavedProgram => ({
  version,
  parameters,
  wasFunded,
  paid,
})

const savedUser = ([user, { standing, run, lastRun, daily, paid, tasks, bonuses }]: [
  UserId,
  UserRewards,
]): SavedUser => ({
  user,
  standing,
  run,
  lastRun,
  daily,
  paid,
  tasks: [...(tasks?.values() ?? [])],
  bonuses: [...(bonuses ?? [])],
})

export function loadProgram(rewards: RewardState, { items }: ProgramPiece): void {
  for (const program of items) Object.assign(rewards, program)
}

export function loadTasks({ tasks }: RewardState, { items }: TasksPiece): void {
  for (const task of items) tasks.set(task.task.id, task)
}

export function loadUsers({ users }: RewardState, { items }: UsersPiece): void {
  for (const { user, tasks, bonuses, ...rewards } of items)
    users.set(user, {
      ...rewards,
      tasks: tasks.length === 0 ? undefined : new Map(tasks.map((task): [TaskId, UserTask] => [task.task, task])),
      bonuses: bonuses.length === 0 ? undefined : new Set(bonuses),
    })
}

export function* lines(rewards: RewardState): Generator<object> {
  if (!isUnused(rewards)) yield { rewards: savedProgram(rewards) }
  for (const [, task] of sorted(rewards.tasks)) yield { rewardTask: task }
  for (const entry of sorted(rewards.users)) {
    const { tasks, bonuses, ...saved } = savedUser(entry)
    yield { rewardsOf: { ...saved, tasks: tasks.toSorted((a, b) => a.task - b.task), bonuses: bonuses.toSorted() } }
  }
}
