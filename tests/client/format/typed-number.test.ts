import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainOf, readTyped } from '../../src/client/format/typed-number.ts'
import { parseDecimal } from '../../src/contract/money.ts'

describe('a number field', () => {
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
  ])('takes %j as %j', (typed, read) => expect(readTyped(typed, 8)).toBe(read))

  test.each(['1e5', '1e-7', '-1', '+1', 'abc', '0x10', '1..2', '1,2,3', '1.2.3', '12,34.5', 'NaN'])(
    'does not take %j',
    (typed) => expect(readTyped(typed, 8)).toBeUndefined(),
  )

  test('takes no more decimals than the step has', () => {
    expect(readTyped('1.23', 2)).toBe('1.23')
    expect(readTyped('1.234', 2)).toBeUndefined()
    expect(readTyped('1.', 0)).toBeUndefined()
  })

  test('means a plain decimal, or nothing', () => {
    expect(['007', '0', '.5', '5.', '.', '', '00.10'].map(plainOf)).toEqual(['7', '0', '0.5', '5', '', '', '0.10'])
  })

  test('whatever is taken can be read exactly', () => {
    const typed = fc.stringMatching(/^[0-9., ]{0,12}$/)
    fc.assert(
      fc.property(typed, (text) => {
        const read = readTyped(text, 8)
        if (read === undefined) return
        const plain = plainOf(read)
        expect(plain === '' || parseDecimal(plain, 8) !== undefined).toBe(true)
      }),
    )
  })
})
