import { describe, expect, test } from 'vitest'
import { axisTime, crosshairTime } from '../../../src/client/format/axis-times.ts'
import { durationText, runTime } from '../../../src/client/format/countdown.ts'
import { compact, grouped, percentChange, withDecimals } from '../../../src/client/format/numbers.ts'
import { formatMoney, formatPrice, formatTurnover } from '../../../src/client/format/pair-numbers.ts'
import { smallPriceText, withWholePrices } from '../../../src/client/format/small-price.ts'
import { age, clockTime, orderTime } from '../../../src/client/format/times.ts'
import { btc, pepe } from '../../fixtures/client-markets.ts'

describe('Number formats', () => {
  test('Numbers are grouped from one thousand and use the Unicode minus sign', () => {
    expect(['999', '1000', '63412.05', '-1234567.8'].map(grouped)).toEqual([
      '999',
      '1,000',
      '63,412.05',
      '−1,234,567.8',
    ])
  })

  test('Extra decimals are truncated, not rounded', () => {
    expect(withDecimals('0.999', 2)).toBe('0.99')
    expect(withDecimals('5', 2)).toBe('5.00')
    expect(withDecimals('5.5', 0)).toBe('5')
  })

  test('Compact amounts use K, M and B, and keep small amounts', () => {
    expect(['290.479', '43300', '18420000.5', '389930000000', '0.00001', '0'].map((text) => compact(text))).toEqual([
      '290.47',
      '43.30K',
      '18.42M',
      '389.93B',
      '0.00001',
      '0.00',
    ])
  })

  test('Compact volume and turnover use T and show the unit', () => {
    expect(['290.47', '18420000', '389930000000', '1200000000000'].map((text) => compact(text))).toEqual([
      '290.47',
      '18.42M',
      '389.93B',
      '1.20T',
    ])
    expect([formatTurnover(btc, '18420000.123'), formatTurnover(btc, null)]).toEqual(['18.42M USDT', undefined])
  })

  test('A percent change starts with its sign, and zero has none', () => {
    expect(['1.84', '+1.8', '-0.62', '0', '-0.001'].map(percentChange)).toEqual([
      '+1.84%',
      '+1.80%',
      '−0.62%',
      '0.00%',
      '0.00%',
    ])
  })

  test('A money amount below one cent is shown in full instead of zero', () => {
    expect(['10248.859', '0.004', '0'].map(formatMoney)).toEqual(['10,248.85', '0.004', '0.00'])
  })
})

describe('Price formats', () => {
  test('Prices have the decimals of the tick size', () => {
    expect(formatPrice(btc, '63412.5')).toBe('63,412.50')
    expect(formatPrice(pepe, '0.00001237')).toBe('0.0000123700')
  })

  test('Prices with four or more leading zeros show the count of zeros', () => {
    expect(['0.00001237', '0.0006128', '0.0000000001'].map(smallPriceText)).toEqual(['0.0₄1237', '0.0006128', '0.0₉1'])
  })

  test('A copied text has each small price as the number that it is', () => {
    expect(withWholePrices('Buy 10 at 0.0₄128204, spread 0.0₁₂5')).toBe(
      'Buy 10 at 0.0000128204, spread 0.0000000000005',
    )
    for (const price of ['0.00001237', '0.0000000001', '63,412.5'])
      expect(withWholePrices(smallPriceText(price))).toBe(price)
  })
})

describe('Time formats', () => {
  const now = new Date(2026, 10, 21, 14, 20).getTime()
  const isoTime = (...parts: [number, number, number, number, number, number]) => new Date(...parts).toISOString()
  test('Order times are exact today and short for earlier days', () => {
    expect(orderTime(isoTime(2026, 10, 21, 14, 2, 11), now)).toBe('14:02:11')
    expect(orderTime(isoTime(2026, 10, 20, 22, 14, 0), now)).toBe('Yesterday, 22:14')
    expect(orderTime(isoTime(2026, 10, 18, 21, 6, 0), now)).toBe('18 Nov, 21:06')
    expect(orderTime(isoTime(2025, 10, 3, 1, 0, 0), now)).toBe('3 Nov 2025')
  })
  test('Ages use seconds, minutes or hours', () => {
    expect([34_000, 300_000, 8_000_000].map(age)).toEqual(['34 s', '5 min', '2 h'])
  })
  test('A duration has no parts that are zero, and the time left of a run keeps all of them', () => {
    const [minute, hour] = [60_000, 3_600_000]
    expect([8 * hour, hour + 30 * minute, 45 * minute, minute / 2].map(durationText)).toEqual([
      '8h',
      '1h 30m',
      '45m',
      '1m',
    ])
    expect([8 * hour, hour + 30 * minute, 5_000].map(runTime)).toEqual(['8h 00m 00s', '1h 30m 00s', '0h 00m 05s'])
  })
  test('Chart times are local, and UTC days for daily candles', () => {
    const seconds = new Date(2026, 10, 21, 14, 0).getTime() / 1000
    expect(axisTime(seconds, 'time', false)).toBe('14:00')
    expect(crosshairTime(seconds, false)).toBe('21 Nov, 14:00')
    const midnight = new Date(2026, 10, 21).getTime() / 1000
    expect(axisTime(midnight, 'day', false)).toBe('21 Nov')
    const day = Date.UTC(2026, 10, 21) / 1000
    expect([axisTime(day, 'day', true), axisTime(day, 'month', true), axisTime(day, 'year', true)]).toEqual([
      '21 Nov',
      'Nov',
      '2026',
    ])
    expect(crosshairTime(day, true)).toBe('21 Nov 2026')
  })
  test('Trade list times have seconds', () => {
    expect(clockTime(new Date(2026, 10, 21, 4, 2, 9).getTime())).toBe('04:02:09')
  })
})
