import { atom } from 'jotai'
import type { PairId } from '../../../contract/ids.ts'
import { NO_PAIR } from '../../../contract/socket.ts'
import { hostAtom } from '../app/host.ts'
import { clearBookAtom } from '../book/book.ts'
import { selectedMarketAtom, selectedPairIdAtom } from '../book/selected-pair.ts'
import { clearStatsAtom } from '../book/stats-24h.ts'
import { clearCandlesAtom } from '../chart/candles.ts'
import { clearPriceAtom } from '../markets/last-price.ts'
import { clearTradesAtom } from '../markets/recent-trades.ts'
import { clearDraftAtom } from '../order-form/store.ts'

/** The pair whose data the socket sends; `NO_PAIR` without markets. */
const shownAtom = atom<PairId | typeof NO_PAIR>()

export const choosePairAtom = atom(null, (get, set, id: PairId) => {
  if (get(shownAtom) === undefined) set(shownAtom, get(selectedMarketAtom)?.pair.id)
  set(selectedPairIdAtom, id)
  set(followPairAtom)
})

/** Opens the socket for the selected pair, and clears book, price, candles and order draft of the former one. */
export const followPairAtom = atom(null, (get, set) => {
  const id = get(selectedMarketAtom)?.pair.id ?? NO_PAIR
  const former = get(shownAtom)
  if (former === id) return
  set(shownAtom, id)
  if (former !== undefined) {
    set(clearBookAtom)
    set(clearPriceAtom)
    set(clearCandlesAtom)
    set(clearStatsAtom)
    set(clearTradesAtom)
    set(clearDraftAtom)
  }
  get(hostAtom).socket.open(id)
})
