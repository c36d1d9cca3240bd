/**
 * The reference price of the demo market maker: a seeded random walk through regimes of different volatility and drift,
 * with mean reversion to the listed price. Uses floats: it is not money.
 */

import type { Pair } from '../../contract/markets/instruments.ts'
import type { Ticks } from '../../contract/money.ts'
import { volatilityOf } from './market-character.ts'

export type ReferencePrice = { ticks: number; regime: Regime }
/** `volatility` is relative to the base volatility; `drift` is per second; `secondsLeft` until the next regime. */
type Regime = { readonly volatility: number; readonly drift: number; secondsLeft: number }

/** Standard deviation per second of an ordinary pair. */
const VOLATILITY = 0.00007
const DRIFT = 1.2e-7
const PULL = 2e-6
/** Maximum distance from the listed price. */
const MAX_DISTANCE = 0.3
const HOUR = 3_600

export const referenceAt = (price: Ticks): ReferencePrice => ({
  ticks: price,
  regime: { volatility: 1, drift: 0, secondsLeft: 0 },
})

/** Moves the price by some seconds. */
export function walk(reference: ReferencePrice, pair: Pair, next: () => number, seconds: number): Ticks {
  reference.regime.secondsLeft -= seconds
  if (reference.regime.secondsLeft <= 0) reference.regime = newRegime(next)
  const { volatility, drift } = reference.regime
  const factor = volatilityOf(pair)
  const shock = normal(next) * VOLATILITY * Math.sqrt(seconds) * volatility * factor
  const pull = PULL * seconds * Math.log(pair.referencePrice / reference.ticks)
  const moved = reference.ticks * Math.exp(shock + drift * seconds * factor + pull)
  const [min, max] = [pair.referencePrice * (1 - MAX_DISTANCE), pair.referencePrice * (1 + MAX_DISTANCE)]
  reference.ticks = Math.min(Math.max(moved, min), max)
  return Math.max(1, Math.round(reference.ticks)) as Ticks
}

/** Mostly low volatility, sometimes medium, rarely a short burst. */
function newRegime(next: () => number): Regime {
  const dice = next()
  const drift = (next() * 2 - 1) * DRIFT
  if (dice < 0.08) return { volatility: 3, drift: drift * 12, secondsLeft: HOUR * (0.2 + next() * 0.6) }
  if (dice < 0.4) return { volatility: 1.5, drift: drift * 3, secondsLeft: HOUR * (1 + next() * 5) }
  return { volatility: 0.7, drift, secondsLeft: HOUR * (2 + next() * 8) }
}

/** Approximately normal with standard deviation 1: the sum of four uniform numbers. */
const normal = (next: () => number): number => (next() + next() + next() + next() - 2) * Math.sqrt(3)
