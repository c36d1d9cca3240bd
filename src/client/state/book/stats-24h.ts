/** 24-hour statistics of the selected pair. */

import { atom } from 'jotai'
import type { Stat24h } from '../../../contract/socket.ts'
import { selectedMarketAtom } from './selected-pair.ts'

type Stats24h = Readonly<Record<Stat24h, string | null>>

const source = atom<Partial<Stats24h>>({})

/** From the socket; until its first message, from the list of markets. */
export const stats24hAtom = atom((get): Stats24h | undefined => {
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

export const applyStatAtom = atom(null, (_get, set, { type, data }: { type: Stat24h; data: string | null }) =>
  set(source, (figures) => (figures[type] === data ? figures : { ...figures, [type]: data })),
)

export const clearStatsAtom = atom(null, (_get, set) => set(source, {}))
