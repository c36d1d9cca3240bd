/** Exchange or Wallet in the header. The wallet is not open yet: the switch says so and turns back by itself. */

import { atom } from 'jotai'
import { text } from '../text/en.ts'
import { notifyAtom } from './host.ts'

const BACK_MILLIS = 3_500

const source = atom<'exchange' | 'wallet'>('exchange')

export const headerSwitchAtom = atom(
  (get) => get(source),
  (_get, set, chosen: 'exchange' | 'wallet') => {
    set(source, chosen)
    if (chosen === 'exchange') return
    set(notifyAtom, { kind: 'blank', title: text.comingSoon, id: 'coming-soon' })
    setTimeout(() => set(source, 'exchange'), BACK_MILLIS)
  },
)

/** For everything that a later release brings. */
export const opensSoonAtom = atom(null, (_get, set, what: string) =>
  set(notifyAtom, { kind: 'blank', title: what, detail: text.opensSoon, id: 'opens-soon' }),
)
