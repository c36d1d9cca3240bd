/** What a coin is. Asked for when somebody looks, once a pair. */

import { atom } from 'jotai'
import { api } from '../../contract/api.ts'
import type { PairId } from '../../contract/ids.ts'
import type { PairDescriptionView } from '../../contract/views.ts'
import { type Failed, failed } from '../connection/request.ts'
import { hostAtom } from './host.ts'

export type Description =
  | { readonly state: 'loading' }
  | Failed
  | { readonly state: 'ready'; readonly facts: PairDescriptionView }

const known = new Map<PairId, ReturnType<typeof describe>>()

/** Setting it asks again after a failure. */
export function descriptionOf(id: PairId) {
  const found = known.get(id) ?? describe(id)
  known.set(id, found)
  return found
}

function describe(id: PairId) {
  const source = atom<Description>({ state: 'loading' })
  const shown = atom(
    (get) => get(source),
    async (get, set) => {
      if (get(source).state === 'ready') return
      set(source, { state: 'loading' })
      const answer = await get(hostAtom).http(api.pairDescription, { parts: { id } })
      set(source, answer.ok ? { state: 'ready', facts: answer.value } : failed(answer.failure))
    },
  )
  shown.onMount = (ask) => void ask()
  return shown
}
