/** A list that comes ten to a page, newest first: asked for when somebody looks, and again when it has changed. */

import { atom } from 'jotai'
import { type Answer, type Failed, failed } from '../connection/request.ts'
import { type Host, hostAtom } from './host.ts'

const PAGE = 10

export type Pages<Item> =
  | { readonly state: 'loading' }
  | Failed
  | {
      readonly state: 'ready'
      readonly items: readonly Item[]
      readonly hasNext: boolean
      readonly isBusy: boolean
    }

type Page<Item> = { readonly items: readonly Item[]; readonly next: boolean }
export type Query = { readonly offset: number; readonly limit: number }

/** `keyOf` tells items apart: with a new one at the head, a page may begin with what the one before ended with. */
export function pages<Item>(
  ask: (http: Host['http'], query: Query) => Promise<Answer<Page<Item>>>,
  keyOf: (item: Item) => string | number,
) {
  const source = atom<Pages<Item>>({ state: 'loading' })
  const isWatched = atom(false)
  /** An answer from before the list was cleared was meant for somebody else. */
  const turn = atom(0)
  const request = atom(null, (get, _set, offset: number) => ask(get(hostAtom).http, { offset, limit: PAGE }))

  const load = atom(null, async (get, set) => {
    if (get(source).state === 'failed') set(source, { state: 'loading' })
    const asked = get(turn)
    const answer = await set(request, 0)
    if (get(turn) !== asked) return
    if (answer.ok) set(source, { state: 'ready', items: answer.value.items, hasNext: answer.value.next, isBusy: false })
    else if (get(source).state !== 'ready') set(source, failed(answer.failure))
  })

  const list = atom(
    (get) => get(source),
    (_get, set, watched: boolean) => {
      set(isWatched, watched)
      if (watched) void set(load)
    },
  )
  list.onMount = (watch) => {
    watch(true)
    return () => watch(false)
  }

  return {
    list,
    load,
    next: atom(null, async (get, set) => {
      const before = get(source)
      if (before.state !== 'ready' || before.isBusy || !before.hasNext) return
      set(source, { ...before, isBusy: true })
      const asked = get(turn)
      const answer = await set(request, before.items.length)
      if (get(turn) !== asked) return
      if (!answer.ok) return set(source, { ...before, isBusy: false })
      const known = new Set(before.items.map(keyOf))
      const items = [...before.items, ...answer.value.items.filter((item) => !known.has(keyOf(item)))]
      set(source, { state: 'ready', items, hasNext: answer.value.next, isBusy: false })
    }),
    /** Something new is at its head. */
    changed: atom(null, (get, set) => {
      if (get(isWatched)) void set(load)
    }),
    clear: atom(null, (get, set) => {
      set(turn, get(turn) + 1)
      set(source, { state: 'loading' })
    }),
  }
}
