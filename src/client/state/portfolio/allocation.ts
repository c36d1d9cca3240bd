/** The user's assets by their share of the total value, in thousandths. */

import { atom } from 'jotai'
import { sumOf, type Units } from '../../../contract/money.ts'
import { assetsAtom, unitsOf } from './balances.ts'
import { sortByValue } from './sort-by-value.ts'

export type AllocationShare = {
  /** Undefined for the sum of the small ones. */
  readonly symbol: string | undefined
  readonly thousandths: number
}

const NAMED_COUNT = 3

type Part = { readonly symbol: string | undefined; readonly value: Units }

const partsAtom = atom((get): readonly Part[] =>
  sortByValue(get(assetsAtom) ?? []).map(({ currency, usdt_total }) => ({
    symbol: currency.symbol,
    value: unitsOf(usdt_total),
  })),
)

/** The three largest and the sum of the rest; empty without assets. */
export const allocationAtom = atom((get): readonly AllocationShare[] => {
  const parts = get(partsAtom)
  const rest = { symbol: undefined, value: sumOf(parts.slice(NAMED_COUNT).map(({ value }) => value)) }
  return thousandthsOf([...parts.slice(0, NAMED_COUNT), rest]).filter(({ thousandths }) => thousandths > 0)
})

/** Of every asset, in thousandths by its symbol; empty without assets. */
export const sharesAtom = atom(
  (get): ReadonlyMap<string | undefined, number> =>
    new Map(thousandthsOf(get(partsAtom)).map(({ symbol, thousandths }) => [symbol, thousandths])),
)

/** Rounded so that they add up to 1,000: what rounding down leaves goes to the largest remainders. */
function thousandthsOf(parts: readonly Part[]): readonly AllocationShare[] {
  const total = sumOf(parts.map(({ value }) => value))
  if (total === 0n) return []
  const shares = parts.map(({ symbol, value }) => ({
    symbol,
    thousandths: Number((value * 1000n) / total),
    remainder: (value * 1000n) % total,
  }))
  const missing = 1000 - shares.reduce((sum, { thousandths }) => sum + thousandths, 0)
  const byRemainder = [...shares].sort((one, other) => Number(other.remainder - one.remainder))
  const largest = byRemainder.slice(0, missing)
  return shares.map((share) => ({
    symbol: share.symbol,
    thousandths: share.thousandths + (largest.includes(share) ? 1 : 0),
  }))
}

/** `40.8`. */
export const shareText = (thousandths: number): string => `${Math.floor(thousandths / 10)}.${thousandths % 10}`
