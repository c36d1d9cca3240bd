import { expect, test } from 'vitest'
import { simulate } from './simulation.ts'

const SEEDS = Number(process.env.SEEDS ?? 300)
const COMMANDS = 500

test(`${SEEDS} seeds of ${COMMANDS} commands: nothing lost, nothing doubled, every replay the same`, async () => {
  const sum = { commands: 0, crashes: 0, failedCommits: 0, repeats: 0, orders: 0, trades: 0 }
  const snapshots = { kept: 0, broken: 0, cutOff: 0, read: 0 }
  for (let seed = 1; seed <= SEEDS; seed++) {
    const tally = await simulate(seed, COMMANDS).catch((error: unknown) => {
      throw new Error(`seed ${seed}`, { cause: error })
    })
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += tally[name]
    for (const name of Object.keys(snapshots) as (keyof typeof snapshots)[]) snapshots[name] += tally.snapshots[name]
  }
  // What the test is for did happen, and often.
  expect(sum.commands).toBeGreaterThanOrEqual(SEEDS * COMMANDS)
  for (const name of ['crashes', 'failedCommits', 'repeats'] as const)
    expect([name, sum[name] > SEEDS]).toEqual([name, true])
  expect(sum.trades).toBeGreaterThan(SEEDS * 50)
  for (const name of ['kept', 'broken', 'cutOff', 'read'] as const)
    expect([name, snapshots[name] > SEEDS / 4]).toEqual([name, true])
}, 300_000)

test('the same seed is the same story', async () => {
  expect(await simulate(7, 300, false)).toEqual(await simulate(7, 300, false))
})
