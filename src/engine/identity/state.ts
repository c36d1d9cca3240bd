/** The levels of verification. Users of level 0 have no entry, so the states of older journals stay the same. */

import type { UserId } from '../../contract/ids.ts'
import { sorted } from '../sorted.ts'

export type Levels = Map<UserId, number>

type SavedLevel = { readonly user: UserId; readonly level: number }
export type LevelPiece = { readonly part: 'levels'; readonly items: readonly SavedLevel[] }

export function setLevel(levels: Levels, user: UserId, level: number): void {
  if (level === 0) levels.delete(user)
  else levels.set(user, level)
}

export const save = (levels: Levels): LevelPiece[] => [
  { part: 'levels', items: Array.from(levels, ([user, level]) => ({ user, level })) },
]

export function load(levels: Levels, { items }: LevelPiece): void {
  for (const { user, level } of items) levels.set(user, level)
}

export function* lines(levels: Levels): Generator<object> {
  for (const [user, level] of sorted(levels)) yield { levelOf: { user, level } }
}
