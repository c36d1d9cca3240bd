import { atom } from 'jotai'
import type { PairId } from '../../contract/ids.ts'
import { clearBookAtom } from './book.ts'
import { clearCandlesAtom } from './candles.ts'
import { clearDayFiguresAtom } from './day-figures.ts'
import { clearDraftAtom } from './draft.ts'
import { hostAtom } from './host.ts'
import { clearPriceAtom } from './price.ts'
import { selectedMarketAtom, selectedPairIdAtom } from './selected-pair.ts'
import { clearTradesAtom } from './trades.ts'

/** Shows another pair. Nothing of the former one stays: not its book, not its price, not what was typed for it. */
export const choosePairAtom = atom(null, (get, set, id: PairId) => {
  const former = get(selectedMarketAtom)?.pair.id
  set(selectedPairIdAtom, id)
  if (former !== id) {
    set(clearBookAtom)
    set(clearPriceAtom)
    set(clearCandlesAtom)
    set(clearDayFiguresAtom)
    set(clearTradesAtom)
    set(clearDraftAtom)
  }
  get(hostAtom).socket.open(id)
})
