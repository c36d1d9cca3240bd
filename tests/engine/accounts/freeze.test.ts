/** What a freeze stops, what it does not stop, and who lifts it. */

import { expect, test } from 'vitest'
import type { UserId } from '../../../src/contract/ids.ts'
import { approvedWithdrawals, held } from '../../../src/engine/exchange.ts'
import { BY_TEST } from '../../fixtures/by-test.ts'
import { Exchange, RULES } from '../exchange.ts'
import { Program } from '../rewards/program.ts'
import { Bank, BY, NETWORK, USDT, usdt } from '../withdrawals/bank.ts'

const DAY = 24 * 3_600_000
const OWNER = { origin: 'owner' } as const
const OPERATOR = { origin: 'operator', ...BY } as const
const ANN = 'ann' as UserId

type Does = { does: Exchange['does'] }
function change(
  x: Does,
  type: 'freeze-account' | 'unfreeze-account',
  by: typeof OWNER | typeof OPERATOR,
  user = 'ann',
) {
  const answer = x.does({ type, user, ...by })
  return answer.type === 'refused' ? answer.refusal.code : answer.type
}
const freezes = (x: Does, by: typeof OWNER | typeof OPERATOR, user?: string) => change(x, 'freeze-account', by, user)
const unfreezes = (x: Does, by: typeof OWNER | typeof OPERATOR, user?: string) =>
  change(x, 'unfreeze-account', by, user)

const rich = { USDT: 1_000_000, BTC: 2_000 }

test('A freeze cancels all open orders in the same command, also those of a halted pair, and new orders are refused', () => {
  const x = new Exchange({ ann: rich, bob: rich })
  x.buys('ann', 1, { at: 100 })
  x.sells('ann', 2, { at: 120 })
  x.buys('bob', 1, { at: 99 })
  x.does({ type: 'set-pair-rules', ...BY_TEST, pair: 1, rules: { ...RULES, status: 'halted' } })
  expect(freezes(x, OPERATOR)).toBe('done')
  expect(x.events.map(({ type }) => type)).toEqual(['order-closed', 'order-closed', 'account-frozen'])
  expect(x.book).toBe('buy 99: bob 1')
  x.does({ type: 'set-pair-rules', ...BY_TEST, pair: 1, rules: RULES })
  expect(x.buys('ann', 1, { at: 100 })).toBe('ACCOUNT_FROZEN')
  expect(x.buys('bob', 1, { at: 99 })).toBe('open')
  expect(unfreezes(x, OPERATOR)).toBe('done')
  expect(x.buys('ann', 1, { at: 100 })).toBe('open')
})

test('Each origin lifts only its own freeze, and the account is frozen until both are lifted', () => {
  const x = new Exchange({ ann: rich })
  expect([freezes(x, OPERATOR), unfreezes(x, OWNER)]).toEqual(['done', 'NOT_FROZEN'])
  expect([freezes(x, OWNER), unfreezes(x, OPERATOR)]).toEqual(['done', 'done'])
  expect([x.buys('ann', 1, { at: 100 }), unfreezes(x, OPERATOR)]).toEqual(['ACCOUNT_FROZEN', 'NOT_FROZEN'])
  expect(unfreezes(x, OWNER)).toBe('done')
  x.now += DAY
  expect([x.buys('ann', 1, { at: 100 }), unfreezes(x, OWNER)]).toEqual(['open', 'NOT_FROZEN'])
  expect([freezes(x, OWNER, 'nobody'), unfreezes(x, OPERATOR, 'nobody')]).toEqual([
    'ACCOUNT_NOT_FOUND',
    'ACCOUNT_NOT_FOUND',
  ])
})

test('The freeze of an owner ends 24 hours after the first request, and another freeze ends the lifting', () => {
  const x = new Exchange({ ann: rich })
  freezes(x, OWNER)
  unfreezes(x, OWNER)
  x.now += DAY - 1
  expect([unfreezes(x, OWNER), x.events]).toEqual(['done', []])
  expect(x.buys('ann', 1, { at: 100 })).toBe('ACCOUNT_FROZEN')
  expect(freezes(x, OWNER)).toBe('done')
  x.now += 10 * DAY
  expect(x.buys('ann', 1, { at: 100 })).toBe('ACCOUNT_FROZEN')
  unfreezes(x, OWNER)
  x.now += DAY
  expect(x.buys('ann', 1, { at: 100 })).toBe('open')
})

test('An approved withdrawal of a frozen account gets no payment; lifted, it is paid once', () => {
  const x = new Bank(['ann', 'bob'])
  const withdrawal = x.opens('ann', 100)
  const other = x.opens('bob', 100)
  freezes(x, OPERATOR)
  expect(approvedWithdrawals(x.state, NETWORK, x.now).map(({ id }) => id)).toEqual([other.id])
  expect([x.assigns(withdrawal), x.requests('ann', 10)]).toEqual(['PAYMENT_REFUSED', 'ACCOUNT_FROZEN'])
  unfreezes(x, OPERATOR)
  const payment = x.pays(withdrawal)
  expect([x.pays(withdrawal), x.settles(payment), x.statusOf(withdrawal)]).toEqual([payment, 'done', 'settled'])
  expect([x.freeOf('ann'), held(x.state, ANN, USDT)]).toEqual([usdt(4_900), 0n])
})

test('An operator can reject the withdrawal of a frozen account, and a payment that is underway still ends', () => {
  const x = new Bank(['ann'])
  const underway = x.opens('ann', 100)
  const payment = x.pays(underway)
  const waiting = x.opens('ann', 50)
  freezes(x, OPERATOR)
  expect(x.result({ type: 'reject-withdrawal', withdrawal: waiting.id, ...BY })).toBe('done')
  expect([x.settles(payment), x.statusOf(underway), x.statusOf(waiting)]).toEqual(['done', 'settled', 'rejected'])
  expect([x.freeOf('ann'), held(x.state, ANN, USDT)]).toEqual([usdt(4_900), 0n])
})

test('A deposit to a frozen account is credited', () => {
  const x = new Bank(['ann'])
  freezes(x, OWNER)
  const before = x.freeOf('ann')
  expect(x.credits('ann', 25_000_000n)).toBe('done')
  expect(x.freeOf('ann') - before).toBe(usdt(25))
})

test('A frozen account claims, mines and completes nothing, and its standing can still be set', () => {
  const x = new Program(['ann'])
  x.startsMining('ann')
  freezes(x, OWNER)
  x.waits(24)
  expect([x.claimsDaily('ann'), x.endsMining('ann'), x.startsMining('ann'), x.xp('ann')]).toEqual([
    'ACCOUNT_FROZEN',
    'ACCOUNT_FROZEN',
    'ACCOUNT_FROZEN',
    0,
  ])
  expect(x.sets('ann', 'limited')).toBe('done')
  x.sets('ann', 'ok')
  unfreezes(x, OWNER)
  x.waits(24)
  expect([x.claimsDaily('ann'), x.endsMining('ann')]).toEqual(['done', 'done'])
  expect(x.xp('ann')).toBeGreaterThan(0)
})

test('Commissions of a frozen referrer wait, and are paid on a later day', () => {
  const x = new Program(['ann', 'bob', 'cat'], { referrers: { bob: 'ann' } })
  const booked = () => x.events.flatMap((event) => (event.type === 'commission-booked' ? event.user : []))
  x.trades('bob', 'cat')
  freezes(x, OPERATOR)
  x.waits(24)
  x.books()
  expect(booked()).toEqual([])
  unfreezes(x, OPERATOR)
  x.waits(24)
  x.books()
  expect(booked()).toEqual(['ann'])
})
