import { test } from 'vitest'
import { simulate } from './simulation.ts'

const SEEDS = 20_000
const FIRST = 1_000_000

test(`${SEEDS} more seeds`, async () => {
  for (let seed = FIRST; seed < FIRST + SEEDS; seed++)
    await simulate(seed, 500).catch((error: unknown) => {
      throw new Error(`seed ${seed}`, { cause: error })
    })
}, 3_600_000)
