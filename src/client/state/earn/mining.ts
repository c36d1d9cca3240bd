/** Starts and ends mining runs. The profile is reloaded after both: another tab may have changed it as well. */

import { atom, type PrimitiveAtom } from 'jotai'
import { api } from '../../../contract/api.ts'
import { durationText } from '../../format/countdown.ts'
import { grouped } from '../../format/numbers.ts'
import { earnText } from '../../text/earn.ts'
import { hostAtom, notifyAtom } from '../app/host.ts'
import { perUser } from '../app/per-user.ts'
import { celebrateAtom } from './celebration.ts'
import { notifyEarnErrorAtom } from './earn-error.ts'
import { earnProfileOf } from './earn-profile.ts'
import { miningRunAt } from './mining-run.ts'
import { reloadRewardsAtom } from './reload-rewards.ts'

type MiningStatus = 'idle' | 'loading' | 'succeeded' | 'failed'

const text = earnText.mining

const statusOf = perUser((): PrimitiveAtom<MiningStatus> => atom<MiningStatus>('idle'))

/** Of the last request that started or ended a run. */
export const miningStatusOf = perUser((user) => atom((get) => get(statusOf(user))))

export const startMiningAtom = atom(null, async (get, set, user: string): Promise<void> => {
  const status = statusOf(user)
  if (get(status) === 'loading') return
  set(status, 'loading')
  const answer = await get(hostAtom).http(api.startMining, { body: {} })
  set(status, answer.ok ? 'succeeded' : 'failed')
  if (!answer.ok) set(notifyEarnErrorAtom, answer.failure, text.startFailed)
  await set(earnProfileOf(user), 'refresh')
  const profile = get(earnProfileOf(user))
  if (!answer.ok || profile.state !== 'ready') return
  const { target, durationMillis } = miningRunAt(profile.value.view, 0)
  const detail = text.startedLine(grouped(String(target)), durationText(durationMillis))
  set(notifyAtom, { kind: 'success', title: text.started, detail })
})

/**
 * Names the run, so that a second request, from another tab or after a lost reply, is answered like the first. Resolves to whether
 * the run has ended.
 */
export const endMiningAtom = atom(null, async (get, set, user: string): Promise<boolean> => {
  const status = statusOf(user)
  if (get(status) === 'loading') return false
  const profile = get(earnProfileOf(user))
  const lastRun = profile.state === 'ready' ? profile.value.view.last_run : null
  set(status, 'loading')
  const answer = await get(hostAtom).http(api.endMining, { body: lastRun === null ? {} : { last_run: lastRun } })
  const isEnded = answer.ok || answer.failure.code === 'MINING_NOT_RUNNING'
  set(status, isEnded ? 'succeeded' : 'failed')
  if (answer.ok && !answer.value.repeated) {
    const { reward } = answer.value
    if (reward > 0) set(celebrateAtom, reward)
    set(notifyAtom, { kind: 'success', title: text.ended, detail: earnText.gain(grouped(String(reward))) })
  } else if (!answer.ok && !isEnded) set(notifyEarnErrorAtom, answer.failure, text.endFailed)
  await set(reloadRewardsAtom, user)
  return isEnded
})
