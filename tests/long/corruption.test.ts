import { expect, test } from 'vitest'
import { corruption } from './corruption.ts'

const ROUNDS = 40
const MINUTES = 15
const SEED = 20_000

test(
  `Each of ${ROUNDS} random corruptions of the stored journal and its snapshots is detected`,
  async () => {
    const { rows, violations } = await corruption.run({ minutes: MINUTES, rounds: ROUNDS, seed: SEED }, () => undefined)
    expect(violations).toEqual([])
    expect(rows.reduce((sum, [, count]) => sum + count, 0)).toBe(ROUNDS)
  },
  MINUTES * 60_000,
)
