/** Claims the daily reward. */

import { atom, type PrimitiveAtom } from 'jotai'
import { api } from '../../../contract/api.ts'
import { grouped } from '../../format/numbers.ts'
import { earnText } from '../../text/earn.ts'
import { hostAtom, notifyAtom } from '../app/host.ts'
import { perUser } from '../app/per-user.ts'
import { celebrateAtom } from './celebration.ts'
import { storeDailyAtom } from './daily-cache.ts'
import { notifyEarnErrorAtom } from './earn-error.ts'
import { reloadRewardsAtom } from './reload-rewards.ts'

const text = earnText.daily

const busyOf = perUser((): PrimitiveAtom<boolean> => atom(false))

export const dailyBusyOf = perUser((user) => atom((get) => get(busyOf(user))))

/** Resolves to whether it was paid. `cooldown` is no error: this device or another one has claimed already. */
export const claimDailyAtom = atom(null, async (get, set, user: string): Promise<boolean> => {
  if (get(busyOf(user))) return false
  set(busyOf(user), true)
  const answer = await get(hostAtom).http(api.claimDaily, { body: {} })
  const isPaid = answer.ok && (answer.value.status === 'ok' || answer.value.status === 'cooldown')
  if (answer.ok && isPaid) {
    const { status, days_check_in, reward_amount, last_claim_at } = answer.value
    set(storeDailyAtom, user, { lastGetAt: last_claim_at, daysCheckIn: days_check_in, rewardAmount: reward_amount })
    if (status === 'ok') {
      set(celebrateAtom, reward_amount)
      set(notifyAtom, { kind: 'success', title: text.claimed, detail: earnText.gain(grouped(String(reward_amount))) })
    }
  } else if (answer.ok) set(notifyAtom, { kind: 'error', title: text.invalid })
  else set(notifyEarnErrorAtom, answer.failure, text.failed)
  await set(reloadRewardsAtom, user)
  set(busyOf(user), false)
  return isPaid
})
