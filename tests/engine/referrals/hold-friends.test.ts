/** What is held back for friends, and that nothing else of the referrer changes. */

import { expect, test } from 'vitest'
import type { UserId } from '../../../src/contract/ids.ts'
import { friendCountsOf, heldFriendsOf, referralShareOf } from '../../../src/engine/exchange.ts'
import { Program } from '../rewards/program.ts'
import { BY } from '../withdrawals/bank.ts'

const ANN = 'ann' as UserId
const holds = (x: Program, friends: readonly string[], held = true, referrer = 'ann') =>
  x.result({ type: 'hold-friends', referrer, friends, held, ...BY })
const booked = (x: Program) =>
  x.events.flatMap((event) => (event.type === 'commission-booked' ? event.lines.map(({ friend }) => friend) : []))
const bonuses = (x: Program) =>
  x.events.flatMap((event) =>
    event.type === 'reward-paid' && event.cause.kind === 'friend_bonus' ? event.cause.friend : [],
  )

test('Commissions and bonuses for held friends wait, those for others are paid, and a release books what was held', () => {
  const x = new Program(['ann', 'bob', 'cat', 'dan'], { referrers: { bob: 'ann', cat: 'ann' } })
  expect(holds(x, ['cat'])).toBe('done')
  x.trades('bob', 'dan', 2)
  x.trades('cat', 'dan', 2)
  x.waits(24)
  x.books()
  expect([booked(x), bonuses(x)]).toEqual([['bob'], ['bob']])
  expect([x.claimsDaily('ann'), x.claimsDaily('cat')]).toEqual(['done', 'done'])
  expect([holds(x, ['cat'], false), heldFriendsOf(x.state, ANN)]).toEqual(['done', []])
  x.waits(24)
  x.books()
  expect([booked(x), bonuses(x)]).toEqual([['cat'], ['cat']])
})

test('Held friends count neither for a tier nor for a task that asks for friends, until they are released', () => {
  const x = new Program(['ann', 'bob', 'cat', 'dan', 'eve'], { referrers: { bob: 'ann', cat: 'ann', dan: 'ann' } })
  x.setsTask(1, 'invite_n', { target: 3 })
  expect(holds(x, ['bob', 'cat', 'dan'])).toBe('done')
  for (const friend of ['bob', 'cat', 'dan']) x.trades(friend, 'eve', 2)
  const counts = () => {
    const { active, qualified } = friendCountsOf(x.state, ANN, x.now)
    return [active, qualified, x.task('ann', 1), referralShareOf(x.state, ANN)]
  }
  x.waits(24)
  x.books()
  expect([counts(), x.claims('ann', 1)]).toEqual([[0, 0, 'available', 200_000], 'TASK_NOT_DONE'])
  expect(holds(x, ['bob', 'cat', 'dan'], false)).toBe('done')
  x.waits(24)
  x.books()
  expect([counts(), x.claims('ann', 1)]).toEqual([[3, 3, 'claimable', 250_000], 'done'])
})

test('Only friends of the referrer are held, and repeating a hold changes nothing', () => {
  const x = new Program(['ann', 'bob', 'cat'], { referrers: { bob: 'ann' } })
  expect([holds(x, ['cat']), holds(x, ['bob'], true, 'cat'), holds(x, [])]).toEqual([
    'ACCOUNT_NOT_FOUND',
    'ACCOUNT_NOT_FOUND',
    'INVALID_REQUEST',
  ])
  expect([holds(x, ['bob', 'bob']), heldFriendsOf(x.state, ANN)]).toEqual(['done', ['bob']])
  expect([holds(x, ['bob']), x.events]).toEqual(['done', []])
})

test('Friends that an operator released are held back again by an operator only, not by the server', () => {
  const x = new Program(['ann', 'bob', 'cat'], { referrers: { bob: 'ann', cat: 'ann' } })
  const detects = () =>
    x.result({
      type: 'hold-friends',
      referrer: 'ann',
      friends: ['bob', 'cat'],
      held: true,
      operator: null,
      reason: 'many',
    })
  detects()
  holds(x, ['bob'], false)
  expect([detects(), heldFriendsOf(x.state, ANN)]).toEqual(['done', ['cat']])
  expect([holds(x, ['bob']), heldFriendsOf(x.state, ANN)]).toEqual(['done', ['bob', 'cat']])
})
