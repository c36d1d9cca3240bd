import { atom } from 'jotai'
import { hostAtom } from '../app/host.ts'
import { selectedPairIdAtom } from '../book/selected-pair.ts'
import { offeredMarketsAtom } from '../markets/markets.ts'

/** Selects the pair named by the link that opened the mini-app. An unlisted one is ignored. */
export const openLinkedPairAtom = atom(null, (get, set) => {
  const start = get(hostAtom).platform.miniApp?.start
  if (start?.type !== 'pair') return
  const linked = get(offeredMarketsAtom).find(
    ({ pair }) => pair.base.symbol === start.base && pair.quote.symbol === 'USDT',
  )
  if (linked) set(selectedPairIdAtom, linked.pair.id)
})
