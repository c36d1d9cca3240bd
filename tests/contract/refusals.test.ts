import { expect, test } from 'vitest'
import { isRefused, refuse } from '../../src/contract/refusals.ts'

test('A refusal is recognized by its tag', () => {
  expect(isRefused(refuse('ACCOUNT_FROZEN'))).toBe(true)
  expect(isRefused({ ...refuse('2FA_REQUIRED'), ticket: 'abc' })).toBe(true)
})

test('A success value with the fields of a refusal is not a refusal', () => {
  for (const value of [
    { code: 'WELCOME10' },
    { code: 'ACCOUNT_FROZEN', params: {} },
    { refused: { code: 'X' } },
    null,
    1,
  ])
    expect(isRefused(value)).toBe(false)
})
