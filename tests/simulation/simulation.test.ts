import { expect, test } from 'vitest'
import { runSeeds } from './seeds.ts'
import { simulate } from './simulation.ts'

const SEEDS = Number(process.env.SEEDS ?? 500)
const COMMANDS = 500

test(`${SEEDS} seeds of ${COMMANDS} commands: nothing lost, nothing doubled, every replay the same`, async () => {
  let seed = 0
  const found: number[] = []
  // One violation is enough to know.
  const nextSeed = (): number | undefined => (seed < SEEDS && found.length === 0 ? ++seed : undefined)
  const { seeds, sums, violations } = await runSeeds(nextSeed, COMMANDS, (each) => void found.push(each.seed))
  expect(violations).toEqual([])
  expect(seeds).toBe(SEEDS)
  // What the test is for did happen, and often.
  const often = (name: keyof typeof sums): number => (sums[name] ?? 0) / SEEDS
  expect(often('commands')).toBeGreaterThanOrEqual(COMMANDS)
  expect(often('trades')).toBeGreaterThan(50)
  for (const name of [
    'crashes',
    'failedCommits',
    'repeats',
    'again',
    'clockJumps',
    'pastWritten',
    'pastCutOff',
  ] as const)
    expect([name, often(name) > 1]).toEqual([name, true])
  for (const name of ['torn', 'snapshotsKept', 'snapshotsBroken', 'snapshotsCutOff', 'snapshotsRead'] as const)
    expect([name, often(name) > 0.05]).toEqual([name, true])
}, 300_000)

test('the same seed is the same story', async () => {
  for (const seed of [7, 8, 9]) expect(await simulate(seed, 300, false)).toEqual(await simulate(seed, 300, false))
})
