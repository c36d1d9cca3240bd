/** What the chart panel shows, and its height. The height is stored on this device. */

import { atom } from 'jotai'
import type { Timeframe } from '../../../contract/markets/timeframes.ts'
import { persistedAtom } from '../app/persisted-atom.ts'
import { chooseTimeframeAtom } from './candles.ts'

export type ChartPanel = 'chart' | 'trades' | 'info'
export type ChartHeight = 'normal' | 'tall' | 'folded'

const panelSource = atom<ChartPanel>('chart')
const storedHeight = persistedAtom<ChartHeight>(
  'chartHeight',
  (text) => (text === 'tall' || text === 'folded' ? text : 'normal'),
  (height) => (height === 'normal' ? null : height),
)

export const chartPanelAtom = atom((get) => get(panelSource))
export const chartHeightAtom = atom((get) => get(storedHeight))

/** Choosing a timeframe shows the chart; every choice unfolds the panel. */
export const choosePanelAtom = atom(null, (get, set, chosen: Timeframe | 'trades' | 'info') => {
  const isTimeframe = chosen !== 'trades' && chosen !== 'info'
  set(panelSource, isTimeframe ? 'chart' : chosen)
  if (isTimeframe) set(chooseTimeframeAtom, chosen)
  if (get(storedHeight) === 'folded') set(storedHeight, 'normal')
})

const NEXT = { normal: 'tall', tall: 'folded', folded: 'normal' } as const

export const nextHeightAtom = atom(null, (get, set) => set(storedHeight, NEXT[get(storedHeight)]))
