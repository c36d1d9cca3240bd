import type { AssetView } from '../../../contract/portfolio/views.ts'
import { totalOf } from './balances.ts'

/** Coins without a balance are one row until it is opened, unless there are no others or the user searches. */
export function foldEmpty(assets: readonly AssetView[], { isOpen, search }: { isOpen: boolean; search: string }) {
  const held = assets.filter((asset) => totalOf(asset) > 0n)
  const empty = assets.filter((asset) => totalOf(asset) === 0n)
  const hasFold = search.trim() === '' && held.length > 0 && empty.length > 0
  return { held, hasFold, emptyCount: empty.length, shown: isOpen || !hasFold ? empty : [] }
}
