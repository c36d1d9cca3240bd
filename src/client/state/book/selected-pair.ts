import { atom } from 'jotai'
import type { PairId } from '../../../contract/ids.ts'
import { persistedAtom } from '../app/persisted-atom.ts'
import { offeredMarketsAtom } from '../markets/markets.ts'
import { bookViewAtom, parseBook } from './book.ts'

export const selectedPairIdAtom = persistedAtom<PairId | undefined>(
  'selectedPairId',
  (text) => (text !== null && /^\d{1,9}$/.test(text) ? (Number(text) as PairId) : undefined),
  (id) => (id === undefined ? null : String(id)),
)

/** The market on the trade screen; undefined without markets. The stored one, else the first quoted in USDT, else the first. */
export const selectedMarketAtom = atom((get) => {
  const all = get(offeredMarketsAtom)
  const id = get(selectedPairIdAtom)
  return all.find(({ pair }) => pair.id === id) ?? all.find(({ pair }) => pair.quote.symbol === 'USDT') ?? all[0]
})

/** Its order book; undefined until loaded. */
export const bookAtom = atom((get) => {
  const [market, view] = [get(selectedMarketAtom), get(bookViewAtom)]
  return market && view && parseBook(market.pair, view)
})
