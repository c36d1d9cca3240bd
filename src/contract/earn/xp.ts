/** XP: the points of the earn program. A currency of the ledger that is not a coin; always whole. */

import type { CurrencyId } from '../ids.ts'
import type { Currency } from '../markets/instruments.ts'
import type { Units } from '../money.ts'

export const XP: Currency = {
  id: 12 as CurrencyId,
  symbol: 'XP',
  name: 'Experience points',
  decimals: 0,
  kind: 'points',
}

/** Whole XP. */
export type Xp = number

const UNITS_PER_XP = 100_000_000n

export const xpUnits = (xp: Xp): Units => (BigInt(xp) * UNITS_PER_XP) as Units

/** Rounded down to whole XP. */
export const wholeXp = (units: Units): Xp => Number(units / UNITS_PER_XP)
