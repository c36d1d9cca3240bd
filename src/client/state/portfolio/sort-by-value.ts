import type { AssetView } from '../../../contract/portfolio/views.ts'
import { unitsOf } from './balances.ts'

/** Highest value first; equal values keep the order of the exchange. */
export function sortByValue(assets: readonly AssetView[]): readonly AssetView[] {
  return [...assets].sort((one, other) => {
    const difference = unitsOf(other.usdt_total) - unitsOf(one.usdt_total)
    return difference === 0n ? 0 : difference < 0n ? -1 : 1
  })
}
