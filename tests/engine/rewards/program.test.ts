import { expect, test } from 'vitest'
import { XP } from '../../../src/contract/earn/xp.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import { accountOf, coins, rewardProgram } from '../../../src/engine/exchange.ts'
import { BY_TEST } from '../../fixtures/by-test.ts'
import { Exchange } from '../exchange.ts'
import { DAY, PARAMETERS, Program } from './program.ts'

const BY = { operator: 'ops', reason: 'a test' }

test('Each change of the parameters has the next version', () => {
  const x = new Program([])
  x.setsParameters({ friendBonus: 1 })
  expect(rewardProgram(x.state)).toMatchObject({ version: 2, funds: 100_000, parameters: { friendBonus: 1 } })
})

test('Parameters that are not valid are refused', () => {
  const x = new Program([])
  const refused = [
    x.setsParameters({ dailyWheel: [1, 2, 3] }),
    x.setsParameters({ miningRatePerHour: -1 }),
    x.setsParameters({ miningRatePerHour: 0.5 }),
    x.setsParameters({ miningMillis: 8 * DAY }),
    x.setsParameters({ tiers: [] }),
    x.setsParameters({ tiers: [{ minActiveFriends: 0, share: 500_001 }] }),
    x.setsParameters({ levels: [0, 5, 5] }),
  ]
  expect(refused).toEqual(refused.map(() => 'PARAMETERS_INVALID'))
})

test('An operator gives a name and a reason', () => {
  const x = new Program([])
  expect(x.result({ type: 'fund-rewards', amount: 1, operator: 'ops', reason: ' ' })).toBe('INVALID_REQUEST')
  expect(x.result({ type: 'fund-rewards', amount: 1, operator: '', reason: 'why' })).toBe('INVALID_REQUEST')
  expect(x.result({ type: 'fund-rewards', amount: 0, ...BY })).toBe('INVALID_NUMBER')
  expect(x.result({ type: 'fund-rewards', amount: 1_000_000_000_001, ...BY })).toBe('MAX_AMOUNT')
  expect(x.result({ type: 'fund-rewards', amount: 1_000_000_000_000, ...BY })).toBe('done')
})

test('Rewards are refused before XP is listed', () => {
  const x = new Exchange({ ann: { USDT: 1 } })
  const codes = (): (string | undefined)[] =>
    [
      x.does({ type: 'set-reward-parameters', parameters: PARAMETERS, ...BY }),
      x.does({ type: 'claim-daily', user: 'ann' }),
      x.does({ type: 'accrue-commissions', day: 1 }),
    ].map((answer) => (answer.type === 'refused' ? answer.refusal.code : undefined))
  expect(codes()).toEqual(['CURRENCY_NOT_FOUND', 'REWARDS_NOT_READY', 'REWARDS_NOT_READY'])
})

test('XP is not a coin and cannot be traded', () => {
  const x = new Program([])
  expect(coins(x.state).map(({ symbol }) => symbol)).toEqual(['USDT', 'BTC'])
  for (const [base, quote] of [
    [12, 1],
    [2, 12],
  ])
    expect(
      x.result({
        type: 'list-pair',
        ...BY_TEST,
        pair: 9,
        base,
        quote,
        tick: 10n ** 10n,
        lot: 10n ** 8n,
        referencePrice: 1,
        rules: {},
      } as never),
    ).toBe('LISTING_INVALID')
})

test('A currency cannot change from a coin to points', () => {
  const x = new Program([])
  expect(
    x.result({ type: 'list-currency', ...BY_TEST, currency: { ...XP, id: 1, symbol: 'USDT', name: 'USDT' } }),
  ).toBe('LISTING_CONFLICT')
})

test('An account cannot refer itself or name a referrer without an account', () => {
  const x = new Program(['ann'])
  for (const [user, referrer] of [
    ['bob', 'bob'],
    ['cat', 'dan'],
    ['dan', 'ann'],
  ] as const)
    x.does({ type: 'open-account', user, kind: 'user', referralCode: null, referrer, grants: [] })
  const referrers = ['bob', 'cat', 'dan'].map((user) => accountOf(x.state, user as UserId)?.referrer)
  expect(referrers).toEqual([null, null, 'ann'])
  x.does({ type: 'open-account', user: 'ann', kind: 'user', referralCode: null, referrer: 'dan', grants: [] })
  expect(accountOf(x.state, 'ann' as UserId)?.referrer).toBe(null)
})

test('A standing needs a reason unless it is ok', () => {
  const x = new Program(['ann'])
  expect(x.sets('ann', 'limited', ' ')).toBe('INVALID_REQUEST')
  expect(x.sets('ann', 'limited', 'a'.repeat(301))).toBe('INVALID_REQUEST')
  expect(x.sets('ann', 'limited', 'Linked accounts.')).toBe('done')
  expect([x.startsMining('ann'), x.claimsDaily('ann')]).toEqual(['REWARD_STANDING', 'REWARD_STANDING'])
})

test('A run that started before a limit is paid in full', () => {
  const x = new Program(['ann'])
  x.startsMining('ann')
  x.sets('ann', 'limited')
  x.waits(8)
  expect(x.endsMining('ann')).toBe('done')
  expect(x.xp('ann')).toBe(96)
})

test('The text of a task that the database cannot store is refused', () => {
  const x = new Program([])
  for (const text of ['a\u0000b', 'a\u0007b', 'a\ud800b', 'a\nb'])
    expect([x.setsTask(1, 'first_trade', { title: text }), text]).toEqual(['TASK_INVALID', text])
  for (const text of ['a\u0000b', 'a\udc00b'])
    expect([x.setsTask(1, 'first_trade', { description: text }), text]).toEqual(['TASK_INVALID', text])
  expect(x.setsTask(1, 'first_trade', { title: 'Торгуй 👍🏽', description: 'One line.\nAnother line.' })).toBe('done')
})

test('A task whose times cannot be written as text is refused', () => {
  const x = new Program([])
  const end = Date.UTC(10_000)
  for (const time of [end, 2 ** 53, 0.5, -1])
    expect([x.setsTask(1, 'quiz', { opensAt: time }), x.setsTask(1, 'quiz', { closesAt: time })]).toEqual([
      'TASK_INVALID',
      'TASK_INVALID',
    ])
  expect(x.setsTask(1, 'quiz', { opensAt: 0, closesAt: end - 1 })).toBe('done')
})
