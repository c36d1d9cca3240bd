import { expect, test } from 'vitest'
import { DAY, HOUR, Program } from './program.ts'

test('A mining run of eight hours pays the rate of each hour', () => {
  const x = new Program(['ann'])
  expect(x.startsMining('ann')).toBe('done')
  x.waits(8)
  expect(x.endsMining('ann')).toBe('done')
  expect(x.xp('ann')).toBe(96)
})

test('A run that is ended early pays what it accrued, rounded down to whole XP', () => {
  const x = new Program(['ann'])
  x.startsMining('ann')
  x.now += 1.5 * HOUR + 299_999
  x.endsMining('ann')
  expect(x.xp('ann')).toBe(18)
  x.startsMining('ann')
  expect(x.endsMining('ann')).toBe('done')
  expect(x.xp('ann')).toBe(18)
})

test('Nothing accrues after the end of a run', () => {
  const x = new Program(['ann'])
  x.startsMining('ann')
  x.waits(240)
  x.endsMining('ann')
  expect(x.xp('ann')).toBe(96)
})

test('Starting twice keeps the first run', () => {
  const x = new Program(['ann'])
  x.startsMining('ann')
  const { run } = x.of('ann')
  x.waits(3)
  expect(x.startsMining('ann')).toBe('done')
  expect(x.of('ann').run).toEqual(run)
  x.waits(20)
  expect(x.startsMining('ann')).toBe('done')
  expect(x.of('ann').run).toEqual(run)
})

test('Ending the same run again pays nothing and is not refused', () => {
  const x = new Program(['ann'])
  x.startsMining('ann')
  const startedAt = x.of('ann').run?.startedAt ?? 0
  x.waits(8)
  expect([x.endsMining('ann', startedAt), x.endsMining('ann', startedAt)]).toEqual(['done', 'done'])
  expect([x.xp('ann'), x.of('ann').lastRun?.reward]).toEqual([96, 96])
  expect(x.endsMining('ann')).toBe('MINING_NOT_RUNNING')
})

test('Two runs that start in the same millisecond have different starts', () => {
  const x = new Program(['ann'])
  x.startsMining('ann')
  const first = x.of('ann').run?.startedAt ?? 0
  x.endsMining('ann', first)
  x.startsMining('ann')
  x.waits(8)
  expect([x.endsMining('ann', first), x.xp('ann')]).toEqual(['done', 0])
  expect([x.endsMining('ann', first + 1), x.xp('ann')]).toEqual(['done', 95])
})

test('A request that names an earlier run does not end the current one', () => {
  const x = new Program(['ann'])
  x.startsMining('ann')
  x.waits(8)
  x.endsMining('ann')
  x.startsMining('ann')
  x.waits(4)
  expect(x.endsMining('ann', 12_345)).toBe('MINING_NOT_RUNNING')
  expect(x.of('ann').run).toBeDefined()
})

test('A change of the mining rate does not change a run that has started', () => {
  const x = new Program(['ann', 'bob'])
  x.startsMining('ann')
  x.setsParameters({ miningRatePerHour: 100, miningMillis: HOUR })
  x.startsMining('bob')
  x.waits(8)
  x.endsMining('ann')
  x.endsMining('bob')
  expect([x.xp('ann'), x.xp('bob')]).toEqual([96, 100])
})

test('An empty reward fund pays nothing and keeps the run', () => {
  const x = new Program(['ann', 'bob'], { funds: 95 })
  x.startsMining('ann')
  x.waits(8)
  expect(x.endsMining('ann')).toBe('REWARDS_UNFUNDED')
  expect([x.xp('ann'), x.of('ann').run === undefined]).toEqual([0, false])
  x.funds(1)
  expect(x.endsMining('ann')).toBe('done')
  expect(x.xp('ann')).toBe(96)
  expect(x.startsMining('bob')).toBe('REWARDS_UNFUNDED')
})

test('The daily cap of all users postpones a payment to the next day', () => {
  const x = new Program(['ann', 'bob'], { parameters: { dailyCap: 100 } })
  x.startsMining('ann')
  x.startsMining('bob')
  x.waits(8)
  x.endsMining('ann')
  expect(x.endsMining('bob')).toBe('REWARDS_CAP_REACHED')
  x.now = Math.ceil(x.now / DAY) * DAY
  expect(x.endsMining('bob')).toBe('done')
  expect([x.xp('ann'), x.xp('bob')]).toEqual([96, 96])
})

test('The daily cap of a user postpones a payment to the next day', () => {
  const x = new Program(['ann'], { parameters: { userDailyCap: 100 } })
  x.claimsDaily('ann')
  x.startsMining('ann')
  x.waits(8)
  expect(x.endsMining('ann')).toBe('USER_CAP_REACHED')
  x.waits(16)
  expect(x.endsMining('ann')).toBe('done')
})

test('A daily cap of 0 stops all payments', () => {
  for (const stop of [{ dailyCap: 0 }, { userDailyCap: 0 }]) {
    const x = new Program(['ann'])
    x.startsMining('ann')
    x.waits(8)
    x.setsParameters(stop)
    const code = 'dailyCap' in stop ? 'REWARDS_CAP_REACHED' : 'USER_CAP_REACHED'
    expect([x.endsMining('ann'), x.claimsDaily('ann'), x.xp('ann')]).toEqual([code, code, 0])
    x.setsParameters({})
    expect([x.endsMining('ann'), x.xp('ann')]).toEqual(['done', 96])
  }
})

test('A run that accrued nothing can be ended although a cap is reached', () => {
  const x = new Program(['ann'])
  x.claimsDaily('ann')
  x.setsParameters({ dailyCap: 5, userDailyCap: 5 })
  x.startsMining('ann')
  expect([x.endsMining('ann'), x.of('ann').run]).toEqual(['done', undefined])
})

test('Rewards need an account', () => {
  const x = new Program([])
  expect(x.startsMining('nobody')).toBe('ACCOUNT_NOT_FOUND')
})
