/** The user's assets by their share of the total value, in thousandths. */

import { atom } from 'jotai'
import { sumOf } from '../../../contract/money.ts'
import type { AssetView } from '../../../contract/portfolio/views.ts'
import { assetsAtom, unitsOf } from './balances.ts'

export type AllocationShare = {
  /** Undefined for the sum of the small ones. */
  readonly symbol: string | undefined
  readonly thousandths: number
}

const NAMED_COUNT = 3

/** The three largest and the sum of the rest; empty without assets. */
export const allocationAtom = atom((get): readonly AllocationShare[] => {
  const values = sortByValue(get(assetsAtom) ?? []).map(({ currency, usdt_total }) => ({
    symbol: currency.symbol,
    value: unitsOf(usdt_total),
  }))
  const total = sumOf(values.map(({ value }) => value))
  if (total === 0n) return []
  const named = values
    .slice(0, NAMED_COUNT)
    .map(({ symbol, value }) => ({ symbol, thousandths: Number((value * 1000n) / total) }))
    .filter(({ thousandths }) => thousandths > 0)
  const rest = 1000 - named.reduce((sum, { thousandths }) => sum + thousandths, 0)
  // A remainder of up to three thousandths is a rounding error.
  return rest > NAMED_COUNT ? [...named, { symbol: undefined, thousandths: rest }] : named
})

/** Highest value first; equal values keep the order of the exchange. */
export function sortByValue(assets: readonly AssetView[]): readonly AssetView[] {
  return [...assets].sort((one, other) => {
    const difference = unitsOf(other.usdt_total) - unitsOf(one.usdt_total)
    return difference === 0n ? 0 : difference < 0n ? -1 : 1
  })
}

/** `40.8`. */
export const shareText = (thousandths: number): string => `${Math.floor(thousandths / 10)}.${thousandths % 10}`
