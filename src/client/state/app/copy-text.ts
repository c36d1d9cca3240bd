/** Copies a text to the clipboard and notifies about the result. */

import { atom } from 'jotai'
import { appText } from '../../text/app.ts'
import { hostAtom, notifyAtom } from './host.ts'

export const copyTextAtom = atom(null, async (get, set, text: string): Promise<void> => {
  const isCopied = await get(hostAtom).platform.copy(text)
  set(notifyAtom, isCopied ? { kind: 'success', title: appText.copied } : { kind: 'blank', title: appText.copyFailed })
})
