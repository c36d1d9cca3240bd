import { describe, expect, test } from 'vitest'
import { plainText, type Reading, readingsOf, readTyped } from '../../../src/client/format/typed-number.ts'
import { parseDecimal } from '../../../src/contract/money.ts'
import fc from '../../fixtures/fast-check.ts'

/** The value, or why there is none. */
const summary = (reading: Reading): string =>
  reading.type === 'number' ? reading.value : reading.type === 'open' ? `open ${reading.value}` : reading.why

const read = (text: string, decimals = 8, unit?: string) => summary(readTyped(text, decimals, unit))
/** What the field has after each key. */
const typed = (text: string, decimals: number) => [...text].map((_, at) => read(text.slice(0, at + 1), decimals))

describe('A number field', () => {
  test.each([
    ['1.5', '1.5'],
    ['1,5', '1.5'],
    ['1500,5', '1500.5'],
    ['58000,5', '58000.5'],
    ['0,', '0.'],
    ['0,125', '0.125'],
    ['.5', '.5'],
    ['', ''],
    ['63 412', '63412'],
    [' 12 345,67 ', '12345.67'],
    ['1’234.50', '1234.50'],
    ["1'234'567", '1234567'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['1,234.56', '1234.56'],
    ['1.234,56', '1234.56'],
    ['١٢٫٥', '12.5'],
    ['١٬٢٣٤٫٥', '1234.5'],
    ['۱۲۳', '123'],
    ['१२.५', '12.5'],
    ['１２３', '123'],
    ['１，５', '1.5'],
    ['\u200e12.5\u200f', '12.5'],
    ['0.0₄1237', '0.00001237'],
    ['0.0₁₂5', '0.0000000000005'],
  ])('A number field reads %j as %j', (text, number) => expect(read(text, 18)).toBe(number))

  test.each(['1e5', '1e-7', '-1', '−1', '+1', 'abc', '0x10', 'NaN', '5k', '1/2', '½'])(
    'A number field refuses %j for its characters',
    (text) => expect(read(text)).toBe('characters'),
  )

  test.each(['1..2', '1,2,3', '1.2.3', '12,34.5', '1,234,5.6', '1٫2٫3', '1,2٫3', '1.234,567.8'])(
    'A number field refuses %j for its commas and points',
    (text) => expect(read(text)).toBe('separators'),
  )

  test.each(['0.5\t100', '12\n34', '12\r\n34', '1\t', '0.5 100', '0,123 456', '1234 5678', '12 3456', '١٫٥ ٢'])(
    'A pasted text of two numbers is not taken for one: %j',
    (text) => {
      const isOne = text.trim() !== text
      expect(readTyped(text, 8)).toEqual(
        isOne ? { type: 'number', value: '1' } : { type: 'refused', why: 'separators' },
      )
    },
  )

  test.each(['12 34', '1 000 00', '1 5'])('%s is the beginning of a number with groups, and no number yet', (text) => {
    expect(readTyped(text, 8).type).toBe('open')
  })

  test.each([
    ['1,23,456.78', '123456.78'],
    ['12,34,567', '1234567'],
    ['1,00,00,000', '10000000'],
    ['१,२३,४५६', '123456'],
  ])('A number with groups as in India is read: %s', (text, value) => {
    expect(readTyped(text, 8)).toEqual({ type: 'number', value })
  })

  test('A pasted number may have the unit of the field before or after it, and no other one', () => {
    expect(['0.5 ETH', 'eth 0.5', '0.5eth'].map((text) => read(text, 8, 'ETH'))).toEqual(['0.5', '0.5', '0.5'])
    expect(['$100', '100 USD', 'US$ 1,234.50', '100 USDT'].map((text) => read(text, 8, 'USDT'))).toEqual([
      ...['100', '100', '1234.50', '100'],
    ])
    expect(readTyped('0.5 BTC', 8, 'ETH')).toEqual({ type: 'refused', why: 'unit', found: 'BTC' })
    expect(['$100', '€100', '100 USD'].map((text) => read(text, 8, 'BTC'))).toEqual(['unit', 'unit', 'unit'])
    expect(read('100 USDT', 8)).toBe('unit')
  })

  test('A comma or point before three digits groups them where the field has fewer than three decimals', () => {
    expect(typed('63,412', 2)).toEqual(['6', '63', '63.', '63.4', '63.41', '63412'])
    expect(read('63.412', 2)).toBe('63412')
    expect(typed('12,345', 0)).toEqual(['1', '12', 'open 12,', 'open 12,3', 'open 12,34', '12345'])
    expect(typed('1,234,567', 2).slice(5)).toEqual(['open 1,234,', 'open 1,234,5', 'open 1,234,56', '1234567'])
    expect(read('63,412.50', 2)).toBe('63412.50')
  })

  test('A comma or point before three digits stays open where the field has three decimals or more', () => {
    for (const text of ['1,234', '1.234', '12,345', '999.999']) expect(read(text, 3)).toMatch(/^open/)
    expect(typed('1,2345', 8)).toEqual(['1', '1.', '1.2', '1.23', 'open 1,234', '1.2345'])
    expect(readingsOf('1,234')).toEqual({ grouped: '1234', decimal: '1.234' })
    expect(['12,3', '1,234,5', '1234', '0,123'].map(readingsOf)).toEqual(Array(4).fill(undefined))
    expect(['0.123', '1234.567', '01.234', '.123'].map((text) => read(text))).toEqual([
      ...['0.123', '1234.567', '01.234', '.123'],
    ])
  })

  test('A number field accepts no more decimals than the step size, and no more digits than money has', () => {
    expect(read('1.23', 2)).toBe('1.23')
    expect(read('1234.567', 2)).toBe('decimals')
    expect(read('0.5', 0)).toBe('decimals')
    expect(read('1234567890123456')).toBe('digits')
  })

  test('The value of a number field is a plain decimal or an empty string', () => {
    expect(['007', '0', '.5', '5.', '.', '', '00.10', '1,234', '12,'].map(plainText)).toEqual([
      ...['7', '0', '0.5', '5', '', '', '0.10', '', ''],
    ])
  })

  test('Every accepted input of a number field parses exactly, and an open one is no number', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9., ٫٣]{0,12}$/), fc.integer({ min: 0, max: 8 }), (text, decimals) => {
        const reading = readTyped(text, decimals)
        if (reading.type === 'refused') return
        const plain = plainText(reading.value)
        expect(plain === '' || parseDecimal(plain, decimals) !== undefined).toBe(true)
        expect(reading.type === 'open').toBe(reading.value.includes(','))
        if (reading.type === 'open') expect(plain).toBe('')
      }),
    )
  })
})
