import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startMutantRunner } from './mutant-runner.ts'
import { applyMutant, mutants } from './mutants.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const QUICK = [
  'a price equal to the limit does not match',
  'a closed order keeps its hold',
  'a snapshot loads the queues in reverse order',
  'a row may have a wrong previous hash',
]

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

test('The fastest mutants are caught, and the unchanged code passes', async () => {
  const runner = startMutantRunner()
  try {
    const selected = mutants.filter(({ name }) => QUICK.includes(name))
    const files = selected.flatMap(({ caughtBy }) => caughtBy)
    expect((await runner.runUnchanged([...new Set(files)])).end).toEqual({ type: 'survived' })
    for (const mutant of selected) {
      const { end } = await runner.runMutant(mutant)
      expect([mutant.name, end]).toEqual([mutant.name, { type: 'caught', by: `tests/${mutant.caughtBy[0]}` }])
    }
    expect(selected).toHaveLength(QUICK.length)
  } finally {
    runner.end()
  }
}, 120_000)
