import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { monotonicAtom } from '../../../../src/client/state/app/clock.ts'
import { serverTimeOf, timed } from '../../../../src/client/state/app/server-time.ts'
import { dailyRewardAt } from '../../../../src/client/state/earn/daily-strip.ts'
import { miningRunAt } from '../../../../src/client/state/earn/mining-run.ts'
import { earnProfile, hoursLater, ok, SERVER_TIME } from '../../../fixtures/earn-views.ts'
import { fakeStore } from '../../../fixtures/fake-host.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const profile = earnProfile({
  status: 'mining',
  last_run: hoursLater(-4.75),
  days_check_in: 1,
  next_claim_at: hoursLater(3.25),
  streak_expires_at: hoursLater(27.25),
})

test.each([-3, 0, 3])('A device clock that is %i hours wrong shows the same countdowns and amounts', async (hours) => {
  vi.setSystemTime(Date.parse(hoursLater(hours)))
  const answer = await timed(Promise.resolve(ok(profile)))
  if (!answer.ok) throw new Error('not answered')
  await vi.advanceTimersByTimeAsync(15 * 60_000)
  const now = serverTimeOf(answer.value, performance.now())
  expect(new Date(now).toISOString()).toBe(hoursLater(0.25))
  expect(dailyRewardAt(profile, now).countdown).toBe('03h 00m')
  expect(miningRunAt(profile, now)).toMatchObject({ mined: 60, leftMillis: 3 * 3_600_000 })
})

test('A device clock that jumps while the page is open changes nothing', async () => {
  const answer = await timed(Promise.resolve(ok(profile)))
  if (!answer.ok) throw new Error('not answered')
  const before = performance.now()
  vi.setSystemTime(Date.parse(hoursLater(30)))
  expect(serverTimeOf(answer.value, before)).toBe(Date.parse(SERVER_TIME))
})

test('The monotonic clock ticks once a second while it is shown', async () => {
  const { store } = fakeStore()
  const seen: number[] = []
  const stop = store.sub(monotonicAtom, () => seen.push(store.get(monotonicAtom)))
  const first = store.get(monotonicAtom)
  seen.length = 0
  await vi.advanceTimersByTimeAsync(3_000)
  stop()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(seen.map((at) => at - first)).toEqual([1_000, 2_000, 3_000])
})
