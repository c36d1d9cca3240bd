import { describe, expect, test } from 'vitest'
import { drawn, Exchange, RULES } from './exchange.ts'

const rich = { USDT: 10_000, BTC: 100 }
const asks = (people = {}) => {
  const x = new Exchange({ ann: rich, bob: rich, cat: rich, ...people })
  x.sells('bob', 2, { at: 100 })
  x.sells('cat', 3, { at: 102 })
  x.sells('bob', 4, { at: 110 })
  return x
}
const bids = (people = {}) => {
  const x = new Exchange({ ann: rich, bob: rich, cat: rich, ...people })
  x.buys('bob', 2, { at: 100 })
  x.buys('cat', 3, { at: 98 })
  x.buys('bob', 4, { at: 90 })
  return x
}

describe('Market orders by quantity', () => {
  test('A market order is filled at the best prices', () => {
    const x = asks()
    expect(x.buysAtMarket('ann', 3)).toBe('filled 3')
    expect(x.free('ann', 'USDT')).toBe('9698')
  })

  test('A market order stops at the slippage limit and its rest expires', () => {
    const x = asks()
    expect(x.buysAtMarket('ann', 9)).toBe('expired 5')
    expect(x.book).toBe('sell 110: bob 4')
    expect(bids().sellsAtMarket('ann', 9)).toBe('expired 5')
  })

  test('A wider slippage limit reaches more levels', () => {
    expect(asks().buysAtMarket('ann', 9, { slippage: 100_000 })).toBe('filled 9')
  })

  test('A market buy stops when the funds run out', () => {
    const x = asks({ poor: { USDT: 250 } })
    expect(x.buysAtMarket('poor', 5)).toBe('expired 2')
    expect(x.free('poor', 'USDT')).toBe('50')
  })

  test('A market buy without the funds for one lot is refused', () => {
    expect(asks({ poor: { USDT: 99 } }).buysAtMarket('poor', 1)).toBe('INSUFFICIENT_BALANCE')
  })

  test('A market sell by quantity requires the whole quantity', () => {
    expect(bids({ poor: { BTC: 1 } }).sellsAtMarket('poor', 2)).toBe('INSUFFICIENT_BALANCE')
  })

  test('A market order against an empty side is refused for lack of liquidity', () => {
    expect(asks().sellsAtMarket('ann', 1)).toBe('NO_LIQUIDITY')
  })

  test('A market order holds nothing', () => {
    const x = asks()
    x.buysAtMarket('ann', 9)
    expect(x.held('ann', 'USDT')).toBe('0')
  })
})

describe('Market orders by total', () => {
  test('A market buy by total buys whole lots and is filled when the rest pays for none', () => {
    const x = asks()
    expect(x.buysFor('ann', 350)).toBe('filled 3')
    expect(x.free('ann', 'USDT')).toBe('9698')
  })

  test('A market buy spends a total that fits exactly', () => {
    const x = asks()
    expect(x.buysFor('ann', 302)).toBe('filled 3')
    expect(x.free('ann', 'USDT')).toBe('9698')
  })

  test('A market order whose total is spent is filled, whatever else is in the book', () => {
    const x = new Exchange({ ann: rich, bob: rich })
    x.sells('bob', 1, { at: 100 })
    expect(x.buysFor('ann', 100)).toBe('filled 1')
    x.buys('bob', 1, { at: 90 })
    expect(x.sellsFor('ann', 90)).toBe('filled 1')
    x.sells('bob', 1, { at: 100 })
    x.sells('bob', 1, { at: 140 })
    expect(x.buysFor('ann', 150)).toBe('filled 1')
  })

  test('Self-trade prevention cancels no order that the market order could not have reached', () => {
    const x = new Exchange({ ann: rich, bob: rich, poor: { USDT: 150, BTC: 5 } })
    x.sells('bob', 2, { at: 100 })
    x.sells('ann', 1, { at: 104 })
    expect(x.buysFor('ann', 205)).toBe('filled 2')
    expect(x.book).toBe('sell 104: ann 1')
    x.sells('bob', 1, { at: 100 })
    x.sells('poor', 1, { at: 101 })
    expect(x.buysAtMarket('poor', 2)).toBe('expired 1')
    expect(x.book).toBe('sell 104: ann 1\nsell 101: poor 1')
  })

  test('A market order by total expires at the slippage limit', () => {
    expect(asks().buysFor('ann', 1_000)).toBe('expired 5')
  })

  test('A market buy with a total above the balance is refused', () => {
    expect(asks({ poor: { USDT: 250 } }).buysFor('poor', 251)).toBe('INSUFFICIENT_BALANCE')
  })

  test('A market buy with a total below one lot is refused', () => {
    expect(asks().buysFor('ann', 99)).toBe('MIN_AMOUNT')
  })

  test('A market sell by total receives no more than its total', () => {
    const x = bids()
    expect(x.sellsFor('ann', 300)).toBe('filled 3')
    expect(x.free('ann', 'BTC')).toBe('97')
  })

  test('A market sell by total stops when the funds run out', () => {
    const x = bids({ poor: { BTC: 1 } })
    expect(x.sellsFor('poor', 300)).toBe('expired 1')
  })
})

test('The slippage limit is rounded toward the best price', () => {
  const x = new Exchange({ ann: rich, bob: rich })
  x.sells('bob', 1, { at: 99 })
  x.sells('bob', 1, { at: 100 })
  // 1.02 % of 99 ends at 100.0098, so 100 is still within; 1.01 % ends at 99.9999.
  expect(x.buysAtMarket('ann', 2, { slippage: 10_100 })).toBe('expired 1')
  x.sells('bob', 1, { at: 99 })
  expect(x.buysAtMarket('ann', 2, { slippage: 10_200 })).toBe('filled 2')
})

test('A market order is checked against the limits of the pair at the best price', () => {
  const x = new Exchange({ ann: rich, bob: rich }, { ...RULES, minNotional: 150n * 10n ** 8n })
  x.sells('bob', 5, { at: 100 })
  expect(x.buysAtMarket('ann', 1)).toBe('MIN_NOTIONAL')
  expect(x.buysFor('ann', 149)).toBe('MIN_NOTIONAL')
  expect(x.buysAtMarket('ann', 1_001)).toBe('MAX_AMOUNT')
  expect(x.book).toBe(drawn('sell 100: bob 5'))
})
