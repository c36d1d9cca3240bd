/** Exchange or Wallet in the header. Wallet is not available yet: the switch notifies and switches back. */

import { atom } from 'jotai'
import { appText } from '../../text/app.ts'
import { notifyAtom } from './host.ts'

const BACK_MILLIS = 3_500

let timer: ReturnType<typeof setTimeout> | undefined

const source = atom<'exchange' | 'wallet'>('exchange')

export const headerSwitchAtom = atom(
  (get) => get(source),
  (_get, set, chosen: 'exchange' | 'wallet') => {
    clearTimeout(timer)
    set(source, chosen)
    if (chosen === 'exchange') return
    set(notifyAtom, { kind: 'blank', title: appText.comingSoonToast, id: 'coming-soon' })
    timer = setTimeout(() => set(source, 'exchange'), BACK_MILLIS)
  },
)
