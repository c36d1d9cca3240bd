/** Whether the choice of currency, language and look stands open; several keys open it. */

import { atom } from 'jotai'

export const displayOpenAtom = atom(false)
