/** The last 24 hours of the selected pair. */

import { atom } from 'jotai'
import type { DayFigure } from '../../contract/socket.ts'
import { selectedMarketAtom } from './selected-pair.ts'

export type DayFigures = Readonly<Record<DayFigure, string | null>>

const source = atom<Partial<DayFigures>>({})

/** What the line says; until it does, what the list of markets said. */
export const dayFiguresAtom = atom((get): DayFigures | undefined => {
  const view = get(selectedMarketAtom)?.view
  return (
    view && {
      price_change_24h: view.percent_change_24h,
      volume_24h: view.volume_24h,
      turnover_24h: view.turnover_24h,
      high_24h_price: view.high_24h,
      low_24h_price: view.low_24h,
      ...get(source),
    }
  )
})

export const applyDayFigureAtom = atom(null, (_get, set, { type, data }: { type: DayFigure; data: string | null }) =>
  set(source, (figures) => (figures[type] === data ? figures : { ...figures, [type]: data })),
)

export const clearDayFiguresAtom = atom(null, (_get, set) => set(source, {}))
