import { describe, expect, test } from 'vitest'
import { groupTasks, previousTask, taskActionAt } from '../../../../src/client/state/earn/task-list.ts'
import type { TaskView } from '../../../../src/contract/earn/views.ts'
import { hoursLater, SERVER_TIME, taskView } from '../../../fixtures/earn-views.ts'

const now = Date.parse(SERVER_TIME)
const link = 'https://example.com/page'
const actionOf = (changes: Partial<TaskView>, isOpened = false) => taskActionAt(taskView(changes), isOpened, now)

describe('The action of a task', () => {
  test('Locked, claimed and expired tasks offer nothing', () => {
    for (const status of ['locked', 'claimed', 'expired'] as const)
      expect(actionOf({ status })).toEqual({ type: 'none' })
  })

  test('A claimable task of any kind offers to claim it', () => {
    for (const kind of ['first_trade', 'enable_2fa', 'visit_link'] as const)
      expect(actionOf({ status: 'claimable', kind })).toEqual({ type: 'claim' })
  })

  test('A quiz and a promo code open their form, again after a wrong answer', () => {
    for (const status of ['available', 'failed'] as const) {
      expect(actionOf({ status })).toEqual({ type: 'quiz' })
      expect(actionOf({ status, kind: 'promo_code' })).toEqual({ type: 'code' })
    }
  })

  test('A link is visited first, then counts down, then can be claimed', () => {
    const task = { kind: 'visit_link', link } as const
    expect(actionOf(task)).toEqual({ type: 'visit', link })
    const started = { ...task, status: 'started', verify_after: hoursLater(30 / 3_600) } as const
    expect(actionOf(started)).toEqual({ type: 'wait', seconds: 30 })
    expect(actionOf({ ...started, verify_after: SERVER_TIME })).toEqual({ type: 'claim' })
  })

  test('A channel is opened before it is checked, and a failed check can be repeated', () => {
    const task = { kind: 'join_channel', link } as const
    expect(actionOf(task)).toEqual({ type: 'join', link })
    expect(actionOf(task, true)).toEqual({ type: 'check' })
    expect(actionOf({ ...task, status: 'failed' }, true)).toEqual({ type: 'retry' })
    expect(actionOf({ ...task, status: 'failed' })).toEqual({ type: 'join', link })
  })

  test('Other tasks lead to the page where they are done', () => {
    const pages = {
      first_trade: '/trade',
      invite_n: '/frens',
      convert: '/wallet?convert',
      enable_2fa: '/settings/security/2fa',
    } as const
    for (const [kind, to] of Object.entries(pages))
      expect(actionOf({ kind: kind as keyof typeof pages })).toEqual({ type: 'page', to })
    expect(actionOf({ kind: 'verify_identity' })).toEqual({ type: 'page', to: '/settings/identity?verify' })
  })
})

test('Claimable tasks come first in their group, locked ones last, and closed ones are apart', () => {
  const tasks = [
    taskView({ id: 1, status: 'locked', position: 1 }),
    taskView({ id: 2, position: 2 }),
    taskView({ id: 3, status: 'claimable', position: 3 }),
    taskView({ id: 4, status: 'claimed' }),
    taskView({ id: 5, category: 'trade' }),
    taskView({ id: 6, category: 'trade', status: 'expired' }),
  ]
  const { groups, closed, openCount } = groupTasks(tasks)
  expect(groups.map(({ group, tasks, readyCount }) => [group, tasks.map(({ id }) => id), readyCount])).toEqual([
    ['onboarding', [3, 2, 1], 1],
    ['trade', [5], 0],
  ])
  expect(closed.map(({ id }) => id)).toEqual([4, 6])
  expect(openCount).toBe(3)
})

test('A group with a claimable task comes before the others', () => {
  const tasks = [
    taskView({ id: 1 }),
    taskView({ id: 2, category: 'trade' }),
    taskView({ id: 3, category: 'social', status: 'claimable' }),
  ]
  expect(groupTasks(tasks).groups.map(({ group, readyCount }) => [group, readyCount])).toEqual([
    ['social', 1],
    ['onboarding', 0],
    ['trade', 0],
  ])
})

test('A locked task waits for the task that its reason names', () => {
  const first = taskView({ id: 1, title: 'Trade' })
  const locked = taskView({ id: 2, title: 'Trade more', status: 'locked', reason: 'Complete “Trade” first.' })
  expect(previousTask(locked, [locked, first])).toBe(first)
  expect(previousTask({ ...locked, status: 'failed' }, [locked, first])).toBeUndefined()
  expect(previousTask({ ...locked, reason: 'Complete the previous task first.' }, [locked, first])).toBeUndefined()
})
