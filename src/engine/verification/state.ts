/** The newest decision about each user's level of verification. Users without a decision have no entry. */

import type { Millis, UserId } from '../../contract/ids.ts'
import { sorted } from '../sorted.ts'

type Decision = { readonly level: number; readonly decidedAt: Millis }

export type Levels = Map<UserId, Decision>

type SavedDecision = Decision & { readonly user: UserId }
export type LevelPiece = { readonly part: 'levels'; readonly items: readonly SavedDecision[] }

export const save = (levels: Levels): LevelPiece[] => [
  { part: 'levels', items: Array.from(levels, ([user, decision]) => ({ user, ...decision })) },
]

export function load(levels: Levels, { items }: LevelPiece): void {
  for (const { user, ...decision } of items) levels.set(user, decision)
}

export function* lines(levels: Levels): Generator<object> {
  for (const [user, decision] of sorted(levels)) yield { levelOf: { user, ...decision } }
}
