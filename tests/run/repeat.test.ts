import { expect, test } from 'vitest'
import { filesToRepeat, resultThatCounts } from './repeat.ts'
import type { FileResult } from './report.ts'

const failed = (path: string, message = 'expected 1 to be 2', tests = 2): FileResult => ({
  path,
  project: 'unit',
  isOk: false,
  tests,
  passed: tests - 1,
  unfinished: 0,
  failures: [{ title: `${path} > one`, message }],
  seconds: 1,
})
const passed = (path: string, tests = 2): FileResult => ({
  ...failed(path),
  isOk: true,
  tests,
  passed: tests,
  failures: [],
})

test('Up to five failed files are repeated, and those that passed are not', () => {
  const five = ['a', 'b', 'c', 'd', 'e'].map((name) => failed(`tests/server/${name}.test.ts`))
  expect(filesToRepeat([passed('tests/server/x.test.ts'), ...five])).toEqual(five)
  expect(filesToRepeat([...five, failed('tests/server/f.test.ts')])).toEqual([])
})

test.each([
  'tests/engine/matching.test.ts',
  'tests/contract/brands.test.ts',
  'tests/golden/golden.test.ts',
  'tests/simulation/ton/ton.test.ts',
  'tests/mutants/mutants.test.ts',
  'tests/tidy/tidy.test.ts',
  'tests/long/corruption.test.ts',
  'tests/server/kill.test.ts',
  'tests/server/custody/evm/payer-kill.test.ts',
  'tests/server/stop-under-load.test.ts',
])('Nothing is repeated if %s failed', (path) => {
  expect(filesToRepeat([failed(path), failed('tests/server/x.test.ts')])).toEqual([])
})

test('Nothing is repeated if a failure names a violation', () => {
  expect(filesToRepeat([failed('tests/server/x.test.ts', 'Violation: the sums differ')])).toEqual([])
})

test('A repetition counts, unless it had fewer tests than the first run', () => {
  const first = failed('tests/server/x.test.ts')
  expect(resultThatCounts(first, undefined)).toBe(first)
  expect(resultThatCounts(first, passed(first.path)).isOk).toBe(true)
  expect(resultThatCounts(first, passed(first.path, 1))).toBe(first)
})
