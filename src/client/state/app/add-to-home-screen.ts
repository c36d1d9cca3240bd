/** Adding the app to the device's home screen, where Telegram supports it. */

import { atom } from 'jotai'
import { hostAtom } from './host.ts'

const source = atom(false)

/** True when it is not there yet, or when that is unknown. */
export const mayAddToHomeScreenAtom = atom(
  (get) => get(source),
  async (get, set) => {
    const status = await get(hostAtom).platform.miniApp?.homeScreen()
    set(source, status === 'missed' || status === 'unknown')
  },
)
mayAddToHomeScreenAtom.onMount = (check) => void check()

export const addToHomeScreenAtom = atom(null, (get, set) => {
  get(hostAtom).platform.miniApp?.addToHomeScreen()
  set(source, false)
})
