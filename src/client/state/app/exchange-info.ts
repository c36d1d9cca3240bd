/** The mode of the exchange: play or live. Requested once at the start and stored for the next one. */

import { atom } from 'jotai'
import { type HealthView, health } from '../../../contract/api.ts'
import type { Answer } from '../../connection/request.ts'
import { persistedAtom } from './persisted-atom.ts'

type Mode = 'play' | 'live'

const storedMode = persistedAtom<Mode | undefined>(
  'mode',
  (text) => (text === 'play' || text === 'live' ? text : undefined),
  (mode) => mode ?? null,
)

/** Undefined until the server has answered for the first time on this device. */
export const modeAtom = atom((get) => get(storedMode))

const RETRY_MILLIS = 5_000

export const loadHealthAtom = atom(
  null,
  async (_get, set, request: (what: typeof health) => Promise<Answer<HealthView>>) => {
    for (;;) {
      const answer = await request(health)
      if (answer.ok) {
        set(storedMode, answer.value.mode)
        return
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MILLIS))
    }
  },
)
