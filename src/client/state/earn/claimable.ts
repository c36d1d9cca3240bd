/** What can be claimed now. */

import { atom } from 'jotai'
import { monotonicAtom } from '../app/clock.ts'
import { perUser } from '../app/per-user.ts'
import { serverTimeOf } from '../app/server-time.ts'
import { dailyRewardAt } from './daily-strip.ts'
import { earnProfileOf } from './earn-profile.ts'
import { miningRunAt } from './mining-run.ts'
import { tasksOf } from './tasks.ts'

/** `amount` in XP. */
type Claimable =
  | { readonly kind: 'mining' | 'daily'; readonly amount: number }
  | { readonly kind: 'task'; readonly amount: number; readonly task: number }

/** In the order of the page. */
export const claimableOf = perUser((user) =>
  atom((get): readonly Claimable[] => {
    const [profile, tasks] = [get(earnProfileOf(user)), get(tasksOf(user))]
    const done = tasks.state === 'ready' ? tasks.value.view.tasks.filter(({ status }) => status === 'claimable') : []
    const ofTasks = done.map(({ id, reward_amount }) => ({ kind: 'task', amount: reward_amount, task: id }) as const)
    if (profile.state !== 'ready') return ofTasks
    const { view } = profile.value
    if (view.standing.state !== 'ok' || !view.is_funded) return ofTasks
    const now = serverTimeOf(profile.value, get(monotonicAtom))
    const [run, daily] = [miningRunAt(view, now), dailyRewardAt(view, now)]
    return [
      ...(run.state === 'ready' ? [{ kind: 'mining', amount: run.mined } as const] : []),
      ...(daily.isReady ? [{ kind: 'daily', amount: daily.nextAmount } as const] : []),
      ...ofTasks,
    ]
  }),
)

export const claimableCountOf = perUser((user) => atom((get) => get(claimableOf(user)).length))
