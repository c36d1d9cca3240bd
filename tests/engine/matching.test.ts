import { describe, expect, test } from 'vitest'
import { drawn, Exchange } from './exchange.ts'

const rich = { USDT: 10_000, BTC: 100 }
const four = { ann: rich, bob: rich, cat: rich, dan: rich }

describe('Price-time priority', () => {
  test('An order without a match rests in the book', () => {
    const x = new Exchange(four)
    expect(x.buys('ann', 5, { at: 100 })).toBe('open')
    expect(x.sells('bob', 2, { at: 105 })).toBe('open')
    expect(x.book).toBe(
      drawn(`
      sell 105: bob 2
      buy 100: ann 5
    `),
    )
  })

  test('The best price is matched first, and the oldest order at that price', () => {
    const x = new Exchange(four)
    x.sells('ann', 1, { at: 102 })
    x.sells('bob', 2, { at: 101 })
    x.sells('cat', 3, { at: 101 })
    expect(x.buys('dan', 4, { at: 102 })).toBe('filled 4')
    expect(x.book).toBe(
      drawn(`
      sell 102: ann 1
      sell 101: cat 1
    `),
    )
  })

  test('A partly filled maker order keeps its queue position', () => {
    const x = new Exchange(four)
    x.buys('ann', 5, { at: 100 })
    x.buys('bob', 5, { at: 100 })
    x.sells('cat', 2, { at: 100 })
    expect(x.book).toBe('buy 100: ann 3, bob 5')
  })

  test('A trade has the price of the maker', () => {
    const x = new Exchange(four)
    x.sells('bob', 5, { at: 100 })
    expect(x.buys('ann', 5, { at: 110 })).toBe('filled 5')
    expect(x.free('ann', 'USDT')).toBe('9500')
  })

  test('The rest of a limit order rests at its own price', () => {
    const x = new Exchange(four)
    x.sells('bob', 2, { at: 100 })
    expect(x.buys('ann', 5, { at: 101 })).toBe('open 2')
    expect(x.book).toBe('buy 101: ann 3')
  })

  test('An order fills against all levels within its limit', () => {
    const x = new Exchange(four)
    for (const at of [101, 102, 103, 104]) x.sells('bob', 1, { at })
    expect(x.buys('ann', 9, { at: 103 })).toBe('open 3')
    expect(x.book).toBe(
      drawn(`
      sell 104: bob 1
      buy 103: ann 6
    `),
    )
  })
})

describe('Time in force', () => {
  test('An IOC order fills what it can and releases the rest of its hold', () => {
    const x = new Exchange(four)
    x.sells('bob', 2, { at: 100 })
    expect(x.buys('ann', 5, { at: 100, tif: 'IOC' })).toBe('expired 2')
    expect([x.book, x.held('ann', 'USDT'), x.free('ann', 'USDT')]).toEqual(['', '0', '9800'])
  })

  test('An IOC order without a match expires unfilled', () => {
    const x = new Exchange(four)
    expect(x.buys('ann', 5, { at: 100, tif: 'IOC' })).toBe('expired')
    expect(x.free('ann', 'USDT')).toBe('10000')
  })

  test('A FOK order is filled completely', () => {
    const x = new Exchange(four)
    x.sells('bob', 2, { at: 100 })
    x.sells('cat', 3, { at: 101 })
    expect(x.buys('ann', 5, { at: 101, tif: 'FOK' })).toBe('filled 5')
  })

  test('A FOK order that cannot be filled completely is refused and changes nothing', () => {
    const x = new Exchange(four)
    x.sells('bob', 2, { at: 100 })
    x.sells('cat', 3, { at: 102 })
    expect(x.buys('ann', 5, { at: 101, tif: 'FOK' })).toBe('FOK_NOT_FILLABLE')
    expect(x.events).toEqual([])
    expect(x.book).toBe(
      drawn(`
      sell 102: cat 3
      sell 100: bob 2
    `),
    )
  })

  test('A post-only order that would take at its price is refused', () => {
    const x = new Exchange(four)
    x.sells('bob', 2, { at: 100 })
    expect(x.buys('ann', 1, { at: 100, postOnly: true })).toBe('POST_ONLY_WOULD_TAKE')
    expect(x.buys('ann', 1, { at: 99, postOnly: true })).toBe('open')
  })
})

describe('Self-trade prevention', () => {
  test('A matching order of the same user is cancelled and matching continues', () => {
    const x = new Exchange(four)
    x.sells('ann', 2, { at: 100 })
    x.sells('bob', 2, { at: 101 })
    expect(x.buys('ann', 3, { at: 101 })).toBe('open 2')
    expect(x.book).toBe('buy 101: ann 1')
    expect([x.held('ann', 'BTC'), x.held('ann', 'USDT')]).toEqual(['0', '101'])
  })

  test('An order of the same user that is not reached stays open', () => {
    const x = new Exchange(four)
    x.sells('bob', 2, { at: 100 })
    x.sells('ann', 2, { at: 100 })
    expect(x.buys('ann', 2, { at: 100 })).toBe('filled 2')
    expect(x.book).toBe('sell 100: ann 2')
  })

  test('A FOK order ignores orders of the same user and cancels none when it is refused', () => {
    const x = new Exchange(four)
    x.sells('ann', 5, { at: 100 })
    x.sells('bob', 2, { at: 100 })
    expect(x.buys('ann', 3, { at: 100, tif: 'FOK' })).toBe('FOK_NOT_FILLABLE')
    expect(x.book).toBe('sell 100: ann 5, bob 2')
    expect(x.buys('ann', 2, { at: 100, tif: 'FOK' })).toBe('filled 2')
    expect(x.book).toBe('')
  })

  test('A post-only order against an order of the same user is refused', () => {
    const x = new Exchange(four)
    x.sells('ann', 5, { at: 100 })
    expect(x.buys('ann', 1, { at: 100, postOnly: true })).toBe('POST_ONLY_WOULD_TAKE')
  })

  test('A market order against orders of the same user only is refused for lack of liquidity', () => {
    const x = new Exchange(four)
    x.sells('ann', 5, { at: 100 })
    expect(x.buysAtMarket('ann', 1)).toBe('NO_LIQUIDITY')
    expect(x.book).toBe('sell 100: ann 5')
  })

  test('The slippage limit starts from the best price of another user', () => {
    const x = new Exchange(four)
    x.sells('ann', 1, { at: 90 })
    x.sells('bob', 1, { at: 100 })
    x.sells('bob', 1, { at: 105 })
    x.sells('bob', 1, { at: 106 })
    expect(x.buysAtMarket('ann', 5)).toBe('expired 2')
    expect(x.book).toBe('sell 106: bob 1')
  })
})
