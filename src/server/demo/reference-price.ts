/** Where the demo market maker thinks a price belongs: a slow seeded walk that is drawn back to the listed price. */

import type { Pair } from '../../contract/catalogue.ts'
import type { Ticks } from '../../contract/money.ts'

/** Floats are fine here: a thought, not money. */
export type ReferencePrice = { ticks: number }

const STEP = 0.0002
const PULL = 0.0002
/** Never further from the listed price than this. */
const REACH = 0.3

export function walk(reference: ReferencePrice, { referencePrice }: Pair, next: () => number): Ticks {
  const shock = (next() + next() + next() - 1.5) * STEP
  const pull = PULL * Math.log(referencePrice / reference.ticks)
  const moved = reference.ticks * Math.exp(shock + pull)
  reference.ticks = Math.min(Math.max(moved, referencePrice * (1 - REACH)), referencePrice * (1 + REACH))
  return Math.max(1, Math.round(reference.ticks)) as Ticks
}
