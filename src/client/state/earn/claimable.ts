/** Whether something can be claimed now. */

import { atom } from 'jotai'
import { monotonicAtom } from '../app/clock.ts'
import { perUser } from '../app/per-user.ts'
import { serverTimeOf } from '../app/server-time.ts'
import { dailyRewardAt } from './daily-strip.ts'
import { earnProfileOf } from './earn-profile.ts'
import { miningRunAt } from './mining-run.ts'
import { tasksOf } from './tasks.ts'

export const hasClaimableOf = perUser((user) =>
  atom((get) => {
    const [profile, tasks] = [get(earnProfileOf(user)), get(tasksOf(user))]
    if (tasks.state === 'ready' && tasks.value.view.tasks.some(({ status }) => status === 'claimable')) return true
    if (profile.state !== 'ready') return false
    const { view } = profile.value
    if (view.standing.state !== 'ok' || !view.is_funded) return false
    const now = serverTimeOf(profile.value, get(monotonicAtom))
    return dailyRewardAt(view, now).isReady || miningRunAt(view, now).state === 'ready'
  }),
)
