import { expect, test } from 'vitest'
import { MEMO_NUMBERS, memoOf, numberOfMemo } from '../../../src/chains/ton/memo.ts'
import fc from '../../fixtures/fast-check.ts'

const numbers = fc.integer({ min: 0, max: MEMO_NUMBERS - 1 })

test('Every number has a memo of ten digits without a leading zero, which leads back to the number', () => {
  fc.assert(
    fc.property(numbers, (number) => {
      expect(memoOf(number)).toMatch(/^[1-9]\d{9}$/)
      expect(numberOfMemo(memoOf(number))).toBe(number)
    }),
    { numRuns: 5_000 },
  )
  expect([0, MEMO_NUMBERS - 1].map((number) => numberOfMemo(memoOf(number)))).toEqual([0, MEMO_NUMBERS - 1])
})

test('Every text that has a number is the memo of this number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), (digits) => {
      const text = String(digits).padStart(10, '0')
      const number = numberOfMemo(text)
      expect(number === undefined || memoOf(number) === text).toBe(true)
    }),
    { numRuns: 5_000 },
  )
})

test('Numbers that follow each other have different memos that are not consecutive', () => {
  const memos = Array.from({ length: 10_000 }, (_, number) => memoOf(number))
  expect(new Set(memos).size).toBe(memos.length)
  expect(Math.abs(Number(memos[1]) - Number(memos[0]))).toBeGreaterThan(10_000)
})

test('The memos of known numbers never change', () => {
  expect([0, 1, 2, 999, 899_999_999].map(memoOf)).toEqual([
    ...['1000000005', '6562137714', '3124275420', '4575572290', '4437862290'],
  ])
})

test('A memo with one wrong digit, or with two neighbours exchanged, belongs to no user', () => {
  fc.assert(
    fc.property(numbers, fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }), (number, place, digit) => {
      const memo = memoOf(number)
      const wrong = memo.slice(0, place) + digit + memo.slice(place + 1)
      const exchanged = memo.slice(0, place) + (memo[place + 1] ?? '') + memo[place] + memo.slice(place + 2)
      for (const text of [wrong, exchanged]) if (text !== memo) expect(numberOfMemo(text)).toBeUndefined()
    }),
    { numRuns: 5_000 },
  )
})

test('ASCII spaces around a memo are ignored, and nothing else', () => {
  const memo = memoOf(42)
  for (const text of [memo, ` ${memo}`, `${memo}   `, `  ${memo} `]) expect(numberOfMemo(text)).toBe(42)
})

test.each([
  ['an empty text', () => ''],
  ['a line break at its end', (memo: string) => `${memo}\n`],
  ['a tabulator', (memo: string) => `\t${memo}`],
  ['a space that is not ASCII', (memo: string) => `\u00a0${memo}`],
  ['a space inside', (memo: string) => `${memo.slice(0, 5)} ${memo.slice(5)}`],
  ['a plus', (memo: string) => `+${memo}`],
  ['a leading zero', (memo: string) => `0${memo}`],
  ['nine digits', (memo: string) => memo.slice(0, 9)],
  ['eleven digits', (memo: string) => `${memo}0`],
  ['full-width digits', (memo: string) => memo.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))],
  ['Arabic digits', (memo: string) => memo.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))],
  ['a zero-width space', (memo: string) => `\u200b${memo}`],
])('A memo with %s belongs to no user', (_what, change) => {
  expect(numberOfMemo(change(memoOf(42)))).toBeUndefined()
})

test.each([-1, 0.5, MEMO_NUMBERS, Number.NaN])('The number %s has no memo', (number) => {
  expect(() => memoOf(number)).toThrow(RangeError)
})
