import { atom } from 'jotai'
import type { PairId } from '../../contract/ids.ts'
import { bookViewAtom, readBook } from './book.ts'
import { keptAtom } from './kept.ts'
import { allMarketsAtom } from './pairs.ts'

export const selectedPairIdAtom = keptAtom<PairId | undefined>(
  'selectedPairId',
  (text) => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined),
  (id) => (id === undefined ? null : String(id)),
)

/** The market on the trade screen: the one kept, else the first quoted in USDT, else the first. */
export const selectedMarketAtom = atom((get) => {
  const all = get(allMarketsAtom)
  const id = get(selectedPairIdAtom)
  return all.find(({ pair }) => pair.id === id) ?? all.find(({ pair }) => pair.quote.symbol === 'USDT') ?? all[0]
})

/** Its book, once there is one. */
export const bookAtom = atom((get) => {
  const [market, view] = [get(selectedMarketAtom), get(bookViewAtom)]
  return market && view && readBook(market.pair, view)
})
