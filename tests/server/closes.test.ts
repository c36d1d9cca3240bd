/** Where a price stood, evenly apart, from candles that leave out quiet stretches. */

import { expect, test } from 'vitest'
import type { Ticks } from '../../src/contract/money.ts'
import { closesOf } from '../../src/server/market-data/closes.ts'
import type { Candle } from '../../src/server/projections/candle.ts'

const HOUR = 60 * 60 * 1_000
const NOON = Date.UTC(2026, 10, 21, 12)

/** Hours before noon, and where each closed. */
const hours = (...closes: readonly (readonly [ago: number, close: number])[]): Candle[] =>
  closes.map(([ago, close]) => {
    const price = close as Ticks
    return { start: NOON - ago * HOUR, open: price, high: price, low: price, close: price, volume: 1n, turnover: 1n }
  })

const told = (candles: readonly Candle[], count: number, now = NOON + HOUR / 2) =>
  closesOf(candles, '1h', count, now).map(({ at, price }) => [(at - NOON) / HOUR, price])

test('a quiet hour closes where the one before did, and the open hour closes now', () => {
  expect(told(hours([3, 10], [1, 12], [0, 13]), 4)).toEqual([
    [-2, 10],
    [-1, 10],
    [0, 12],
    [0.5, 13],
  ])
})

test('what came before the first hour asked for is where it begins', () => {
  expect(told(hours([90, 7], [50, 8]), 2)).toEqual([
    [0, 8],
    [0.5, 8],
  ])
})

test('before the first trade nothing is made up', () => {
  expect(told([], 24)).toEqual([])
  expect(told(hours([1, 9]), 24)).toEqual([
    [0, 9],
    [0.5, 9],
  ])
})
