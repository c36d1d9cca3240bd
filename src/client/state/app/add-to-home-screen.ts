/** Whether the app stands on the home screen of the device, as far as Telegram can tell. */

import { atom } from 'jotai'
import { hostAtom } from './host.ts'

const source = atom(false)

/** True where it is not there, or nobody knows, and can be put there. */
export const mayAddToHomeScreenAtom = atom(
  (get) => get(source),
  async (get, set) => {
    const status = await get(hostAtom).platform.miniApp?.homeScreen()
    set(source, status === 'missed' || status === 'unknown')
  },
)
mayAddToHomeScreenAtom.onMount = (ask) => void ask()

export const addToHomeScreenAtom = atom(null, (get, set) => {
  get(hostAtom).platform.miniApp?.addToHomeScreen()
  set(source, false)
})
