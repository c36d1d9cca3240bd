/** The rewards in snapshots and in the state text. Nothing is written before the program is used. */

import type { TaskId, UserId } from '../../contract/ids.ts'
import { sorted } from '../sorted.ts'
import type { RewardState, Task, UserRewards, UserTask } from './state.ts'

type SavedProgram = Pick<RewardState, 'version' | 'parameters' | 'wasFunded' | 'paid'>
type SavedUser = Omit<UserRewards, 'tasks' | 'bonuses' | 'signals'> & {
  readonly user: UserId
  readonly tasks: readonly UserTask[]
  readonly bonuses: readonly UserId[]
  readonly signals: readonly string[]
}

type ProgramPiece = { readonly part: 'reward-program'; readonly items: readonly SavedProgram[] }
type TasksPiece = { readonly part: 'reward-tasks'; readonly items: readonly Task[] }
type UsersPiece = { readonly part: 'reward-users'; readonly items: readonly SavedUser[] }
type MembersPiece = { readonly part: 'channel-members'; readonly items: readonly (readonly [string, UserId])[] }
export type RewardPiece = ProgramPiece | TasksPiece | UsersPiece | MembersPiece

export const save = (rewards: RewardState): RewardPiece[] => [
  { part: 'reward-program', items: isUnused(rewards) ? [] : [savedProgram(rewards)] },
  { part: 'reward-tasks', items: [...rewards.tasks.values()] },
  { part: 'reward-users', items: Array.from(rewards.users, savedUser) },
  { part: 'channel-members', items: [...rewards.members] },
]

const isUnused = ({ version, wasFunded }: RewardState): boolean => version === 0 && !wasFunded

const savedProgram = ({ version, parameters, wasFunded, paid }: RewardState): SavedProgram => ({
  version,
  parameters,
  wasFunded,
  paid,
})

const savedUser = ([user, { standing, run, lastRun, daily, paid, tasks, bonuses, signals }]: [
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
  signals: [...(signals ?? [])],
})

export function loadProgram(rewards: RewardState, { items }: ProgramPiece): void {
  for (const program of items) Object.assign(rewards, program)
}

export function loadTasks({ tasks }: RewardState, { items }: TasksPiece): void {
  for (const task of items) tasks.set(task.task.id, task)
}

export function loadUsers({ users }: RewardState, { items }: UsersPiece): void {
  for (const { user, tasks, bonuses, signals, ...rewards } of items)
    users.set(user, {
      ...rewards,
      tasks: tasks.length === 0 ? undefined : new Map(tasks.map((task): [TaskId, UserTask] => [task.task, task])),
      bonuses: bonuses.length === 0 ? undefined : new Set(bonuses),
      signals: signals.length === 0 ? undefined : new Set(signals),
    })
}

export function loadMembers({ members }: RewardState, { items }: MembersPiece): void {
  for (const [key, user] of items) members.set(key, user)
}

export function* lines(rewards: RewardState): Generator<object> {
  if (!isUnused(rewards)) yield { rewards: savedProgram(rewards) }
  for (const [, task] of sorted(rewards.tasks)) yield { rewardTask: task }
  for (const entry of sorted(rewards.users)) {
    const { tasks, bonuses, signals, ...saved } = savedUser(entry)
    const inOrder = { tasks: tasks.toSorted((a, b) => a.task - b.task), bonuses: bonuses.toSorted() }
    yield { rewardsOf: { ...saved, ...inOrder, signals: signals.toSorted() } }
  }
  for (const [member, user] of sorted(rewards.members)) yield { member, user }
}
