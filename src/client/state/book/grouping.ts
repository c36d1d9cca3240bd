/** How many ticks make one row of the book. Stored per pair. */

import { atom } from 'jotai'
import { persistedAtom } from '../app/persisted-atom.ts'
import { selectedMarketAtom } from './selected-pair.ts'

export const GROUPINGS = [1, 10, 100] as const
export type Grouping = (typeof GROUPINGS)[number]

const isGrouping = (value: unknown): value is Grouping => GROUPINGS.some((ticks) => ticks === value)

const stored = persistedAtom<Readonly<Record<string, Grouping>>>('bookGrouping', parse, (groupings) =>
  JSON.stringify(groupings),
)

export const groupingAtom = atom(
  (get): Grouping => get(stored)[get(selectedMarketAtom)?.pair.id ?? ''] ?? 1,
  (get, set, ticks: Grouping) => {
    const pair = get(selectedMarketAtom)?.pair
    if (pair) set(stored, { ...get(stored), [pair.id]: ticks })
  },
)

/** Invalid entries are ignored. */
function parse(text: string | null): Readonly<Record<string, Grouping>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
    return Object.fromEntries(entries.filter((entry): entry is [string, Grouping] => isGrouping(entry[1])))
  } catch {
    return {}
  }
}
