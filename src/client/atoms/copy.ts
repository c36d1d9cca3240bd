/** Puts a text where it can be pasted from; where that is forbidden it says to do it by hand. */

import { atom } from 'jotai'
import { text as said } from '../text/en.ts'
import { hostAtom, notifyAtom } from './host.ts'

export const copyAtom = atom(null, async (get, set, text: string): Promise<void> => {
  const isCopied = await get(hostAtom).platform.copy(text)
  set(notifyAtom, isCopied ? { kind: 'success', title: said.copied } : { kind: 'blank', title: said.copyByHand })
})
