/** How what the reader owns is parted among coins, in thousandths of its worth. */

import { atom } from 'jotai'
import { sumOf } from '../../contract/money.ts'
import type { AssetView } from '../../contract/views.ts'
import { assetsAtom, unitsOf } from './balances.ts'

export type Share = {
  /** Undefined for all the small ones together. */
  readonly symbol: string | undefined
  readonly thousandths: number
}

const NAMED = 3

/** The largest by name and the rest in one; nothing while there is nothing. */
export const sharesAtom = atom((get): readonly Share[] => {
  const worths = byWorth(get(assetsAtom) ?? []).map(({ currency, usdt_total }) => ({
    symbol: currency.symbol,
    worth: unitsOf(usdt_total),
  }))
  const whole = sumOf(worths.map(({ worth }) => worth))
  if (whole === 0n) return []
  const named = worths
    .slice(0, NAMED)
    .map(({ symbol, worth }) => ({ symbol, thousandths: Number((worth * 1000n) / whole) }))
    .filter(({ thousandths }) => thousandths > 0)
  const rest = 1000 - named.reduce((sum, { thousandths }) => sum + thousandths, 0)
  // What rounding down left over is nobody's.
  return rest > NAMED ? [...named, { symbol: undefined, thousandths: rest }] : named
})

/** The dearest first; what is worth the same stays as the exchange lists it. */
export function byWorth(assets: readonly AssetView[]): readonly AssetView[] {
  return [...assets].sort((one, other) => {
    const difference = unitsOf(other.usdt_total) - unitsOf(one.usdt_total)
    return difference === 0n ? 0 : difference < 0n ? -1 : 1
  })
}

/** `40.8`. */
export const shareWords = (thousandths: number): string => `${Math.floor(thousandths / 10)}.${thousandths % 10}`
