import { handlerOf, type Module } from '../module-type.ts'
import type { SetLevel } from './commands.ts'
import type { LevelSet } from './events.ts'
import * as setLevelCommand from './set-level.ts'
import { type LevelPiece, lines, load, save } from './state.ts'

export const verification: Module<SetLevel, LevelSet, LevelPiece> = {
  handlers: { 'set-level': handlerOf(setLevelCommand) },
  appliers: { 'level-set': ({ levels }, { user, level, decidedAt }) => void levels.set(user, { level, decidedAt }) },
  loaders: { levels: (state, piece) => load(state.levels, piece) },
  save: (state) => save(state.levels),
  lines: (state) => lines(state.levels),
  holds: () => [],
}
