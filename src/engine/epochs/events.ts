import type { Millis } from '../../contract/ids.ts'

export type EpochBegun = {
  readonly type: 'epoch-begun'
  readonly at: Millis
  readonly gap: number
  readonly reason: string
}
