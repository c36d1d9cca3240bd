/**
 * Where the demo market maker thinks a price belongs: a seeded walk through moods, calm and restless, rising and
 * falling, always drawn back to the listed price. Floats are fine here: a thought, not money.
 */

import type { Pair } from '../../contract/catalogue.ts'
import type { Ticks } from '../../contract/money.ts'

export type ReferencePrice = { ticks: number; mood: Mood }
/** How much a price sways, where it drifts to in a second, and for how many seconds more. */
type Mood = { readonly sway: number; readonly drift: number; left: number }

/** In a second, of an ordinary pair in an ordinary mood. */
const SWAY = 0.00007
const MEME_SWAY = 2.2
const MEME_BAND = 600_000
const DRIFT = 1.2e-7
const PULL = 2e-6
/** Never further from the listed price than this. */
const REACH = 0.3
const HOUR = 3_600

export const referenceAt = (price: Ticks): ReferencePrice => ({ ticks: price, mood: { sway: 1, drift: 0, left: 0 } })

/** Where it is some seconds later. */
export function walk(reference: ReferencePrice, pair: Pair, next: () => number, seconds: number): Ticks {
  reference.mood.left -= seconds
  if (reference.mood.left <= 0) reference.mood = newMood(next)
  const { sway, drift } = reference.mood
  const temper = pair.rules.band > MEME_BAND ? MEME_SWAY : 1
  const shock = bell(next) * SWAY * Math.sqrt(seconds) * sway * temper
  const pull = PULL * seconds * Math.log(pair.referencePrice / reference.ticks)
  const moved = reference.ticks * Math.exp(shock + drift * seconds * temper + pull)
  const [least, most] = [pair.referencePrice * (1 - REACH), pair.referencePrice * (1 + REACH)]
  reference.ticks = Math.min(Math.max(moved, least), most)
  return Math.max(1, Math.round(reference.ticks)) as Ticks
}

/** Mostly calm, sometimes lively, now and then a burst that is soon over. */
function newMood(next: () => number): Mood {
  const dice = next()
  const drift = (next() * 2 - 1) * DRIFT
  if (dice < 0.08) return { sway: 3, drift: drift * 12, left: HOUR * (0.2 + next() * 0.6) }
  if (dice < 0.4) return { sway: 1.5, drift: drift * 3, left: HOUR * (1 + next() * 5) }
  return { sway: 0.7, drift, left: HOUR * (2 + next() * 8) }
}

/** About normal, with a deviation of 1: four dice. */
const bell = (next: () => number): number => (next() + next() + next() + next() - 2) * Math.sqrt(3)
