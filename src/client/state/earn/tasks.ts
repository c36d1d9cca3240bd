/** Tasks: the list, and starting, checking and claiming one. */

import { atom, type PrimitiveAtom } from 'jotai'
import { api } from '../../../contract/api.ts'
import type { TaskCompleteBody } from '../../../contract/earn/calls.ts'
import type { TasksView } from '../../../contract/earn/views.ts'
import { grouped } from '../../format/numbers.ts'
import { earnText } from '../../text/earn.ts'
import { hostAtom, notifyAtom } from '../app/host.ts'
import { perUser } from '../app/per-user.ts'
import { queryAtom } from '../app/query-atom.ts'
import { type Timed, timed } from '../app/server-time.ts'
import { celebrateAtom } from './celebration.ts'
import { notifyEarnErrorAtom } from './earn-error.ts'
import { reloadRewardsAtom } from './reload-rewards.ts'

export type Tasks = Timed<TasksView>

const EVERY_MILLIS = 60_000

export const tasksOf = perUser(() => queryAtom((http) => timed(http(api.tasks)), EVERY_MILLIS))

const busyOf = perUser((): PrimitiveAtom<ReadonlySet<number>> => atom<ReadonlySet<number>>(new Set<number>()))

/** The ids of the tasks with a pending request. */
export const busyTasksOf = perUser((user) => atom((get) => get(busyOf(user))))

const openedSource = atom<ReadonlySet<number>>(new Set<number>())

/** The ids of the tasks whose link was opened on this page. */
export const openedTasksAtom = atom((get) => get(openedSource))

export const openTaskLinkAtom = atom(null, (get, set, id: number, link: string) => {
  get(hostAtom).platform.openLink(link)
  set(openedSource, new Set([...get(openedSource), id]))
})

/** One request per task at a time. Resolves to whether the task was paid, now or before. */
export const completeTaskAtom = atom(null, async (get, set, user: string, body: TaskCompleteBody): Promise<boolean> => {
  const busy = busyOf(user)
  const { task_id: id } = body
  if (get(busy).has(id)) return false
  set(busy, new Set([...get(busy), id]))
  const answer = await get(hostAtom).http(api.completeTask, { body })
  const isRepeated = !answer.ok && answer.failure.code === 'ALREADY_COMPLETED'
  const isPaid = isRepeated || (answer.ok && answer.value.status === 'ok')
  if (answer.ok && answer.value.status === 'ok') {
    const { task, reward_amount } = answer.value
    if (reward_amount > 0) set(celebrateAtom, reward_amount)
    set(notifyAtom, { kind: 'success', title: task.title, detail: earnText.gain(grouped(String(reward_amount))) })
  } else if (!answer.ok && !isRepeated) set(notifyEarnErrorAtom, answer.failure)
  await Promise.all([set(tasksOf(user), 'refresh'), isPaid && set(reloadRewardsAtom, user)])
  set(busy, new Set([...get(busy)].filter((each) => each !== id)))
  return isPaid
})
