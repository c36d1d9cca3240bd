import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Answer } from '../../../../src/client/connection/request.ts'
import { celebrationAtom } from '../../../../src/client/state/earn/celebration.ts'
import { earnProfileOf } from '../../../../src/client/state/earn/earn-profile.ts'
import { endMiningAtom, miningStatusOf, startMiningAtom } from '../../../../src/client/state/earn/mining.ts'
import { api } from '../../../../src/contract/api.ts'
import { earnProfile, hoursLater, ok, refused, SERVER_TIME } from '../../../fixtures/earn-views.ts'
import { fakeStore } from '../../../fixtures/fake-host.ts'

const times = { server_time: SERVER_TIME, next_claim_at: null, next_mining_at: null }
const ended = { ...times, status: 'ok', reward: 57, balance: 57, last_run: hoursLater(-5), repeated: false }
const running = earnProfile({ status: 'mining', last_run: hoursLater(-5) })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** `requests` lists the paths; bodies of the end of a run in `ends`. */
function createMining(replies: Record<string, Answer<unknown>>) {
  const app = fakeStore()
  const requests: string[] = []
  const ends: unknown[] = []
  app.replaceHttp(async (call: { path: string }, input: { body?: unknown } = {}) => {
    requests.push(call.path)
    if (call.path === api.endMining.path) ends.push(input.body)
    return replies[call.path] ?? { ok: false, failure: { kind: 'unreachable' } }
  })
  const user = crypto.randomUUID()
  const status = () => app.store.get(miningStatusOf(user))
  const load = () => app.store.set(earnProfileOf(user), 'refresh')
  return { ...app, user, requests, ends, status, load }
}

test('Starting goes from idle over loading to succeeded, and reloads the profile', async () => {
  const { store, user, requests, status, toasts } = createMining({
    [api.startMining.path]: ok({ ...times, status: 'ok', last_run: SERVER_TIME }),
    [api.earnProfile.path]: ok(earnProfile({ status: 'mining', last_run: SERVER_TIME })),
  })
  expect(status()).toBe('idle')
  const done = store.set(startMiningAtom, user)
  expect(status()).toBe('loading')
  await done
  expect(status()).toBe('succeeded')
  expect(requests).toEqual([api.startMining.path, api.earnProfile.path])
  expect(toasts).toEqual([{ kind: 'success', title: 'Mining started', detail: 'Come back in 8h to claim 96 XP.' }])
})

test('A failed start has the status failed, shows the text of the server, and reloads the profile', async () => {
  const { store, user, requests, status, toasts } = createMining({
    [api.startMining.path]: refused('REWARDS_UNFUNDED', 'The reward fund is empty.'),
    [api.earnProfile.path]: ok(earnProfile()),
  })
  await store.set(startMiningAtom, user)
  expect(status()).toBe('failed')
  expect(requests).toEqual([api.startMining.path, api.earnProfile.path])
  expect(toasts).toEqual([{ kind: 'error', title: 'The reward fund is empty.' }])
})

test.each([
  [api.startMining.path, 'start', 'Mining start failed'],
  [api.endMining.path, 'end', 'Mining end failed'],
] as const)('A refusal of %s without a text shows the fallback', async (path, verb, text) => {
  const { store, user, toasts } = createMining({ [path]: refused('NEWER') })
  await (verb === 'start' ? store.set(startMiningAtom, user) : store.set(endMiningAtom, user))
  expect(toasts).toEqual([{ kind: 'error', title: text }])
})

test('The refusal "Unauthorized" of the earn backend shows no message', async () => {
  for (const refusal of [refused('UNAUTHORIZED', 'Unauthorized', 401), refused('X', 'Unauthorized', 403)]) {
    const { store, user, toasts } = createMining({ [api.startMining.path]: refusal })
    await store.set(startMiningAtom, user)
    expect(toasts).toEqual([])
  }
})

test('Ending names the run, announces the reward once, and reloads the profile', async () => {
  const { store, user, requests, ends, status, toasts, load } = createMining({
    [api.endMining.path]: ok(ended),
    [api.earnProfile.path]: ok(running),
  })
  await load()
  await store.set(endMiningAtom, user)
  expect(ends).toEqual([{ last_run: hoursLater(-5) }])
  expect(requests).toEqual([api.earnProfile.path, api.endMining.path, api.earnProfile.path])
  expect(status()).toBe('succeeded')
  expect(toasts).toEqual([{ kind: 'success', title: 'Mining ended', detail: '+57 XP' }])
  expect(store.get(celebrationAtom)).toMatchObject({ amount: 57 })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(store.get(celebrationAtom)).toBeUndefined()
})

test('A second click while the request is pending sends nothing', async () => {
  const { store, user, ends } = createMining({ [api.endMining.path]: ok(ended) })
  await Promise.all([store.set(endMiningAtom, user), store.set(endMiningAtom, user)])
  expect(ends).toHaveLength(1)
})

test('A run that another tab has ended shows no error and no second reward', async () => {
  for (const reply of [ok({ ...ended, repeated: true }), refused('MINING_NOT_RUNNING', 'No mining run is active.')]) {
    const { store, user, toasts, status } = createMining({ [api.endMining.path]: reply })
    await store.set(endMiningAtom, user)
    expect([toasts, status()]).toEqual([[], 'succeeded'])
  }
})
