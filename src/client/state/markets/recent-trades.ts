/** Recent trades of the selected pair. */

import { atom } from 'jotai'
import type { TradeView } from '../../../contract/markets/views.ts'

const source = atom<readonly TradeView[] | undefined>(undefined)

/** Newest first; undefined until loaded. */
export const tradesAtom = atom((get) => get(source))

export const applyTradesAtom = atom(null, (_get, set, trades: readonly TradeView[]) => set(source, trades))

export const clearTradesAtom = atom(null, (_get, set) => set(source, undefined))
