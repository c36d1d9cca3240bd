/** What the mining run has accrued at a moment of the server's time. Pure; the server decides what is paid. */

import type { EarnProfileView } from '../../../contract/earn/views.ts'
import { millisOf } from '../../format/times.ts'

const HOUR_MILLIS = 3_600_000

export type MiningRun = {
  readonly state: 'idle' | 'mining' | 'ready'
  /** What a full run pays, in whole XP. */
  readonly target: number
  readonly mined: number
  /** 0 to 1. */
  readonly fraction: number
  readonly leftMillis: number
  readonly durationMillis: number
}

/** The start of the current run; one in the future counts as now. */
const runStart = ({ last_run }: EarnProfileView, now: number): number | undefined =>
  last_run === null ? undefined : Math.min(millisOf(last_run), now)

export function miningRunAt(profile: EarnProfileView, now: number): MiningRun {
  const durationMillis = profile.mining_duration_seconds * 1000
  const xpOf = (millis: number) => Math.floor((profile.mining_rate_per_hour * millis) / HOUR_MILLIS)
  const target = xpOf(durationMillis)
  const startedAt = runStart(profile, now)
  if (profile.status === 'idle' || startedAt === undefined)
    return { state: 'idle', target, mined: 0, fraction: 0, leftMillis: durationMillis, durationMillis }
  const elapsed = Math.min(now - startedAt, durationMillis)
  return {
    state: elapsed >= durationMillis ? 'ready' : 'mining',
    target,
    mined: xpOf(elapsed),
    fraction: elapsed / durationMillis,
    leftMillis: durationMillis - elapsed,
    durationMillis,
  }
}
