import { expect, test } from 'vitest'
import type { Answer } from '../../../../src/client/connection/request.ts'
import { onSignedOutAtom } from '../../../../src/client/state/auth/session.ts'
import { dailyCacheAtom } from '../../../../src/client/state/earn/daily-cache.ts'
import { claimDailyAtom, dailyBusyOf } from '../../../../src/client/state/earn/daily-reward.ts'
import { api } from '../../../../src/contract/api.ts'
import { earnProfile, hoursLater, ok, refused, SERVER_TIME } from '../../../fixtures/earn-views.ts'
import { fakeStore, memoryStorage } from '../../../fixtures/fake-host.ts'

const paid = {
  server_time: SERVER_TIME,
  next_claim_at: hoursLater(24),
  next_mining_at: null,
  status: 'ok',
  days_check_in: 3,
  reward_amount: 20,
  balance: 45,
  last_claim_at: SERVER_TIME,
  streak_expires_at: hoursLater(48),
}

function createDaily(reply: Answer<unknown>, user: string = crypto.randomUUID()) {
  const app = fakeStore()
  const requests: string[] = []
  app.replaceHttp(async ({ path }: { path: string }) => {
    requests.push(path)
    return path === api.claimDaily.path ? reply : ok(earnProfile())
  })
  return { ...app, user, requests, claim: () => app.store.set(claimDailyAtom, user) }
}

test('A paid daily reward is announced, and the profile is reloaded', async () => {
  const { claim, toasts, requests, store, user } = createDaily(ok(paid))
  await claim()
  expect(toasts).toEqual([{ kind: 'success', title: 'Daily reward claimed', detail: '+20 XP' }])
  expect(requests).toEqual([api.claimDaily.path, api.earnProfile.path])
  expect(store.get(dailyBusyOf(user))).toBe(false)
})

test('A daily reward that was claimed elsewhere shows no error', async () => {
  const { claim, toasts, requests } = createDaily(ok({ ...paid, status: 'cooldown' }))
  await claim()
  expect([toasts, requests]).toEqual([[], [api.claimDaily.path, api.earnProfile.path]])
})

test('A reply that is neither ok nor cooldown shows "Invalid server response"', async () => {
  const { claim, toasts } = createDaily(ok({ ...paid, status: 'later' }))
  await claim()
  expect(toasts).toEqual([{ kind: 'error', title: 'Invalid server response' }])
})

test('A refused claim shows the text of the server, else "Failed to claim daily reward"', async () => {
  const texts = []
  for (const reply of [refused('REWARDS_UNFUNDED', 'The reward fund is empty.'), refused('NEWER')]) {
    const { claim, toasts } = createDaily(reply)
    await claim()
    texts.push(...toasts.map(({ title }) => title))
  }
  expect(texts).toEqual(['The reward fund is empty.', 'Failed to claim daily reward'])
})

test('A double click claims the daily reward once', async () => {
  const { claim, requests } = createDaily(ok(paid))
  await Promise.all([claim(), claim()])
  expect(requests.filter((path) => path === api.claimDaily.path)).toHaveLength(1)
})

test('The cached daily reward belongs to one user, and day 1 is the default', async () => {
  const { claim, store, user } = createDaily(ok(paid))
  await claim()
  const read = store.get(dailyCacheAtom)
  expect(read(user)).toEqual({ lastGetAt: SERVER_TIME, daysCheckIn: 3, rewardAmount: 20 })
  expect(read('another user')).toEqual({ lastGetAt: null, daysCheckIn: 1, rewardAmount: 0 })
})

test('A log-out removes the cached daily reward', async () => {
  const { claim, store, keep } = createDaily(ok(paid))
  await claim()
  expect(keep.get('dailyReward')).not.toBeNull()
  store.set(onSignedOutAtom)
  expect(keep.get('dailyReward')).toBeNull()
})

test('An invalid cached daily reward is ignored', () => {
  for (const text of ['', 'null', '[]', '{"user":"ann","daysCheckIn":"x","lastGetAt":7}']) {
    const { store } = fakeStore({}, memoryStorage({ dailyReward: text }))
    expect(store.get(dailyCacheAtom)('ann')).toEqual({ lastGetAt: null, daysCheckIn: 1, rewardAmount: 0 })
  }
})
