import type { Millis, UserId } from '../../contract/ids.ts'

export type LevelSet = {
  readonly type: 'level-set'
  readonly at: Millis
  readonly user: UserId
  readonly level: number
}
