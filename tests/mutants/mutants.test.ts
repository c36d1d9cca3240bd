import { expect, test } from 'vitest'
import { startMutantRunner } from './mutant-runner.ts'
import { mutants } from './mutants.ts'

const QUICK = [
  'a price equal to the limit does not match',
  'a closed order keeps its hold',
  'a snapshot loads the queues in reverse order',
  'a row may have a wrong previous hash',
]

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
