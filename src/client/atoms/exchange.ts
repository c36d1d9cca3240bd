/** Which exchange this is: play or live, and its name. Asked once at the start, remembered for the next one. */

import { atom } from 'jotai'
import { health } from '../../contract/api.ts'
import type { HealthView } from '../../contract/views.ts'
import type { Answer } from '../connection/request.ts'
import { keptAtom } from './kept.ts'

export type Mode = 'play' | 'live'

const modeKept = keptAtom<Mode | undefined>(
  'mode',
  (text) => (text === 'play' || text === 'live' ? text : undefined),
  (mode) => mode ?? null,
)
const nameSource = atom('Tern')

/** Unknown until the exchange has answered for the first time on this device. */
export const modeAtom = atom((get) => get(modeKept))
export const nameAtom = atom((get) => get(nameSource))

const RETRY_MILLIS = 5_000

export const askHealthAtom = atom(
  null,
  async (_get, set, ask: (what: typeof health) => Promise<Answer<HealthView>>) => {
    for (;;) {
      const answer = await ask(health)
      if (answer.ok) {
        set(modeKept, answer.value.mode)
        set(nameSource, answer.value.name)
        return
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MILLIS))
    }
  },
)
