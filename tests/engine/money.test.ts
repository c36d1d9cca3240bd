import { describe, expect, test } from 'vitest'
import type { OrderId } from '../../src/contract/ids.ts'
import { orderOf } from '../../src/engine/exchange.ts'
import { BY_TEST } from '../fixtures/by-test.ts'
import { Exchange, RULES } from './exchange.ts'

const rich = { USDT: 10_000, BTC: 100 }
const ODD_LOT = 1_000_003n

describe('Holds', () => {
  test('An open buy holds its whole cost and an open sell its quantity', () => {
    const x = new Exchange({ ann: rich, bob: rich })
    x.buys('ann', 5, { at: 100 })
    x.sells('bob', 7, { at: 120 })
    expect([x.free('ann', 'USDT'), x.held('ann', 'USDT')]).toEqual(['9500', '500'])
    expect([x.free('bob', 'BTC'), x.held('bob', 'BTC')]).toEqual(['93', '7'])
  })

  test('A buyer gets the difference to a better price back at once', () => {
    const x = new Exchange({ ann: rich, bob: rich })
    x.sells('bob', 2, { at: 100 })
    x.buys('ann', 5, { at: 110 })
    expect([x.free('ann', 'USDT'), x.held('ann', 'USDT')]).toEqual(['9470', '330'])
  })

  test('A cancelled order releases the rest of its hold and no more', () => {
    const x = new Exchange({ ann: rich, bob: rich })
    x.buys('ann', 5, { at: 100 })
    const order = x.lastOrder
    x.sells('bob', 2, { at: 100 })
    expect(x.cancels('ann', order)).toBe('cancelled 1')
    expect([x.free('ann', 'USDT'), x.held('ann', 'USDT'), x.book]).toEqual(['9800', '0', ''])
  })
})

describe('Fees', () => {
  test('A fee is taken from what the order receives', () => {
    const x = new Exchange({ ann: rich, bob: rich })
    x.sells('bob', 10, { at: 100 })
    x.buys('ann', 10, { at: 100 })
    expect([x.free('ann', 'BTC'), x.free('bob', 'USDT')]).toEqual(['109.99', '10999'])
    expect([x.free('fees', 'BTC'), x.free('fees', 'USDT')]).toEqual(['0.01', '1'])
  })

  test('A hundred small fills cost the same fee as one large fill', () => {
    const odd = { ...RULES, minNotional: 1n, makerFee: 1_001, takerFee: 777 }
    const whole = new Exchange({ ann: rich, bob: rich }, odd, ODD_LOT)
    whole.sells('bob', 99, { at: 97 })
    whole.buys('ann', 99, { at: 97 })
    const parts = new Exchange({ ann: rich, bob: rich }, odd, ODD_LOT)
    parts.sells('bob', 99, { at: 97 })
    const maker = parts.lastOrder
    for (let i = 0; i < 99; i++) parts.buys('ann', 1, { at: 97 })
    expect(orderOf(parts.state, maker as OrderId)).toBeUndefined()
    expect(parts.free('bob', 'USDT')).toBe(whole.free('bob', 'USDT'))
    const alone = new Exchange({ ann: rich, bob: rich }, odd, ODD_LOT)
    alone.sells('bob', 1, { at: 97 })
    alone.buys('ann', 1, { at: 97 })
    // Rounding each fill separately would cost more with these numbers.
    expect(99 * Number(alone.free('fees', 'USDT'))).toBeGreaterThan(Number(parts.free('fees', 'USDT')))
  })

  test('An order pays the taker rate until it rests and the maker rate afterwards', () => {
    const x = new Exchange({ ann: rich, bob: rich }, { ...RULES, makerFee: 1_000, takerFee: 2_000 })
    x.sells('bob', 5, { at: 100 })
    x.buys('ann', 10, { at: 100 })
    expect(x.free('ann', 'BTC')).toBe('104.99')
    x.sells('bob', 5, { at: 100 })
    expect(x.free('ann', 'BTC')).toBe('109.985')
  })

  test('An order keeps the fee rates it was opened with', () => {
    const x = new Exchange({ ann: rich, bob: rich })
    x.sells('bob', 10, { at: 100 })
    x.does({ type: 'set-pair-rules', ...BY_TEST, pair: 1, rules: { ...RULES, makerFee: 500_000, takerFee: 0 } })
    x.buys('ann', 10, { at: 100 })
    expect([x.free('bob', 'USDT'), x.free('ann', 'BTC')]).toEqual(['10999', '110'])
  })

  test('A fee is rounded up to the unit', () => {
    const x = new Exchange(
      { ann: rich, bob: rich },
      { ...RULES, minNotional: 1n, makerFee: 1, takerFee: 333_333 },
      ODD_LOT,
    )
    x.sells('bob', 1, { at: 100 })
    x.buys('ann', 1, { at: 100 })
    // 33.3333 % of 1000003 units is 333333.999999; a millionth of 100000300 is 100.0003.
    expect([x.free('fees', 'BTC'), x.free('fees', 'USDT')]).toEqual(['0.00333334', '0.00000101'])
  })
})

describe('The whole balance', () => {
  test('An order for the whole balance is accepted', () => {
    const x = new Exchange({ ann: { USDT: 1_000 }, bob: { BTC: 10 } })
    expect(x.buys('ann', 10, { at: 100 })).toBe('open')
    expect(x.free('ann', 'USDT')).toBe('0')
    expect(x.sells('bob', 10, { at: 100 })).toBe('filled 10')
    expect(x.free('bob', 'BTC')).toBe('0')
  })

  test('An order for one unit more than the balance is refused', () => {
    const x = new Exchange({ ann: { USDT: 999.99999999 } })
    expect(x.buys('ann', 10, { at: 100 })).toBe('INSUFFICIENT_BALANCE')
  })
})

test('Opening an account twice grants its balances once', () => {
  const x = new Exchange({ ann: { USDT: 10 } })
  const again = { type: 'open-account', user: 'ann', kind: 'user', referralCode: 1, referrer: 'bob' } as const
  expect(x.does({ ...again, grants: [{ currency: 1, amount: 5n }] })).toEqual({ type: 'done' })
  expect(x.events).toEqual([])
  expect(x.free('ann', 'USDT')).toBe('10')
})

test('The world owes what was granted', () => {
  const x = new Exchange({ ann: { USDT: 10 }, bob: { USDT: 5 } })
  expect(x.free('world', 'USDT')).toBe('-15')
})
