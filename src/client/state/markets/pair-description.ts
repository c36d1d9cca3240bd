/** Descriptions of coins, loaded on mount, once per pair. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import type { PairId } from '../../../contract/ids.ts'
import type { PairDescriptionView } from '../../../contract/markets/views.ts'
import { type Failed, failed } from '../../connection/request.ts'
import { hostAtom } from '../app/host.ts'

type Description =
  | { readonly state: 'loading' }
  | Failed
  | { readonly state: 'ready'; readonly facts: PairDescriptionView }

const descriptions = new Map<PairId, ReturnType<typeof createDescription>>()

/** Writing retries after a failure. */
export function descriptionOf(id: PairId) {
  const found = descriptions.get(id) ?? createDescription(id)
  descriptions.set(id, found)
  return found
}

function createDescription(id: PairId) {
  const source = atom<Description>({ state: 'loading' })
  const shown = atom(
    (get) => get(source),
    async (get, set) => {
      if (get(source).state === 'ready') return
      set(source, { state: 'loading' })
      const answer = await get(hostAtom).http(api.pairDescription, { pathParams: { id } })
      set(source, answer.ok ? { state: 'ready', facts: answer.value } : failed(answer.failure))
    },
  )
  shown.onMount = (load) => void load()
  return shown
}
