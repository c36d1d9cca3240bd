/** What the chart's place shows, and how high it is. Kept on this device. */

import { atom } from 'jotai'
import type { Timeframe } from '../../contract/timeframes.ts'
import { chooseTimeframeAtom } from './candles.ts'
import { keptAtom } from './kept.ts'

export type ChartPanel = 'chart' | 'trades' | 'info'
export type ChartHeight = 'normal' | 'tall' | 'folded'

const panelSource = atom<ChartPanel>('chart')
const heightKept = keptAtom<ChartHeight>(
  'chartHeight',
  (text) => (text === 'tall' || text === 'folded' ? text : 'normal'),
  (height) => (height === 'normal' ? null : height),
)

export const chartPanelAtom = atom((get) => get(panelSource))
export const chartHeightAtom = atom((get) => get(heightKept))

/** A timeframe shows the chart; whatever is chosen is also seen. */
export const choosePanelAtom = atom(null, (get, set, chosen: Timeframe | 'trades' | 'info') => {
  const isTimeframe = chosen !== 'trades' && chosen !== 'info'
  set(panelSource, isTimeframe ? 'chart' : chosen)
  if (isTimeframe) set(chooseTimeframeAtom, chosen)
  if (get(heightKept) === 'folded') set(heightKept, 'normal')
})

export const foldChartAtom = atom(null, (get, set) =>
  set(heightKept, get(heightKept) === 'folded' ? 'normal' : 'folded'),
)
export const stretchChartAtom = atom(null, (get, set) =>
  set(heightKept, get(heightKept) === 'tall' ? 'normal' : 'tall'),
)
