import { expect, test } from 'vitest'
import { friendsOf } from '../../../../src/client/state/referrals/friends.ts'
import { payoutsOf } from '../../../../src/client/state/referrals/payouts.ts'
import { tierProgress } from '../../../../src/client/state/referrals/tier-progress.ts'
import { api } from '../../../../src/contract/api.ts'
import type { FriendsView, ReferralsView } from '../../../../src/contract/referrals/views.ts'
import { ok, SERVER_TIME } from '../../../fixtures/earn-views.ts'
import { fakeStore } from '../../../fixtures/fake-host.ts'

const tiers = [
  { min_count: 0, percent: '20' },
  { min_count: 10, percent: '25' },
  { min_count: 50, percent: '30' },
]
const progressOf = (active_count: number) => tierProgress({ tiers, active_count } as unknown as ReferralsView)

test('The progress to the next tier counts active friends from the start of the current one', () => {
  expect(progressOf(0)).toMatchObject({ missing: 10, percent: 0, next: tiers[1] })
  expect(progressOf(4)).toMatchObject({ current: tiers[0], missing: 6, percent: 40 })
  expect(progressOf(10)).toMatchObject({ current: tiers[1], missing: 40, percent: 0 })
  expect(progressOf(50)).toMatchObject({ current: tiers[2], next: undefined, percent: 100 })
})

const friend = (uuid: string) => ({ uuid }) as FriendsView['referrals'][number]
const page = (ids: readonly string[], next: boolean): FriendsView => ({
  status: 'ok',
  referrals_count: 3,
  qualified_count: 1,
  xp_earned: 150,
  friend_bonus: 150,
  referrals: ids.map(friend),
  next,
  server_time: SERVER_TIME,
})

test('The list of friends keeps the figures of all friends beside its pages', async () => {
  const app = fakeStore()
  const { list, load, next } = friendsOf(crypto.randomUUID())
  app.replaceHttp(async (_call: unknown, { query }: { query: { offset: number } }) =>
    ok(query.offset === 0 ? page(['a', 'b'], true) : page(['b', 'c'], false)),
  )
  await app.store.set(load)
  await app.store.set(next)
  const friends = app.store.get(list)
  if (friends.state !== 'ready') throw new Error(friends.state)
  expect(friends.items.map(({ uuid }) => uuid)).toEqual(['a', 'b', 'c'])
  expect(friends.head).toMatchObject({ referrals_count: 3, xp_earned: 150 })
})

test('The payouts are the rewards of type referral', async () => {
  const app = fakeStore()
  const queries: unknown[] = []
  app.replaceHttp(async ({ path }: { path: string }, { query }: { query: unknown }) => {
    queries.push(path, query)
    return ok({ rewards: [], next: false, server_time: SERVER_TIME })
  })
  const { load } = payoutsOf(crypto.randomUUID())
  await app.store.set(load)
  expect(queries).toEqual([api.rewards.path, { offset: 0, limit: 10, type: 'referral' }])
})
