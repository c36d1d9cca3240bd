/** A list in pages of ten, newest first: loaded on mount, and again when it has changed while mounted. */

import { atom } from 'jotai'
import { type Answer, type Failed, failed } from '../../connection/request.ts'
import { type Host, hostAtom } from './host.ts'

const PAGE = 10

type PagedList<Item, Head> =
  | { readonly state: 'loading' }
  | Failed
  | {
      readonly state: 'ready'
      readonly items: readonly Item[]
      readonly hasNext: boolean
      readonly isBusy: boolean
      /** What the last reply contained besides the items. */
      readonly head: Head | undefined
    }

type Page<Item, Head> = { readonly items: readonly Item[]; readonly next: boolean; readonly head?: Head }
type PageQuery = { readonly offset: number; readonly limit: number }

/** `keyOf` removes duplicates: a new item at the head shifts the pages, so pages may overlap. */
export function pagedList<Item, Head = never>(
  fetchPage: (http: Host['http'], query: PageQuery) => Promise<Answer<Page<Item, Head>>>,
  keyOf: (item: Item) => string | number,
) {
  const source = atom<PagedList<Item, Head>>({ state: 'loading' })
  const isWatched = atom(false)
  /** Incremented by `clear`: answers to earlier requests are dropped, they may belong to another user. */
  const generation = atom(0)
  const request = atom(null, (get, _set, offset: number) => fetchPage(get(hostAtom).http, { offset, limit: PAGE }))

  const load = atom(null, async (get, set) => {
    if (get(source).state === 'failed') set(source, { state: 'loading' })
    const started = get(generation)
    const answer = await set(request, 0)
    if (get(generation) !== started) return
    if (answer.ok) {
      const { items, next: hasNext, head } = answer.value
      set(source, { state: 'ready', items, hasNext, isBusy: false, head })
    } else if (get(source).state !== 'ready') set(source, failed(answer.failure))
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
      const started = get(generation)
      const answer = await set(request, before.items.length)
      if (get(generation) !== started) return
      if (!answer.ok) return set(source, { ...before, isBusy: false })
      const keys = new Set(before.items.map(keyOf))
      const items = [...before.items, ...answer.value.items.filter((item) => !keys.has(keyOf(item)))]
      const { next: hasNext, head } = answer.value
      set(source, { state: 'ready', items, hasNext, isBusy: false, head })
    }),
    /** Reloads the first page while mounted. */
    changed: atom(null, (get, set) => {
      if (get(isWatched)) void set(load)
    }),
    clear: atom(null, (get, set) => {
      set(generation, get(generation) + 1)
      set(source, { state: 'loading' })
    }),
  }
}
