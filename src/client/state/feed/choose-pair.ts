import { atom } from 'jotai'
import type { PairId } from '../../../contract/ids.ts'
import { hostAtom } from '../app/host.ts'
import { clearBookAtom } from '../book/book.ts'
import { selectedMarketAtom, selectedPairIdAtom } from '../book/selected-pair.ts'
import { clearStatsAtom } from '../book/stats-24h.ts'
import { clearCandlesAtom } from '../chart/candles.ts'
import { clearPriceAtom } from '../markets/last-price.ts'
import { clearTradesAtom } from '../markets/recent-trades.ts'
import { clearDraftAtom } from '../order-form/store.ts'

/** Selects another pair and clears the book, price, candles and order draft of the former one. */
export const choosePairAtom = atom(null, (get, set, id: PairId) => {
  const former = get(selectedMarketAtom)?.pair.id
  set(selectedPairIdAtom, id)
  if (former !== id) {
    set(clearBookAtom)
    set(clearPriceAtom)
    set(clearCandlesAtom)
    set(clearStatsAtom)
    set(clearTradesAtom)
    set(clearDraftAtom)
  }
  get(hostAtom).socket.open(id)
})
