import { expect, test } from 'vitest'
import { dailyRewardAt } from '../../../../src/client/state/earn/daily-strip.ts'
import { earnProfile, hoursLater, SERVER_TIME } from '../../../fixtures/earn-views.ts'

const now = Date.parse(SERVER_TIME)
const claimed = (days: number, hoursAgo: number, next: number) =>
  earnProfile({
    days_check_in: days,
    last_claim_at: hoursLater(-hoursAgo),
    next_claim_at: hoursLater(24 - hoursAgo),
    streak_expires_at: hoursLater(48 - hoursAgo),
    next_reward_amount: next,
  })
const states = (profile: ReturnType<typeof claimed>) => dailyRewardAt(profile, now).cells.map(({ state }) => state)

test('A daily reward that was never claimed is ready, with the countdown 0h 0m', () => {
  const daily = dailyRewardAt(earnProfile(), now)
  expect(daily).toMatchObject({
    isReady: true,
    streak: 0,
    countdown: '0h 0m',
    nextDay: 1,
    nextAmount: 10,
  })
  expect(daily.cells.map(({ state }) => state)).toEqual(['today', ...Array(6).fill('ahead')])
})

test('Within 24 hours of a claim the countdown runs, and the claimed day is marked', () => {
  const profile = claimed(3, 20.75, 25)
  expect(dailyRewardAt(profile, now)).toMatchObject({ isReady: false, streak: 3, countdown: '03h 15m', nextDay: 4 })
  expect(states(profile)).toEqual(['past', 'past', 'claimed', 'ahead', 'ahead', 'ahead', 'ahead'])
})

test('Exactly 24 hours after a claim the next day is ready', () => {
  const profile = claimed(3, 24, 25)
  expect(dailyRewardAt(profile, now)).toMatchObject({ isReady: true, countdown: '0h 0m', nextDay: 4, nextAmount: 25 })
  expect(states(profile)).toEqual(['past', 'past', 'past', 'today', 'ahead', 'ahead', 'ahead'])
})

test('48 hours after a claim the streak is lost and day 1 is ready', () => {
  expect(dailyRewardAt(claimed(3, 48, 25), now)).toMatchObject({ isReady: true, streak: 0, nextDay: 1, nextAmount: 10 })
})

test('The eighth day starts the wheel again, and the seventh stays marked until then', () => {
  expect(states(claimed(7, 1, 10))).toEqual([...Array(6).fill('past'), 'claimed'])
  expect(dailyRewardAt(claimed(7, 30, 10), now)).toMatchObject({ streak: 7, nextDay: 1, nextAmount: 10 })
  expect(states(claimed(8, 1, 15))).toEqual(['claimed', ...Array(6).fill('ahead')])
})
