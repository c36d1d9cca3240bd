import { expect, test } from 'vitest'
import type { UserId } from '../../../src/contract/ids.ts'
import { beginLoading, levelOf, limitsOf, loadPiece, SMALL, saveSnapshot } from '../../../src/engine/exchange.ts'
import fc from '../../fixtures/fast-check.ts'
import { stateText } from '../state-text.ts'
import { Bank, BTC, BY, usdt } from '../withdrawals/bank.ts'

const ANN = 'ann' as UserId
const HOUR = 3_600_000
const DAY = 24 * HOUR

const sets = (x: Bank, level: number, user = 'ann', reason = 'a test'): string =>
  x.result({ type: 'set-level', user, level, operator: 'ops', reason })

/** A decision of the identity provider, that many milliseconds from now. */
const decides = (x: Bank, level: number, millis: number): string =>
  x.result({ type: 'set-level', user: 'ann', level, operator: null, decidedAt: x.now + millis, reason: 'a test' })

test('Invalid levels of verification and unknown users are refused without a change', () => {
  const x = new Bank(['ann'])
  const before = [...stateText(x.state)].slice(1)
  expect([-1, 2, 0.5, Number.NaN].map((level) => sets(x, level))).toEqual(Array(4).fill('INVALID_REQUEST'))
  expect([sets(x, 1, 'nobody'), sets(x, 1, 'ann', ' '), sets(x, 1, 'ann', 'x'.repeat(301))]).toEqual([
    'ACCOUNT_NOT_FOUND',
    'INVALID_REQUEST',
    'INVALID_REQUEST',
  ])
  expect([...stateText(x.state)].slice(1)).toEqual(before)
  expect([sets(x, 1), levelOf(x.state, ANN), sets(x, 0), levelOf(x.state, ANN)]).toEqual(['done', 1, 'done', 0])
})

test('A decision of the identity provider that is not newer than the newest decision changes nothing', () => {
  const x = new Bank(['ann'])
  const level = (answer: string) => [answer, levelOf(x.state, ANN), x.events.length]
  expect(level(decides(x, 1, -10))).toEqual(['done', 1, 1])
  expect(level(decides(x, 0, -10))).toEqual(['done', 1, 0])
  expect(level(decides(x, 0, -5))).toEqual(['done', 0, 1])
  expect(level(decides(x, 1, -10))).toEqual(['done', 0, 0])
  expect(level(decides(x, 1, -4))).toEqual(['done', 1, 1])
  expect(level(sets(x, 0))).toEqual(['done', 0, 1])
  expect(level(decides(x, 1, -4))).toEqual(['done', 0, 0])
  x.now += 1
  expect(level(decides(x, 1, 0))).toEqual(['done', 1, 1])
})

test('A loaded snapshot has the levels, and remembers a decision for level 0', () => {
  const x = new Bank(['ann', 'bob'])
  sets(x, 1)
  sets(x, 0, 'bob')
  const { head, pieces } = saveSnapshot(x.state)
  const loaded = beginLoading(head, SMALL)
  for (const piece of pieces) loadPiece(loaded, piece)
  expect([levelOf(loaded, ANN), levelOf(loaded, 'bob' as UserId)]).toEqual([1, 0])
  expect([...stateText(loaded)]).toEqual([...stateText(x.state)])
})

test('A level raises the daily limit, and the refusal of an unverified user names the limit after a verification', () => {
  const x = new Bank(['ann'])
  expect(limitsOf(x.state, ANN, x.now)).toMatchObject({ limit: usdt(1_000), verifiedLimit: usdt(50_000) })
  const request = { type: 'request-withdrawal', user: 'ann', network: 1, currency: 1, address: '0x', review: null }
  const answer = x.does({ ...request, clientId: 'a', amount: usdt(1_001), isNewAddress: false } as never)
  expect(answer).toMatchObject({
    refusal: { code: 'KYC_REQUIRED', params: { limit: '1000', used: '0', verified_limit: '50000' } },
  })
  expect(sets(x, 1)).toBe('done')
  expect(limitsOf(x.state, ANN, x.now)).toMatchObject({ limit: usdt(50_000), verifiedLimit: null })
  expect(typeof x.requests('ann', 1_001)).toBe('object')
  sets(x, 0)
  expect([limitsOf(x.state, ANN, x.now).limit, x.requests('ann', 5)]).toEqual([usdt(1_000), 'KYC_REQUIRED'])
})

test('What is above the limit of verified users too is refused as such, and other limits of the operator apply', () => {
  const x = new Bank(['ann'])
  const limits = { automatic: usdt(2_000), newAddresses: usdt(100), hourlyPerCoin: usdt(100_000) }
  x.does({ type: 'set-withdrawal-limits', ...BY, limits: { daily: [usdt(10), usdt(20)], ...limits } })
  expect([x.requests('ann', 11), x.requests('ann', 21)]).toEqual(['KYC_REQUIRED', 'LIMIT_EXCEEDED'])
  sets(x, 1)
  expect([x.requests('ann', 21), typeof x.requests('ann', 11)]).toEqual(['LIMIT_EXCEEDED', 'object'])
  x.does({ type: 'set-withdrawal-limits', ...BY, limits: { daily: [usdt(30), usdt(20)], ...limits } })
  expect(limitsOf(x.state, ANN, x.now)).toMatchObject({ limit: usdt(20), verifiedLimit: null })
})

test('What is accepted within 24 hours is never above the limit of the level at that time, in 300 random runs', () => {
  const step = fc.record({
    hours: fc.integer({ min: 0, max: 9 }),
    level: fc.option(fc.integer({ min: 0, max: 1 }), { nil: undefined, freq: 4 }),
    amount: fc.integer({ min: 5, max: 1_200 }),
    isBitcoin: fc.boolean(),
  })
  const seen = { accepted: 0, above: 0 }
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const x = new Bank(['ann'])
      const accepted: { at: number; value: number }[] = []
      for (const { hours, level, amount, isBitcoin } of steps) {
        x.now += hours * HOUR
        if (level !== undefined) sets(x, level)
        const used = accepted.filter(({ at }) => at > x.now - DAY).reduce((sum, { value }) => sum + value, 0)
        // One BTC is worth 100 USDT.
        const coins = Math.ceil(amount / 200)
        const value = isBitcoin ? coins * 100 : amount
        const result = isBitcoin ? x.requests('ann', coins, { currency: BTC }) : x.requests('ann', amount)
        const limit = levelOf(x.state, ANN) === 1 ? 50_000 : 1_000
        if (typeof result === 'object') accepted.push({ at: x.now, value })
        if (used + value > limit) expect(result).toBe('KYC_REQUIRED')
        else expect(['KYC_REQUIRED', 'LIMIT_EXCEEDED']).not.toContain(result)
        seen.accepted += typeof result === 'object' ? 1 : 0
        seen.above += used + value > 1_000 && typeof result === 'object' ? 1 : 0
      }
    }),
    { numRuns: 300, seed: 20_261_122 },
  )
  expect(seen.accepted).toBeGreaterThan(500)
  expect(seen.above).toBeGreaterThan(100)
})
