import { atom } from 'jotai'
import { earnProfileOf } from './earn-profile.ts'
import { rewardHistoryOf } from './reward-history.ts'

/** After a payment. The history is reloaded only while it is shown. */
export const reloadRewardsAtom = atom(null, async (_get, set, user: string): Promise<void> => {
  set(rewardHistoryOf(user).changed)
  await set(earnProfileOf(user), 'refresh')
})
