import type { Millis, UserId } from '../../contract/ids.ts'

/** Also without a change of the level: a newer decision is remembered. */
export type LevelSet = {
  readonly type: 'level-set'
  readonly at: Millis
  readonly user: UserId
  readonly level: number
  readonly decidedAt: Millis
}
