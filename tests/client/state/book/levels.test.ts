import { describe, expect, test } from 'vitest'
import { averageOf, groupLevels, type Level, slippageOf, walkLevels } from '../../../../src/client/state/book/levels.ts'
import { cost } from '../../../../src/contract/markets/instruments.ts'
import type { Lots, Ticks } from '../../../../src/contract/money.ts'
import { plus, type Units } from '../../../../src/contract/money.ts'
import { btc } from '../../../fixtures/client-markets.ts'
import fc from '../../../fixtures/fast-check.ts'

const level = (price: number, quantity: number): Level => ({ price: price as Ticks, quantity: quantity as Lots })
const far = Number.MAX_SAFE_INTEGER as Ticks
const asks = [level(101, 5), level(103, 10), level(110, 20)]

describe('Grouped book levels', () => {
  test('Grouped asks round up, bids round down, and sums start at the best price', () => {
    expect(groupLevels('asks', asks, 10)).toEqual([{ price: 110, quantity: 35, sum: 35 }])
    expect(groupLevels('bids', [level(109, 1), level(100, 2), level(99, 3)], 10)).toEqual([
      { price: 100, quantity: 3, sum: 3 },
      { price: 90, quantity: 3, sum: 6 },
    ])
  })
})

describe('A book walk', () => {
  test('A book walk by quantity takes the levels in order', () => {
    const walk = walkLevels(btc, 'buy', asks, { quantity: 8 as Lots }, far)
    expect(walk).toMatchObject({ quantity: 8, isShort: false })
    expect(walk.cost).toBe(cost(btc, 101 as Ticks, 5 as Lots) + cost(btc, 103 as Ticks, 3 as Lots))
    expect(slippageOf(btc, walk)).toBe(7425)
    expect(averageOf(btc, 'buy', walk)).toBe(10_175_000_000n)
  })

  test('A book walk by total buys whole lots while they fit', () => {
    const walk = walkLevels(btc, 'buy', asks, { total: plus(cost(btc, 101 as Ticks, 5 as Lots), 205n as Units) }, far)
    expect([walk.quantity, walk.isShort]).toEqual([6, false])
  })

  test('A book walk stops at the worst price and reports a shortfall', () => {
    const walk = walkLevels(btc, 'buy', asks, { quantity: 30 as Lots }, 105 as Ticks)
    expect([walk.quantity, walk.isShort]).toEqual([15, true])
  })

  test('A book walk never takes more than the total or the book has', () => {
    const someLevels = fc.array(
      fc.record({ price: fc.integer({ min: 1, max: 1e6 }), quantity: fc.integer({ min: 1, max: 1e6 }) }),
    )
    fc.assert(
      fc.property(someLevels, fc.bigInt(1n, 10n ** 12n), (rows, total) => {
        const levels = rows.map((row) => level(row.price, row.quantity)).sort((one, other) => one.price - other.price)
        const walk = walkLevels(btc, 'buy', levels, { total: total as Units }, far)
        expect(walk.cost <= total).toBe(true)
        expect(walk.quantity <= levels.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(true)
        expect(walk.pieces.reduce((sum, piece) => sum + piece.cost, 0n)).toBe(walk.cost)
      }),
    )
  })
})
