import { expect, test } from 'vitest'
import { Program } from './program.ts'

test('The daily reward follows the seven-day wheel and keeps counting days', () => {
  const x = new Program(['ann'])
  const paid: number[] = []
  for (let day = 1; day <= 9; day++) {
    const before = x.xp('ann')
    expect(x.claimsDaily('ann')).toBe('done')
    paid.push(x.xp('ann') - before)
    x.waits(24)
  }
  expect(paid).toEqual([10, 15, 20, 25, 30, 40, 100, 10, 15])
  expect(x.of('ann').daily?.days).toBe(9)
})

test('The daily reward is refused until 24 hours have passed', () => {
  const x = new Program(['ann'])
  x.claimsDaily('ann')
  x.waits(24)
  x.now -= 1
  expect(x.claimsDaily('ann')).toBe('DAILY_COOLDOWN')
  x.now += 1
  expect(x.claimsDaily('ann')).toBe('done')
  expect(x.xp('ann')).toBe(25)
})

test('A claim one millisecond before 48 hours continues the streak, and one at 48 hours begins again', () => {
  const x = new Program(['ann', 'bob'])
  x.claimsDaily('ann')
  x.claimsDaily('bob')
  x.waits(48)
  x.now -= 1
  x.claimsDaily('ann')
  x.now += 1
  x.claimsDaily('bob')
  expect([x.of('ann').daily?.days, x.of('bob').daily?.days]).toEqual([2, 1])
})

test('An account under review earns no daily reward, and keeps its streak when it is cleared', () => {
  const x = new Program(['ann'])
  x.claimsDaily('ann')
  x.waits(24)
  x.claimsDaily('ann')
  x.waits(24)
  x.sets('ann', 'under_review')
  expect(x.claimsDaily('ann')).toBe('REWARD_STANDING')
  x.waits(72)
  x.sets('ann', 'ok', '')
  x.waits(23)
  expect(x.claimsDaily('ann')).toBe('done')
  expect(x.of('ann').daily?.days).toBe(3)
})

test('A second reason for the same review does not end the streak', () => {
  const x = new Program(['ann'])
  x.claimsDaily('ann')
  x.sets('ann', 'under_review', 'Many friends.')
  x.waits(72)
  x.sets('ann', 'under_review', 'We need one more day.')
  x.waits(24)
  x.sets('ann', 'ok', '')
  expect([x.claimsDaily('ann'), x.of('ann').daily?.days]).toEqual(['done', 2])
})

test('The cap of a day never refuses the daily reward of an account that is older than a week', () => {
  const x = new Program(['ann'])
  x.waits(7 * 24 + 1)
  x.does({ type: 'open-account', user: 'new', kind: 'user', referralCode: null, referrer: null, grants: [] })
  x.setsParameters({ dailyCap: 5 })
  x.startsMining('new')
  x.startsMining('ann')
  x.waits(12)
  x.endsMining('new')
  expect([x.claimsDaily('new'), x.endsMining('ann'), x.claimsDaily('ann')]).toEqual([
    'REWARDS_CAP_REACHED',
    'REWARDS_CAP_REACHED',
    'done',
  ])
})
