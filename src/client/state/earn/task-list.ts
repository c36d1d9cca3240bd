/** The tasks in groups, with the one action that each offers. Pure. */

import { TASK_GROUPS, type TaskGroup, type TaskKind } from '../../../contract/earn/tasks.ts'
import type { TaskView } from '../../../contract/earn/views.ts'
import { pages } from '../../../contract/pages.ts'
import { millisOf } from '../../format/times.ts'

/** What the row of a task offers. `page` opens a page of the app, `visit` opens the link and starts the delay. */
export type TaskAction =
  | { readonly type: 'none' }
  | { readonly type: 'claim' | 'check' | 'retry' | 'quiz' | 'code' }
  | { readonly type: 'visit' | 'join'; readonly link: string }
  | { readonly type: 'wait'; readonly seconds: number }
  | { readonly type: 'page'; readonly to: string }

const PAGES: Readonly<Record<TaskKind, string | undefined>> = {
  join_channel: undefined,
  visit_link: undefined,
  promo_code: undefined,
  quiz: undefined,
  first_deposit: `${pages.wallet}?deposit`,
  invite_n: pages.frens,
  first_trade: pages.trade,
  trade_volume: pages.trade,
  convert: `${pages.wallet}?convert`,
  enable_2fa: pages.twoFactor,
  confirm_email: pages.security,
  verify_identity: `${pages.identity}?verify`,
}

/** `isOpened`: the link of the task was opened before. `now` in server time. */
export function taskActionAt(task: TaskView, isOpened: boolean, now: number): TaskAction {
  const { status, kind, link, verify_after } = task
  switch (status) {
    case 'locked':
    case 'claimed':
    case 'expired':
      return { type: 'none' }
    case 'claimable':
      return { type: 'claim' }
    case 'started':
    case 'checking': {
      const left = verify_after === null ? 0 : millisOf(verify_after) - now
      if (left > 0) return { type: 'wait', seconds: Math.ceil(left / 1000) }
      return { type: kind === 'visit_link' ? 'claim' : 'check' }
    }
    case 'available':
    case 'failed':
      if (kind === 'quiz') return { type: 'quiz' }
      if (kind === 'promo_code') return { type: 'code' }
      if (kind === 'visit_link' && link !== null) return { type: 'visit', link }
      if (kind === 'join_channel' && link !== null && !isOpened) return { type: 'join', link }
      if (kind === 'join_channel') return { type: status === 'failed' ? 'retry' : 'check' }
      return pageAction(kind)
  }
}

function pageAction(kind: TaskKind): TaskAction {
  const to = PAGES[kind]
  return to === undefined ? { type: 'none' } : { type: 'page', to }
}

/** The task that a locked one waits for, which its reason names. */
export const previousTask = ({ status, reason }: TaskView, tasks: readonly TaskView[]): TaskView | undefined =>
  status === 'locked' ? tasks.find(({ title }) => reason?.includes(`“${title}”`)) : undefined

type TaskGroupList = { readonly group: TaskGroup; readonly tasks: readonly TaskView[]; readonly readyCount: number }

const isOpenState = ({ status }: TaskView): boolean => status !== 'claimed' && status !== 'expired'

const countReady = (tasks: readonly TaskView[]): number => tasks.filter(({ status }) => status === 'claimable').length

const RANKS: Readonly<Partial<Record<TaskView['status'], number>>> = { claimable: 0, locked: 2 }

/** Open tasks by group: claimable first, locked last; groups with a claimable one first. The others are folded. */
export function groupTasks(tasks: readonly TaskView[]) {
  const rank = ({ status }: TaskView) => RANKS[status] ?? 1
  const open = tasks
    .filter(isOpenState)
    .sort((one, other) => rank(one) - rank(other) || one.position - other.position || one.id - other.id)
  const groups: readonly TaskGroupList[] = TASK_GROUPS.map((group) => {
    const own = open.filter(({ category }) => category === group)
    return { group, tasks: own, readyCount: countReady(own) }
  })
    .filter((each) => each.tasks.length > 0)
    .sort((one, other) => Number(other.readyCount > 0) - Number(one.readyCount > 0))
  return {
    groups,
    closed: tasks.filter((task) => !isOpenState(task)),
    openCount: open.filter(({ status }) => status !== 'locked').length,
  }
}
