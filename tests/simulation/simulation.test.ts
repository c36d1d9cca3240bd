import { expect, test } from 'vitest'
import { scope } from '../scope.ts'
import { runSeeds } from './seeds.ts'
import { simulate } from './simulation.ts'

const SEEDS = scope.tradingSeeds
const COMMANDS = 500

test(`The exchange loses and repeats no command and replays to the same state in ${SEEDS} seeds of ${COMMANDS} commands`, async () => {
  let seed = 0
  const found: number[] = []
  // Stops after the first violation.
  const nextSeed = (): number | undefined => (seed < SEEDS && found.length === 0 ? ++seed : undefined)
  const { seeds, sums, violations } = await runSeeds(
    'trading',
    nextSeed,
    COMMANDS,
    (each) => void found.push(each.seed),
  )
  expect(violations).toEqual([])
  expect(seeds).toBe(SEEDS)
  // The run is meaningful only if every fault occurred often enough.
  const perSeed = (name: string): number => (sums[name] ?? 0) / SEEDS
  expect(perSeed('commands')).toBeGreaterThanOrEqual(COMMANDS)
  expect(perSeed('trades')).toBeGreaterThan(20)
  for (const name of [
    'crashes',
    'takeovers',
    'failedCommits',
    'repeats',
    'duplicates',
    'clockJumps',
    'readModelWrites',
    'readModelAborts',
  ] as const)
    expect([name, perSeed(name) > 1]).toEqual([name, true])
  expect(perSeed('recoveries')).toBeLessThan(perSeed('failedCommits') / 2)
  for (const name of [
    'recoveries',
    'damagedRows',
    'restores',
    'snapshotsSaved',
    'snapshotsDamaged',
    'snapshotsAborted',
    'snapshotsRead',
  ] as const)
    expect([name, perSeed(name) > 0.05]).toEqual([name, true])
}, 300_000)

test('A simulation with the same seed gives the same result', async () => {
  for (const seed of [7, 8, 9]) expect(await simulate(seed, 300, false)).toEqual(await simulate(seed, 300, false))
})
