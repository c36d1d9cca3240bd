/** What a coin is, in a paragraph. Asked for when somebody looks, once a pair. */

import { atom } from 'jotai'
import { api } from '../../contract/api.ts'
import type { PairId } from '../../contract/ids.ts'
import { hostAtom } from './host.ts'
import { selectedMarketAtom } from './selected-pair.ts'

export type Description =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'ready'; readonly name: string; readonly words: string }

const source = atom<Readonly<Record<PairId, Description>>>({})

export const descriptionAtom = atom(
  (get): Description => get(source)[get(selectedMarketAtom)?.pair.id ?? 0] ?? { state: 'loading' },
  (_get, set) => void set(loadDescriptionAtom),
)
descriptionAtom.onMount = (load) => load()

export const loadDescriptionAtom = atom(null, async (get, set) => {
  const id = get(selectedMarketAtom)?.pair.id
  if (id === undefined || get(source)[id]?.state === 'ready') return
  const tell = (description: Description) => set(source, (known) => ({ ...known, [id]: description }))
  tell({ state: 'loading' })
  const answer = await get(hostAtom).http(api.pairDescription, { parts: { id } })
  tell(answer.ok ? { state: 'ready', name: answer.value.name, words: answer.value.description } : { state: 'failed' })
})
