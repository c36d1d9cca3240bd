import { atom } from 'jotai'
import { hostAtom } from './host.ts'
import { allMarketsAtom } from './pairs.ts'
import { selectedPairIdAtom } from './selected-pair.ts'

/** The link that opened the mini-app may name the base of a pair. One that is not listed changes nothing. */
export const openLinkedPairAtom = atom(null, (get, set) => {
  const start = get(hostAtom).platform.miniApp?.start
  if (start?.type !== 'pair') return
  const linked = get(allMarketsAtom).find(({ pair }) => pair.base.symbol === start.base && pair.quote.symbol === 'USDT')
  if (linked) set(selectedPairIdAtom, linked.pair.id)
})
