/** The last daily reward, stored on the device for display until the profile is loaded. It decides nothing. */

import { atom } from 'jotai'
import { attempt } from '../../platform/attempt.ts'
import { hostAtom } from '../app/host.ts'
import { DAILY_CACHE_KEY } from './clear-daily-cache.ts'

type DailyCache = {
  /** When the last reward was claimed, in server time; null if never. */
  readonly lastGetAt: string | null
  readonly daysCheckIn: number
  readonly rewardAmount: number
}

const NEVER: DailyCache = { lastGetAt: null, daysCheckIn: 1, rewardAmount: 0 }

/** That of another user is not read. */
export const dailyCacheAtom = atom((get) => (user: string): DailyCache => {
  const text = get(hostAtom).platform.storage.get(DAILY_CACHE_KEY)
  const stored: Partial<DailyCache & { user: string }> | null | undefined = attempt(() => JSON.parse(text ?? ''))
  if (stored?.user !== user) return NEVER
  const { lastGetAt, daysCheckIn, rewardAmount } = stored
  return {
    lastGetAt: typeof lastGetAt === 'string' ? lastGetAt : NEVER.lastGetAt,
    daysCheckIn: Number.isInteger(daysCheckIn) ? Number(daysCheckIn) : NEVER.daysCheckIn,
    rewardAmount: Number.isInteger(rewardAmount) ? Number(rewardAmount) : NEVER.rewardAmount,
  }
})

export const storeDailyAtom = atom(null, (get, _set, user: string, daily: DailyCache) =>
  get(hostAtom).platform.storage.set(DAILY_CACHE_KEY, JSON.stringify({ user, ...daily })),
)
