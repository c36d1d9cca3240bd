/** Whether the sheet for currency, language and appearance is open; several buttons open it. */

import { atom } from 'jotai'

export const displayOpenAtom = atom(false)
