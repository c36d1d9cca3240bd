import { expect, test } from 'vitest'
import { XP } from '../../../src/contract/earn/xp.ts'
import type { CurrencyId, UserId } from '../../../src/contract/ids.ts'
import {
  beginLoading,
  commissionsBookedThrough,
  commissionsOf,
  friendCountsOf,
  friendsOf,
  loadPiece,
  SMALL,
  saveSnapshot,
} from '../../../src/engine/exchange.ts'
import { BY_TEST } from '../../fixtures/by-test.ts'
import { Exchange } from '../exchange.ts'
import { DAY, PARAMETERS, Program } from '../rewards/program.ts'

/** A day later, ten minutes after midnight. */
const nextDay = (x: Program): void => {
  x.now = (Math.floor(x.now / DAY) + 1) * DAY + 600_000
}

const commissions = (x: Program, user: string): Record<number, bigint> =>
  Object.fromEntries(commissionsOf(x.state, user as UserId))

test('A referrer receives a share of the fees of friends in the currencies in which they were paid', () => {
  const x = new Program(['ann', 'bob', 'cat'], { referrers: { bob: 'ann' } })
  // Bob pays 0.1 % of 2 BTC and of 100 USDT.
  x.trades('bob', 'cat', 2)
  x.trades('cat', 'bob', 1)
  nextDay(x)
  expect(x.books()).toBe('done')
  expect(commissions(x, 'ann')).toEqual({ 1: 2_000_000n, 2: 40_000n })
  expect([x.free('ann', 'USDT'), x.free('ann', 'BTC')]).toEqual(['100000.02', '1000.0004'])
  expect(commissions(x, 'cat')).toEqual({})
})

test('Booking the same day again pays nothing', () => {
  const x = new Program(['ann', 'bob', 'cat'], { referrers: { bob: 'ann' } })
  x.trades('bob', 'cat')
  nextDay(x)
  x.books()
  const before = x.free('ann', 'BTC')
  x.trades('bob', 'cat')
  expect(x.books()).toBe('done')
  expect(x.free('ann', 'BTC')).toBe(before)
  nextDay(x)
  x.books()
  expect(x.free('ann', 'BTC')).toBe('1000.0004')
})

test('A day that has not ended is refused', () => {
  const x = new Program([])
  expect(x.result({ type: 'accrue-commissions', day: Math.floor(x.now / DAY) })).toBe('INVALID_REQUEST')
  expect(commissionsBookedThrough(x.state)).toBeUndefined()
  x.books()
  expect(commissionsBookedThrough(x.state)).toBe(Math.floor(x.now / DAY) - 1)
})

test('The commissions of a referrer are the same after a snapshot, and what was read does not change later', () => {
  const x = new Program(['ann', 'bob', 'cat', 'dan'], { referrers: { bob: 'ann', cat: 'ann' } })
  x.trades('bob', 'dan', 2)
  x.trades('cat', 'bob')
  nextDay(x)
  x.books()
  const { head, pieces } = saveSnapshot(x.state)
  const loaded = beginLoading(head, SMALL)
  for (const piece of pieces) loadPiece(loaded, piece)
  const [read] = friendsOf(x.state, 'ann' as UserId, x.now, 1, 1)
  const earned = commissionsOf(x.state, 'ann' as UserId)
  expect(commissionsOf(loaded, 'ann' as UserId)).toEqual(earned)
  expect([...earned.values()].every((amount) => amount > 0n)).toBe(true)
  const before = structuredClone({ read, earned })
  x.trades('bob', 'dan')
  nextDay(x)
  x.books()
  expect({ read, earned }).toEqual(before)
})

test('The remainder of a commission is carried to the next day', () => {
  const x = new Program(['ann', 'bob', 'cat'], {
    referrers: { bob: 'ann' },
    parameters: { tiers: [{ minActiveFriends: 0, share: 333_333 }] },
  })
  const days = 7
  for (let day = 0; day < days; day++) {
    x.trades('bob', 'cat')
    nextDay(x)
    x.books()
  }
  // 0.001 BTC a day: exact over all days, rounded down once.
  expect(commissions(x, 'ann')).toEqual({ 2: (100_000n * 333_333n * BigInt(days)) / 1_000_000n })
})

test('The tier is the one of the beginning of the day', () => {
  const x = new Program(['ann', 'bob', 'cat', 'dan'], { referrers: { bob: 'ann', cat: 'ann' } })
  x.trades('bob', 'dan')
  x.trades('cat', 'dan')
  nextDay(x)
  x.books()
  expect(commissions(x, 'ann')).toEqual({ 2: 40_000n })
  x.trades('bob', 'dan')
  nextDay(x)
  x.books()
  expect(commissions(x, 'ann')).toEqual({ 2: 65_000n })
})

test('A friend is active for 30 days after the last fee', () => {
  const x = new Program(['ann', 'bob', 'cat'], { referrers: { bob: 'ann' } })
  const status = () => friendsOf(x.state, 'ann' as UserId, x.now, 0, 10)[0]?.status
  expect(status()).toBe('registered')
  x.trades('bob', 'cat')
  x.now += 30 * DAY
  expect(status()).toBe('active')
  x.now += 1
  expect(status()).toBe('inactive')
  x.sets('bob', 'limited')
  expect(status()).toBe('not_counted')
})

test('A referrer or friend who was limited when the day began brings no commission, also later', () => {
  const x = new Program(['ann', 'bob', 'cat', 'dan', 'eve'], { referrers: { bob: 'ann', cat: 'ann', eve: 'dan' } })
  x.books()
  x.sets('bob', 'limited')
  x.sets('dan', 'limited')
  nextDay(x)
  x.books()
  x.waits(1)
  for (const friend of ['bob', 'cat', 'eve']) x.trades(friend, 'dan')
  x.sets('bob', 'ok', '')
  x.sets('dan', 'ok', '')
  nextDay(x)
  x.books()
  expect([commissions(x, 'ann')[2], commissions(x, 'dan')[2] ?? 0n]).toEqual([20_000n, 0n])
  x.trades('eve', 'bob')
  nextDay(x)
  x.books()
  expect(commissions(x, 'dan')).toMatchObject({ 2: 20_000n })
})

test('A limit during a day does not take the commission of that day', () => {
  const x = new Program(['ann', 'bob', 'cat'], { referrers: { bob: 'ann' } })
  x.books()
  x.waits(1)
  x.trades('bob', 'cat')
  x.sets('ann', 'under_review')
  x.sets('ann', 'limited')
  nextDay(x)
  x.books()
  expect(commissions(x, 'ann')).toEqual({ 2: 20_000n })
})

test('Commissions of an account under review are booked when it is cleared', () => {
  const x = new Program(['ann', 'bob', 'cat'], { referrers: { bob: 'ann' } })
  x.sets('ann', 'under_review')
  nextDay(x)
  x.books()
  x.trades('bob', 'cat')
  nextDay(x)
  x.books()
  expect(commissions(x, 'ann')).toEqual({})
  x.sets('ann', 'ok', '')
  nextDay(x)
  x.books()
  nextDay(x)
  x.books()
  expect(commissions(x, 'ann')).toEqual({ 2: 20_000n })
})

test('The bonus for a friend is paid once, after an order of at least 100 USDT', () => {
  const x = new Program(['ann', 'bob', 'cat', 'dan'], { referrers: { bob: 'ann', cat: 'ann' } })
  x.trades('bob', 'dan')
  x.sells('dan', 1, { at: 99 })
  x.buys('cat', 1, { at: 99 })
  for (let day = 0; day < 3; day++) {
    nextDay(x)
    x.books()
  }
  expect(x.xp('ann')).toBe(150)
  expect(friendsOf(x.state, 'ann' as UserId, x.now, 0, 10).map(({ user, isBonusPaid }) => [user, isBonusPaid])).toEqual(
    [
      ['cat', false],
      ['bob', true],
    ],
  )
})

test('A bonus that exceeds the funds or a cap is paid on a later day', () => {
  const x = new Program(['ann', 'bob', 'cat', 'dan'], {
    referrers: { bob: 'ann', cat: 'ann' },
    parameters: { userDailyCap: 200 },
    funds: 299,
  })
  x.trades('bob', 'dan')
  x.trades('cat', 'dan')
  const paid: number[] = []
  for (let day = 0; day < 4; day++) {
    nextDay(x)
    x.books()
    paid.push(x.xp('ann'))
    if (day === 1) x.funds(1)
  }
  expect(paid).toEqual([150, 150, 300, 300])
})

test('Friends are booked by several commands, each friend once, and one referrer is divided only if one is not enough', () => {
  const referrers = ['first', 'second', 'third']
  const owner = (index: number): string => (index < 300 ? 'first' : index < 600 ? 'second' : 'third')
  const friends = Array.from({ length: 1_700 }, (_, index) => `friend-${index}`)
  const x = new Program(['dan', ...referrers, ...friends], {
    referrers: Object.fromEntries(friends.map((friend, index) => [friend, owner(index)])),
  })
  for (const index of [0, 299, 300, 600, 1_099, 1_100, 1_699]) x.trades(`friend-${index}`, 'dan')
  nextDay(x)
  const ended = Math.floor(x.now / DAY) - 1
  const booked: string[][] = []
  for (let commands = 0; commissionsBookedThrough(x.state) !== ended && commands < 10; commands++) {
    x.books()
    booked.push(x.events.flatMap((event) => (event.type === 'commission-booked' ? event.user : [])))
    if (booked.length === 3) x.trades('friend-1100', 'dan')
  }
  expect(booked).toEqual([['first'], ['second'], ['third'], ['third'], ['third']])
  expect(referrers.map((user) => commissions(x, user)[2 as CurrencyId])).toEqual([40_000n, 20_000n, 100_000n])
  expect(referrers.map((user) => x.xp(user))).toEqual([300, 150, 600])
})

test('A demo trader receives no commission, and neither does a referrer without an account', () => {
  const x = new Exchange({ dan: { BTC: 10 } })
  const opens = (user: string, kind: 'user' | 'demo', referrer: string | null) => {
    const grants = [{ currency: 1, amount: 1_000n * 10n ** 8n }]
    return x.does({ type: 'open-account', user, kind, referralCode: null, referrer, grants })
  }
  opens('robot', 'demo', null)
  opens('bob', 'user', 'ann')
  opens('self', 'user', 'self')
  opens('eve', 'user', 'robot')
  opens('ann', 'user', null)
  x.does({ type: 'list-currency', ...BY_TEST, currency: XP })
  const by = { operator: 'ops', reason: 'a test' }
  x.does({ type: 'set-reward-parameters', parameters: PARAMETERS, ...by })
  x.does({ type: 'fund-rewards', amount: 10_000, ...by })
  for (const user of ['bob', 'self', 'eve']) {
    x.sells('dan', 1, { at: 100 })
    x.buys(user, 1, { at: 100 })
  }
  x.now += DAY
  x.does({ type: 'accrue-commissions', day: Math.floor(x.now / DAY) - 1 })
  expect(x.events.filter(({ type }) => type === 'commission-booked' || type === 'reward-paid')).toEqual([])
  expect(['ann', 'self', 'robot'].map((user) => friendCountsOf(x.state, user as UserId, x.now).friends)).toEqual([
    0, 0, 1,
  ])
})
