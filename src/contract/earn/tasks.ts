/** Reward tasks. The whole definition is part of the journaled command that adds the task. */

import type { Millis, TaskId } from '../ids.ts'
import type { Xp } from './xp.ts'

export const TASK_KINDS = [
  'join_channel',
  'visit_link',
  'invite_n',
  'first_trade',
  'trade_volume',
  'first_deposit',
  'convert',
  'enable_2fa',
  'confirm_email',
  'verify_identity',
  'promo_code',
  'quiz',
] as const
export type TaskKind = (typeof TASK_KINDS)[number]

export const TASK_GROUPS = ['onboarding', 'trade', 'social', 'partner', 'daily'] as const
export type TaskGroup = (typeof TASK_GROUPS)[number]

export const TASK_STATES = [
  'locked',
  'available',
  'started',
  'checking',
  'claimable',
  'claimed',
  'expired',
  'failed',
] as const
export type TaskState = (typeof TASK_STATES)[number]

export type QuizQuestion = {
  readonly question: string
  readonly options: readonly string[]
  /** The index of the right option. Never sent to clients. */
  readonly answer: number
}

export type TaskDefinition = {
  readonly id: TaskId
  readonly kind: TaskKind
  readonly group: TaskGroup
  readonly title: string
  readonly description: string
  readonly reward: Xp
  /** Friends for `invite_n`, whole USDT for `trade_volume`, else 1. */
  readonly target: number
  /** Locked until this task is claimed. */
  readonly after: TaskId | null
  /** Not shown before, and expired from `closesAt` on. */
  readonly opensAt: Millis | null
  readonly closesAt: Millis | null
  /** Paid to this many users at most. */
  readonly maxClaims: number | null
  /** The order in lists. */
  readonly position: number
  /** The page of `visit_link`, or the invitation link of the channel. */
  readonly link: string | null
  /** The Telegram channel of `join_channel`: `@name` or a numeric id. */
  readonly channel: string | null
  /** The code of `promo_code`, compared case-insensitively. Never sent to clients. */
  readonly code: string | null
  readonly questions: readonly QuizQuestion[]
}

/** How long after its start a `visit_link` task can be claimed. */
export const VISIT_DELAY_MILLIS: Millis = 30_000
