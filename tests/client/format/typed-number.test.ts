import { describe, expect, test } from 'vitest'
import { parseTyped, plainText } from '../../../src/client/format/typed-number.ts'
import { parseDecimal } from '../../../src/contract/money.ts'
import fc from '../../fixtures/fast-check.ts'

describe('A number field', () => {
  test.each([
    ['1.5', '1.5'],
    ['1,5', '1.5'],
    ['0,', '0.'],
    ['.5', '.5'],
    ['', ''],
    [' 12 345,67 ', '12345.67'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['1,234.56', '1234.56'],
    ['1.234,56', '1234.56'],
  ])('A number field reads %j as %j', (typed, read) => expect(parseTyped(typed, 8)).toBe(read))

  test.each(['1e5', '1e-7', '-1', '+1', 'abc', '0x10', '1..2', '1,2,3', '1.2.3', '12,34.5', 'NaN'])(
    'A number field rejects %j',
    (typed) => expect(parseTyped(typed, 8)).toBeUndefined(),
  )

  test('A number field accepts no more decimals than the step size', () => {
    expect(parseTyped('1.23', 2)).toBe('1.23')
    expect(parseTyped('1.234', 2)).toBeUndefined()
    expect(parseTyped('1.', 0)).toBeUndefined()
  })

  test('The value of a number field is a plain decimal or an empty string', () => {
    expect(['007', '0', '.5', '5.', '.', '', '00.10'].map(plainText)).toEqual(['7', '0', '0.5', '5', '', '', '0.10'])
  })

  test('Every accepted input of a number field parses exactly', () => {
    const typed = fc.stringMatching(/^[0-9., ]{0,12}$/)
    fc.assert(
      fc.property(typed, (text) => {
        const read = parseTyped(text, 8)
        if (read === undefined) return
        const plain = plainText(read)
        expect(plain === '' || parseDecimal(plain, 8) !== undefined).toBe(true)
      }),
    )
  })
})
