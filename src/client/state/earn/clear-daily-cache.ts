import { atom } from 'jotai'
import { hostAtom } from '../app/host.ts'

export const DAILY_CACHE_KEY = 'dailyReward'

/** At a log-out. */
export const clearDailyCacheAtom = atom(null, (get) => get(hostAtom).platform.storage.remove(DAILY_CACHE_KEY))
