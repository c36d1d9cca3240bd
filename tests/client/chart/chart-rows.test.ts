import { describe, expect, test } from 'vitest'
import { axisPrices } from '../../src/client/chart/axis-prices.ts'
import { changeOf, rowsFrom } from '../../src/client/chart/chart-rows.ts'
import type { CandleView } from '../../src/contract/views.ts'

const candle = (time: number, close = 100): CandleView => ({
  time,
  open: '100',
  high: '110',
  low: '90',
  close: String(close),
  volume: '1',
})
const many = Array.from({ length: 30 }, (_, place) => candle(place * 60, 100 + place))

describe('rows', () => {
  test('have the mean of the last twenty closes, from the twentieth on', () => {
    const rows = rowsFrom(many, 0, 'up', 'down')
    expect(rows.findIndex(({ average }) => average !== undefined)).toBe(19)
    expect([rows[19]?.average, rows[29]?.average]).toEqual([109.5, 119.5])
  })

  test('of the end are the same as those of all', () => {
    const all = rowsFrom(many, 0, 'up', 'down')
    for (const from of [0, 5, 18, 19, 28, 29]) expect(rowsFrom(many, from, 'up', 'down')).toEqual(all.slice(from))
  })

  test('have the colour of the way the candle went', () => {
    const rows = rowsFrom([candle(0, 99), candle(60, 100), candle(120, 101)], 0, 'up', 'down')
    expect(rows.map(({ color }) => color)).toEqual(['down', 'up', 'up'])
  })
})

describe('what is drawn anew', () => {
  const last = many.at(-1)!
  test('is nothing, or the end', () => {
    expect(changeOf(many, many)).toEqual({ kind: 'none' })
    expect(changeOf(many, [...many.slice(0, -1), { ...last, close: '7' }])).toEqual({ kind: 'tail', from: 29 })
    expect(changeOf(many, [...many, candle(1800)])).toEqual({ kind: 'tail', from: 29 })
  })

  test('is all of it when older ones came, or those in the middle changed', () => {
    expect(changeOf(many, [candle(-60), ...many])).toEqual({ kind: 'all' })
    expect(
      changeOf(
        many,
        many.map((each) => ({ ...each })),
      ),
    ).toEqual({ kind: 'all' })
  })

  test('begins afresh with another chart', () => {
    expect(changeOf([], many)).toEqual({ kind: 'fresh' })
    expect(changeOf(many, [])).toEqual({ kind: 'fresh' })
    expect(changeOf(many, [candle(90_000)])).toEqual({ kind: 'fresh' })
  })
})

describe('prices beside the chart', () => {
  test('have the decimals that all of them need', () => {
    expect(axisPrices([64_000, 63_750], 2)).toEqual(['64,000', '63,750'])
    expect(axisPrices([5.2, 5.25], 3)).toEqual(['5.20', '5.25'])
    expect(axisPrices([0.0000122, 0.000012], 10)).toEqual(['0.0₄122', '0.0₄120'])
    expect(axisPrices([0.0000000002, 0.0000000001], 10)).toEqual(['0.0₉2', '0.0₉1'])
  })
})
