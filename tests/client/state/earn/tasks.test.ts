import { expect, test } from 'vitest'
import type { Answer } from '../../../../src/client/connection/request.ts'
import { claimableCountOf } from '../../../../src/client/state/earn/claimable.ts'
import { earnProfileOf } from '../../../../src/client/state/earn/earn-profile.ts'
import {
  busyTasksOf,
  completeTaskAtom,
  openedTasksAtom,
  openTaskLinkAtom,
} from '../../../../src/client/state/earn/tasks.ts'
import { api } from '../../../../src/contract/api.ts'
import type { EarnProfileView } from '../../../../src/contract/earn/views.ts'
import { earnProfile, hoursLater, ok, refused, SERVER_TIME, taskView } from '../../../fixtures/earn-views.ts'
import { fakeStore } from '../../../fixtures/fake-host.ts'

const times = { server_time: SERVER_TIME, next_claim_at: null, next_mining_at: null }
const completed = { ...times, status: 'ok', task: taskView(), reward_amount: 50, balance: 50, retry_after: null }

function createTasks(reply: Answer<unknown>) {
  const app = fakeStore()
  const requests: string[] = []
  app.replaceHttp(async ({ path }: { path: string }) => {
    requests.push(path)
    if (path === api.completeTask.path) return reply
    return path === api.tasks.path ? ok({ ...times, tasks: [taskView()] }) : ok(earnProfile())
  })
  const user = crypto.randomUUID()
  return { ...app, user, requests, complete: () => app.store.set(completeTaskAtom, user, { task_id: 1 }) }
}

test('A completed task is announced, and tasks and profile are reloaded', async () => {
  const { complete, toasts, requests, store, user } = createTasks(ok(completed))
  const done = complete()
  expect([...store.get(busyTasksOf(user))]).toEqual([1])
  expect(await done).toBe(true)
  expect(toasts).toEqual([{ kind: 'success', title: 'A task', detail: '+50 XP' }])
  expect(requests).toEqual([api.completeTask.path, api.tasks.path, api.earnProfile.path])
  expect([...store.get(busyTasksOf(user))]).toEqual([])
})

test('A started task shows no message and is not paid', async () => {
  const { complete, toasts, requests } = createTasks(ok({ ...completed, status: 'pending', retry_after: 30 }))
  expect(await complete()).toBe(false)
  expect([toasts, requests]).toEqual([[], [api.completeTask.path, api.tasks.path]])
})

test('A task that was completed in another tab counts as done, without an error', async () => {
  const { complete, toasts } = createTasks(refused('ALREADY_COMPLETED', 'You already completed this task.'))
  expect(await complete()).toBe(true)
  expect(toasts).toEqual([])
})

test('A failed check shows the reason, and the tasks are reloaded', async () => {
  const { complete, toasts, requests } = createTasks(refused('TASK_FAILED', 'You are not a member yet.'))
  expect(await complete()).toBe(false)
  expect(toasts).toEqual([{ kind: 'error', title: 'You are not a member yet.' }])
  expect(requests).toContain(api.tasks.path)
})

test('A refusal of a task without a text shows "An error occurred"', async () => {
  const { complete, toasts } = createTasks(refused('NEWER'))
  await complete()
  expect(toasts).toEqual([{ kind: 'error', title: 'An error occurred' }])
})

test('A double click on a task sends one request', async () => {
  const { complete, requests } = createTasks(ok(completed))
  await Promise.all([complete(), complete()])
  expect(requests.filter((path) => path === api.completeTask.path)).toHaveLength(1)
})

test('An opened link is remembered for its task', () => {
  const { store, host } = fakeStore()
  const links: string[] = []
  Object.assign(host.platform, { openLink: (link: string) => links.push(link) })
  store.set(openTaskLinkAtom, 7, 'https://t.me/tern')
  expect([links, [...store.get(openedTasksAtom)]]).toEqual([['https://t.me/tern'], [7]])
})

test('The badge is shown for a daily reward, a complete run or a claimable task, unless nothing can be paid', async () => {
  const waiting = { next_claim_at: hoursLater(3), streak_expires_at: hoursLater(27) }
  const cases: readonly (readonly [Partial<EarnProfileView>, boolean])[] = [
    [{}, true],
    [waiting, false],
    [{ ...waiting, status: 'ready', last_run: hoursLater(-9) }, true],
    [{ ...waiting, status: 'mining', last_run: hoursLater(-2) }, false],
    [{ is_funded: false }, false],
    [{ standing: { state: 'limited', reason: 'Linked accounts', appeal: null } }, false],
  ]
  for (const [changes, isShown] of cases) {
    const { store } = fakeStore({ [api.earnProfile.path]: ok(earnProfile(changes)) })
    const user = crypto.randomUUID()
    await store.set(earnProfileOf(user), 'refresh')
    expect([changes, store.get(claimableCountOf(user)) > 0]).toEqual([changes, isShown])
  }
})
