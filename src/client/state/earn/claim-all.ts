/** Claims everything that can be claimed, one after the other. */

import { atom, type PrimitiveAtom } from 'jotai'
import { grouped } from '../../format/numbers.ts'
import { earnText } from '../../text/earn.ts'
import { notifyAtom } from '../app/host.ts'
import { perUser } from '../app/per-user.ts'
import { claimableOf } from './claimable.ts'
import { claimDailyAtom } from './daily-reward.ts'
import { endMiningAtom } from './mining.ts'
import { completeTaskAtom } from './tasks.ts'

/** `done` of `all` are claimed. It stays after a failure, until the next attempt. */
type ClaimRun = { readonly isRunning: boolean; readonly done: number; readonly all: number }

const runOf = perUser((): PrimitiveAtom<ClaimRun | undefined> => atom<ClaimRun | undefined>(undefined))

export const claimRunOf = perUser((user) => atom((get) => get(runOf(user))))

/** Ends at the first that fails, which shows its own error. A single one announces itself. */
export const claimAllAtom = atom(null, async (get, set, user: string): Promise<void> => {
  const run = runOf(user)
  if (get(run)?.isRunning) return
  const rewards = get(claimableOf(user))
  const all = rewards.length
  for (const [done, reward] of rewards.entries()) {
    set(run, { isRunning: true, done, all })
    const isPaid =
      reward.kind === 'task'
        ? await set(completeTaskAtom, user, { task_id: reward.task })
        : await set(reward.kind === 'mining' ? endMiningAtom : claimDailyAtom, user)
    if (!isPaid) return set(run, { isRunning: false, done, all })
  }
  set(run, undefined)
  if (all < 2) return
  const sum = rewards.reduce((total, { amount }) => total + amount, 0)
  set(notifyAtom, { kind: 'success', title: earnText.ready.claimed(all), detail: earnText.gain(grouped(String(sum))) })
})
