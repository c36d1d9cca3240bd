import { describe, expect, test } from 'vitest'
import { drawn, Exchange } from './exchange.ts'

const rich = { USDT: 10_000, BTC: 100 }
const four = { ann: rich, bob: rich, cat: rich, dan: rich }

describe('price-time priority', () => {
  test('an order that meets nothing waits in the book', () => {
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

  test('the best price goes first, and among equals who came first', () => {
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

  test('a partly filled maker keeps its place in the queue', () => {
    const x = new Exchange(four)
    x.buys('ann', 5, { at: 100 })
    x.buys('bob', 5, { at: 100 })
    x.sells('cat', 2, { at: 100 })
    expect(x.book).toBe('buy 100: ann 3, bob 5')
  })

  test('a trade happens at the maker’s price', () => {
    const x = new Exchange(four)
    x.sells('bob', 5, { at: 100 })
    expect(x.buys('ann', 5, { at: 110 })).toBe('filled 5')
    expect(x.free('ann', 'USDT')).toBe('9500')
  })

  test('what is left of a limit order rests at its own price', () => {
    const x = new Exchange(four)
    x.sells('bob', 2, { at: 100 })
    expect(x.buys('ann', 5, { at: 101 })).toBe('open 2')
    expect(x.book).toBe('buy 101: ann 3')
  })

  test('one order sweeps as many levels as its limit allows', () => {
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

describe('time in force', () => {
  test('IOC fills what it can and gives the rest back', () => {
    const x = new Exchange(four)
    x.sells('bob', 2, { at: 100 })
    expect(x.buys('ann', 5, { at: 100, tif: 'IOC' })).toBe('expired 2')
    expect([x.book, x.held('ann', 'USDT'), x.free('ann', 'USDT')]).toEqual(['', '0', '9800'])
  })

  test('IOC that meets nothing expires with nothing filled', () => {
    const x = new Exchange(four)
    expect(x.buys('ann', 5, { at: 100, tif: 'IOC' })).toBe('expired')
    expect(x.free('ann', 'USDT')).toBe('10000')
  })

  test('FOK fills whole', () => {
    const x = new Exchange(four)
    x.sells('bob', 2, { at: 100 })
    x.sells('cat', 3, { at: 101 })
    expect(x.buys('ann', 5, { at: 101, tif: 'FOK' })).toBe('filled 5')
  })

  test('FOK that cannot be filled whole is refused and touches nothing', () => {
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

  test('post-only is refused where it would take, at the very price', () => {
    const x = new Exchange(four)
    x.sells('bob', 2, { at: 100 })
    expect(x.buys('ann', 1, { at: 100, postOnly: true })).toBe('POST_ONLY_WOULD_TAKE')
    expect(x.buys('ann', 1, { at: 99, postOnly: true })).toBe('open')
  })
})

describe('one’s own orders', () => {
  test('a resting own order in the way is cancelled, and the order goes on', () => {
    const x = new Exchange(four)
    x.sells('ann', 2, { at: 100 })
    x.sells('bob', 2, { at: 101 })
    expect(x.buys('ann', 3, { at: 101 })).toBe('open 2')
    expect(x.book).toBe('buy 101: ann 1')
    expect([x.held('ann', 'BTC'), x.held('ann', 'USDT')]).toEqual(['0', '101'])
  })

  test('an own order behind what is filled stays', () => {
    const x = new Exchange(four)
    x.sells('bob', 2, { at: 100 })
    x.sells('ann', 2, { at: 100 })
    expect(x.buys('ann', 2, { at: 100 })).toBe('filled 2')
    expect(x.book).toBe('sell 100: ann 2')
  })

  test('FOK does not count own orders, and when refused cancels none', () => {
    const x = new Exchange(four)
    x.sells('ann', 5, { at: 100 })
    x.sells('bob', 2, { at: 100 })
    expect(x.buys('ann', 3, { at: 100, tif: 'FOK' })).toBe('FOK_NOT_FILLABLE')
    expect(x.book).toBe('sell 100: ann 5, bob 2')
    expect(x.buys('ann', 2, { at: 100, tif: 'FOK' })).toBe('filled 2')
    expect(x.book).toBe('')
  })

  test('post-only against an own order is refused', () => {
    const x = new Exchange(four)
    x.sells('ann', 5, { at: 100 })
    expect(x.buys('ann', 1, { at: 100, postOnly: true })).toBe('POST_ONLY_WOULD_TAKE')
  })

  test('at market, only own orders on the other side are no liquidity', () => {
    const x = new Exchange(four)
    x.sells('ann', 5, { at: 100 })
    expect(x.buysAtMarket('ann', 1)).toBe('NO_LIQUIDITY')
    expect(x.book).toBe('sell 100: ann 5')
  })

  test('the slippage limit counts from the best price that is not one’s own', () => {
    const x = new Exchange(four)
    x.sells('ann', 1, { at: 90 })
    x.sells('bob', 1, { at: 100 })
    x.sells('bob', 1, { at: 105 })
    x.sells('bob', 1, { at: 106 })
    expect(x.buysAtMarket('ann', 5)).toBe('expired 2')
    expect(x.book).toBe('sell 106: bob 1')
  })
})
