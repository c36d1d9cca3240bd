import { describe, expect, test } from 'vitest'
import { axisPrices } from '../../../src/client/chart/axis-prices.ts'
import { diffCandles, rowsFrom } from '../../../src/client/chart/chart-rows.ts'
import type { CandleView } from '../../../src/contract/markets/views.ts'

const candle = (time: number, close = 100): CandleView => ({
  time,
  open: '100',
  high: '110',
  low: '90',
  close: String(close),
  volume: '1',
})
const many = Array.from({ length: 30 }, (_, place) => candle(place * 60, 100 + place))

describe('Chart rows', () => {
  test('Chart rows have the average of the last twenty closes from the twentieth row on', () => {
    const rows = rowsFrom(many, 0, 'up', 'down')
    expect(rows.findIndex(({ average }) => average !== undefined)).toBe(19)
    expect([rows[19]?.average, rows[29]?.average]).toEqual([109.5, 119.5])
  })

  test('Chart rows computed from an offset equal the same part of all rows', () => {
    const all = rowsFrom(many, 0, 'up', 'down')
    for (const from of [0, 5, 18, 19, 28, 29]) expect(rowsFrom(many, from, 'up', 'down')).toEqual(all.slice(from))
  })

  test('A chart row has the color of its candle direction', () => {
    const rows = rowsFrom([candle(0, 99), candle(60, 100), candle(120, 101)], 0, 'up', 'down')
    expect(rows.map(({ color }) => color)).toEqual(['down', 'up', 'up'])
  })
})

describe('Chart changes', () => {
  const last = many.at(-1)!
  test('A chart change without new candles is none, and a new or changed last candle is a tail change', () => {
    expect(diffCandles(many, many)).toEqual({ kind: 'none' })
    expect(diffCandles(many, [...many.slice(0, -1), { ...last, close: '7' }])).toEqual({ kind: 'tail', from: 29 })
    expect(diffCandles(many, [...many, candle(1800)])).toEqual({ kind: 'tail', from: 29 })
  })

  test('A chart change with older candles or changed middle candles redraws all rows', () => {
    expect(diffCandles(many, [candle(-60), ...many])).toEqual({ kind: 'all' })
    expect(
      diffCandles(
        many,
        many.map((each) => ({ ...each })),
      ),
    ).toEqual({ kind: 'all' })
  })

  test('A chart with unrelated candles is drawn from scratch', () => {
    expect(diffCandles([], many)).toEqual({ kind: 'fresh' })
    expect(diffCandles(many, [])).toEqual({ kind: 'fresh' })
    expect(diffCandles(many, [candle(90_000)])).toEqual({ kind: 'fresh' })
  })
})

describe('Chart axis prices', () => {
  test('Chart axis prices share the number of decimals that all of them need', () => {
    const none = () => false
    expect(axisPrices([64_000, 63_750], 2, none)).toEqual(['64,000', '63,750'])
    expect(axisPrices([5.2, 5.25], 3, none)).toEqual(['5.20', '5.25'])
    expect(axisPrices([0.0000122, 0.000012], 10, none)).toEqual(['0.0₄122', '0.0₄120'])
    expect(axisPrices([0.0000000002, 0.0000000001], 10, none)).toEqual(['0.0₉2', '0.0₉1'])
  })

  test('A price of the axis that another label covers has no label, and the others keep their decimals', () => {
    expect(axisPrices([5.2, 5.25], 3, (price) => price === 5.25)).toEqual(['5.20', ''])
  })
})
