import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mutants, planted } from './mutants.ts'
import { openGarden } from './plant.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const QUICK = [
  'a price must be better to cross, not as good',
  'a cancelled order keeps its hold',
  'a queue is thawed back to front',
  'a row need not continue the one before it',
]

test('every bug of the table can be planted, and changes something', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(18)
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
  for (const mutant of mutants) {
    const sound = readFileSync(join(ROOT, mutant.file), 'utf8')
    expect([mutant.name, planted(sound, mutant) === sound]).toEqual([mutant.name, false])
  }
})

test('a text that is not there, or there twice, is refused', () => {
  const mutant = { name: 'x', file: 'x.ts', edits: [['one', 'two']], caughtBy: [] } as const
  expect(() => planted('three', mutant)).toThrow('0 times')
  expect(() => planted('one and one', mutant)).toThrow('2 times')
})

test('the quickest of them are caught, and nothing is caught where nothing is wrong', async () => {
  const garden = openGarden()
  try {
    const chosen = mutants.filter(({ name }) => QUICK.includes(name))
    const files = chosen.flatMap(({ caughtBy }) => caughtBy)
    expect((await garden.unharmed([...new Set(files)])).end).toEqual({ type: 'survived' })
    for (const mutant of chosen) {
      const { end } = await garden.try(mutant)
      expect([mutant.name, end]).toEqual([mutant.name, { type: 'caught', by: `tests/${mutant.caughtBy[0]}` }])
    }
    expect(chosen).toHaveLength(QUICK.length)
  } finally {
    garden.end()
  }
}, 120_000)
