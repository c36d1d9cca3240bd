import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { averageOf, groupLevels, type Level, slippageOf, walkLevels } from '../../src/client/atoms/levels.ts'
import { cost } from '../../src/contract/catalogue.ts'
import type { Lots, Ticks } from '../../src/contract/money.ts'
import { btc } from './markets.ts'

const level = (price: number, quantity: number): Level => ({ price: price as Ticks, quantity: quantity as Lots })
const far = Number.MAX_SAFE_INTEGER as Ticks
const asks = [level(101, 5), level(103, 10), level(110, 20)]

describe('the book in groups', () => {
  test('asks round up, bids down, sums run from the best', () => {
    expect(groupLevels('asks', asks, 10)).toEqual([{ price: 110, quantity: 35, sum: 35 }])
    expect(groupLevels('bids', [level(109, 1), level(100, 2), level(99, 3)], 10)).toEqual([
      { price: 100, quantity: 3, sum: 3 },
      { price: 90, quantity: 3, sum: 6 },
    ])
  })
})

describe('a walk through the book', () => {
  test('by quantity takes level after level', () => {
    const walk = walkLevels(btc, 'buy', asks, { quantity: 8 as Lots }, far)
    expect(walk).toMatchObject({ quantity: 8, isShort: false })
    expect(walk.cost).toBe(cost(btc, 101 as Ticks, 5 as Lots) + cost(btc, 103 as Ticks, 3 as Lots))
    expect(slippageOf(btc, walk)).toBe(7425)
    expect(averageOf(btc, 'buy', walk)).toBe(10_175_000_000n)
  })

  test('by total buys whole lots while they fit', () => {
    const walk = walkLevels(btc, 'buy', asks, { total: cost(btc, 101 as Ticks, 5 as Lots) + 205n }, far)
    expect([walk.quantity, walk.isShort]).toEqual([6, false])
  })

  test('stops at the worst price and says that it is short', () => {
    const walk = walkLevels(btc, 'buy', asks, { quantity: 30 as Lots }, 105 as Ticks)
    expect([walk.quantity, walk.isShort]).toEqual([15, true])
  })

  test('never takes more than is asked or there', () => {
    const someLevels = fc.array(
      fc.record({ price: fc.integer({ min: 1, max: 1e6 }), quantity: fc.integer({ min: 1, max: 1e6 }) }),
    )
    fc.assert(
      fc.property(someLevels, fc.bigInt(1n, 10n ** 12n), (rows, total) => {
        const levels = rows.map((row) => level(row.price, row.quantity)).sort((one, other) => one.price - other.price)
        const walk = walkLevels(btc, 'buy', levels, { total }, far)
        expect(walk.cost <= total).toBe(true)
        expect(walk.quantity <= levels.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(true)
        expect(walk.pieces.reduce((sum, piece) => sum + piece.cost, 0n)).toBe(walk.cost)
      }),
    )
  })
})
