import { expect, test } from 'vitest'
import { diffCandles } from '../../../../src/client/chart/chart-rows.ts'
import { withQuietTimes } from '../../../../src/client/state/chart/quiet-candles.ts'
import { TIMEFRAME_NAMES, TIMEFRAMES } from '../../../../src/contract/markets/timeframes.ts'
import type { CandleView } from '../../../../src/contract/markets/views.ts'

const candle = (time: number, close: string): CandleView => ({
  time,
  open: '1',
  high: '9',
  low: '1',
  close,
  volume: '5',
})
const flat = (time: number, price: string): CandleView => ({
  time,
  open: price,
  high: price,
  low: price,
  close: price,
  volume: '0',
})

test.each(TIMEFRAME_NAMES)(
  'In the timeframe %s, times without trades are flat candles at the price before them',
  (name) => {
    const length = TIMEFRAMES[name] / 1_000
    const [first, second] = [candle(length, '2'), candle(4 * length, '3')]
    expect(withQuietTimes([first, second], length, 6 * length)).toEqual([
      first,
      flat(2 * length, '2'),
      flat(3 * length, '2'),
      second,
      flat(5 * length, '3'),
      flat(6 * length, '3'),
    ])
  },
)

test('Without quiet times, and with a clock that is behind, the candles are as they were', () => {
  const all = [candle(60, '2'), candle(120, '3')]
  expect(withQuietTimes(all, 60, 120)).toEqual(all)
  expect(withQuietTimes(all, 60, 0)).toEqual(all)
  expect(withQuietTimes([], 60, 600)).toEqual([])
})

test('A quiet time of a year is drawn with a thousand candles', () => {
  expect(withQuietTimes([candle(60, '2')], 60, 365 * 86_400)).toHaveLength(1_001)
})

test('While a quiet time grows, only the end of the chart is drawn again', () => {
  const all = [candle(60, '2'), candle(240, '3')]
  const [shown, next] = [withQuietTimes(all, 60, 300), withQuietTimes(all, 60, 360)]
  expect(next).toHaveLength(shown.length + 1)
  expect(diffCandles(shown, next)).toEqual({ kind: 'tail', from: shown.length - 1 })
})
