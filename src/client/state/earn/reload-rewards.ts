import { atom } from 'jotai'
import type { Listed } from '../app/listed.ts'
import { earnProfileOf } from './earn-profile.ts'

/** Of paid rewards and commissions, by user. */
export const rewardLists = new Map<string, Listed>()

/** After a payment. The history is reloaded only while it is shown. */
export const reloadRewardsAtom = atom(null, async (_get, set, user: string): Promise<void> => {
  const history = rewardLists.get(user)
  if (history !== undefined) set(history.changed)
  await set(earnProfileOf(user), 'refresh')
})
