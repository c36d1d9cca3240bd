/** How many ticks of the selected pair make a row of its book. Kept for each pair. */

import { atom } from 'jotai'
import { keptAtom } from './kept.ts'
import { selectedMarketAtom } from './selected-pair.ts'

export const GROUPINGS = [1, 10, 100] as const
export type Grouping = (typeof GROUPINGS)[number]

const isGrouping = (value: unknown): value is Grouping => GROUPINGS.some((ticks) => ticks === value)

const kept = keptAtom<Readonly<Record<string, Grouping>>>('bookGrouping', read, (groupings) =>
  JSON.stringify(groupings),
)

export const groupingAtom = atom(
  (get): Grouping => get(kept)[get(selectedMarketAtom)?.pair.id ?? ''] ?? 1,
  (get, set, ticks: Grouping) => {
    const pair = get(selectedMarketAtom)?.pair
    if (pair) set(kept, { ...get(kept), [pair.id]: ticks })
  },
)

/** Whatever else was kept is no choice. */
function read(text: string | null): Readonly<Record<string, Grouping>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
    return Object.fromEntries(entries.filter((entry): entry is [string, Grouping] => isGrouping(entry[1])))
  } catch {
    return {}
  }
}
