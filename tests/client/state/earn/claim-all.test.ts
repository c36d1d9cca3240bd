/** One key that claims everything: the existing claims, one after the other. */

import { expect, test } from 'vitest'
import type { Answer } from '../../../../src/client/connection/request.ts'
import { claimAllAtom, claimRunOf } from '../../../../src/client/state/earn/claim-all.ts'
import { claimableOf } from '../../../../src/client/state/earn/claimable.ts'
import { earnProfileOf } from '../../../../src/client/state/earn/earn-profile.ts'
import { tasksOf } from '../../../../src/client/state/earn/tasks.ts'
import { api } from '../../../../src/contract/api.ts'
import { earnProfile, hoursLater, ok, refused, SERVER_TIME, taskView } from '../../../fixtures/earn-views.ts'
import { fakeStore } from '../../../fixtures/fake-host.ts'

const times = { server_time: SERVER_TIME, next_claim_at: null, next_mining_at: null }
const tasks = [1, 2].map((id) => taskView({ id, status: 'claimable' }))
const daily = { ...times, status: 'ok', days_check_in: 1, reward_amount: 10, balance: 10, last_claim_at: SERVER_TIME }
const paidTask = { ...times, status: 'ok', task: taskView(), reward_amount: 50, balance: 60, retry_after: null }

/** A finished run, the daily reward and two tasks. `task`: how claims of a task are answered. */
async function openRewards(task: Answer<unknown>) {
  const app = fakeStore()
  const claims: string[] = []
  const runs: unknown[] = []
  const user = crypto.randomUUID()
  const replies: Readonly<Record<string, Answer<unknown>>> = {
    [api.endMining.path]: ok({ ...times, reward: 96, repeated: false }),
    [api.claimDaily.path]: ok(daily),
    [api.completeTask.path]: task,
  }
  app.replaceHttp(async ({ path }: { path: string }) => {
    const reply = replies[path]
    if (reply === undefined)
      return path === api.tasks.path
        ? ok({ ...times, tasks })
        : ok(earnProfile({ status: 'ready', last_run: hoursLater(-9) }))
    claims.push(path)
    runs.push(app.store.get(claimRunOf(user)))
    return reply
  })
  await app.store.set(earnProfileOf(user), 'refresh')
  await app.store.set(tasksOf(user), 'refresh')
  return { ...app, user, claims, runs, claimAll: () => app.store.set(claimAllAtom, user) }
}

test('Everything is claimed one after the other, with its progress, and the sum is announced', async () => {
  const { claimAll, claims, runs, toasts, store, user } = await openRewards(ok(paidTask))
  expect(store.get(claimableOf(user)).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['mining', 96],
    ['daily', 10],
    ['task', 50],
    ['task', 50],
  ])
  await Promise.all([claimAll(), claimAll()])
  expect(claims).toEqual([api.endMining, api.claimDaily, api.completeTask, api.completeTask].map(({ path }) => path))
  expect(runs).toEqual([0, 1, 2, 3].map((done) => ({ isRunning: true, done, all: 4 })))
  expect(toasts.at(-1)).toEqual({ kind: 'success', title: '4 rewards claimed', detail: '+206 XP' })
  expect(store.get(claimRunOf(user))).toBeUndefined()
})

test('A single reward announces itself, without a sum', async () => {
  const app = fakeStore()
  app.replaceHttp(async ({ path }: { path: string }) => {
    if (path === api.claimDaily.path) return ok(daily)
    return path === api.tasks.path ? ok({ ...times, tasks: [] }) : ok(earnProfile())
  })
  const user = crypto.randomUUID()
  await app.store.set(earnProfileOf(user), 'refresh')
  await app.store.set(claimAllAtom, user)
  expect(app.toasts).toEqual([{ kind: 'success', title: 'Daily reward claimed', detail: '+10 XP' }])
})

test('The first claim that fails ends it with its own message, and it keeps how many were claimed before', async () => {
  const { claimAll, claims, toasts, store, user } = await openRewards(refused('FUND_EMPTY', 'The fund is empty.'))
  await claimAll()
  expect(claims).toEqual([api.endMining, api.claimDaily, api.completeTask].map(({ path }) => path))
  expect(toasts.at(-1)).toEqual({ kind: 'error', title: 'The fund is empty.' })
  expect(store.get(claimRunOf(user))).toEqual({ isRunning: false, done: 2, all: 4 })
})
