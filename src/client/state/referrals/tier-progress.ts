import type { ReferralsView, TierView } from '../../../contract/referrals/views.ts'

type TierProgress = {
  readonly current: TierView | undefined
  /** Undefined at the highest tier. */
  readonly next: TierView | undefined
  /** Active friends until the next tier. */
  readonly missing: number
  /** From the start of the current tier to the next one, 0 to 100. */
  readonly percent: number
}

export function tierProgress({ tiers, active_count: active }: ReferralsView): TierProgress {
  const current = tiers.filter(({ min_count }) => min_count <= active).at(-1)
  const next = tiers.find(({ min_count }) => min_count > active)
  if (next === undefined) return { current, next, missing: 0, percent: 100 }
  const from = current?.min_count ?? 0
  return {
    current,
    next,
    missing: next.min_count - active,
    percent: Math.floor(((active - from) / (next.min_count - from)) * 100),
  }
}
