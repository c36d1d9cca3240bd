/** The planted bugs still fit the code that they change: `npm run test:mutants` runs them. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { applyMutant, mutants } from '../mutants/mutants.ts'

const ROOT = join(import.meta.dirname, '..', '..')

test('Every mutant applies to its file and changes it, and its test files exist', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(18)
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
  for (const mutant of mutants) {
    const original = readFileSync(join(ROOT, mutant.file), 'utf8')
    expect([mutant.name, applyMutant(original, mutant) === original]).toEqual([mutant.name, false])
    expect([mutant.name, mutant.caughtBy.filter((file) => !existsSync(join(ROOT, 'tests', file)))]).toEqual([
      mutant.name,
      [],
    ])
  }
})

test('A mutant whose text is missing or found twice is refused', () => {
  const mutant = { name: 'x', file: 'x.ts', edits: [['one', 'two']], caughtBy: [] } as const
  expect(() => applyMutant('three', mutant)).toThrow('0 times')
  expect(() => applyMutant('one and one', mutant)).toThrow('2 times')
})
