/** Evenly spaced closing prices from candles with gaps. */

import { expect, test } from 'vitest'
import type { Ticks, Units } from '../../../src/contract/money.ts'
import type { Candle } from '../../../src/server/markets/candle.ts'
import { closeSeriesOf } from '../../../src/server/markets/close-series.ts'

const HOUR = 60 * 60 * 1_000
const NOON = Date.UTC(2026, 10, 21, 12)

/** Candles by hours before noon and closing price. */
const hours = (...closes: readonly (readonly [ago: number, close: number])[]): Candle[] =>
  closes.map(([ago, close]) => {
    const [price, volume] = [close as Ticks, 1n as Units]
    return { start: NOON - ago * HOUR, open: price, high: price, low: price, close: price, volume, turnover: volume }
  })

const seriesOf = (candles: readonly Candle[], count: number, now = NOON + HOUR / 2) =>
  closeSeriesOf(candles, '1h', count, now).map(({ at, price }) => [(at - NOON) / HOUR, price])

test('An hour without trades repeats the previous close, and the current hour ends now', () => {
  expect(seriesOf(hours([3, 10], [1, 12], [0, 13]), 4)).toEqual([
    [-2, 10],
    [-1, 10],
    [0, 12],
    [0.5, 13],
  ])
})

test('A close series starts with the last close before its first hour', () => {
  expect(seriesOf(hours([90, 7], [50, 8]), 2)).toEqual([
    [0, 8],
    [0.5, 8],
  ])
})

test('A close series has no points before the first trade', () => {
  expect(seriesOf([], 24)).toEqual([])
  expect(seriesOf(hours([1, 9]), 24)).toEqual([
    [0, 9],
    [0.5, 9],
  ])
})
