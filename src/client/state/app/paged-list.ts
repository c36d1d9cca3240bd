/**
 * A list in pages of ten, newest first: loaded on mount, and again when it has changed while mounted. What is loaded stays
 * loaded: a change adds rows or replaces them. While mounted, a request that fails quickly is repeated.
 */

import { atom } from 'jotai'
import { askAgain } from '../../connection/ask-again.ts'
import { type Answer, type Failed, failed } from '../../connection/request.ts'
import { type Host, hostAtom } from './host.ts'

const PAGE = 10
/** The most that the server sends at once. */
const MOST = 100
/** After more new rows the last known one is not looked for. */
const MOST_NEW = 500

type Ready<Item, Head> = {
  readonly state: 'ready'
  readonly items: readonly Item[]
  readonly hasNext: boolean
  readonly isBusy: boolean
  /** What the last reply contained besides the items. */
  readonly head: Head | undefined
}

type PagedList<Item, Head> = { readonly state: 'loading' } | Failed | Ready<Item, Head>

type Page<Item, Head> = { readonly items: readonly Item[]; readonly next: boolean; readonly head?: Head | undefined }
/** `before`: time and id of the last row that is known; the server then ignores the offset. */
type PageQuery = { readonly offset: number; readonly limit: number; readonly before?: string }

/** The time of a row and its id, by which the list is in order. */
type Place = { readonly at: string; readonly id: string | number }

/** A page of rows after those that are known. */
type Ask<Item, Head> = (known: readonly Item[], limit: number) => Promise<Answer<Page<Item, Head>>>
type KeyOf<Item> = (item: Item) => string

export function pagedList<Item, Head = never>(
  fetchPage: (http: Host['http'], query: PageQuery) => Promise<Answer<Page<Item, Head>>>,
  placeOf: (item: Item) => Place,
) {
  const source = atom<PagedList<Item, Head>>({ state: 'loading' })
  const isWatched = atom(false)
  /** Incremented by `clear`: answers to earlier requests are dropped, they may belong to another user. */
  const generation = atom(0)
  /** Loads that began, and the newest one that was answered. */
  const loads = atom({ begun: 0, answered: 0 })
  const ask = (http: Host['http'], isWanted: () => boolean): Ask<Item, Head> => {
    return (known, limit) => askAgain(() => fetchPage(http, pageAfter(known.map(placeOf), limit)), isWanted)
  }

  const load = atom(null, async (get, set) => {
    const before = get(source)
    if (before.state === 'failed') set(source, { state: 'loading' })
    const [started, number] = [get(generation), get(loads).begun + 1]
    set(loads, { ...get(loads), begun: number })
    const known = before.state === 'ready' ? before.items : []
    const isNewest = () => get(generation) === started && get(loads).begun === number
    const asked = ask(get(hostAtom).http, () => isNewest() && get(isWatched))
    const answer = await loadAgain(asked, known, placeOf)
    if (get(generation) !== started || get(loads).answered > number) return
    const current = get(source)
    if (!answer.ok) return current.state !== 'ready' && isNewest() ? set(source, failed(answer.failure)) : undefined
    set(loads, { ...get(loads), answered: number })
    set(source, withReloaded(current, answer.value, known, placeOf))
  })

  const next = atom(null, async (get, set) => {
    const before = get(source)
    if (before.state !== 'ready' || before.isBusy || !before.hasNext) return
    set(source, { ...before, isBusy: true })
    const started = get(generation)
    const asked = ask(get(hostAtom).http, () => get(generation) === started && get(isWatched))
    const answer = await asked(before.items, PAGE)
    const current = get(source)
    if (get(generation) !== started || current.state !== 'ready') return
    set(source, { ...(answer.ok ? withNext(current, answer.value, before.items, placeOf) : current), isBusy: false })
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

  /** Reloads what is loaded, while mounted. */
  const changed = atom(null, (get, set) => {
    if (get(isWatched)) void set(load)
  })
  const clear = atom(null, (get, set) => {
    set(generation, get(generation) + 1)
    set(source, { state: 'loading' })
  })
  return { list, load, next, changed, clear }
}

function pageAfter(known: readonly Place[], limit: number): PageQuery {
  const last = known.at(-1)
  return { offset: known.length, limit, ...(last !== undefined && { before: textOf(last) }) }
}

const textOf = ({ at, id }: Place): string => `${at},${id}`

function keyOfLast<Item>(items: readonly Item[], keyOf: KeyOf<Item>): string | undefined {
  const last = items.at(-1)
  return last === undefined ? undefined : keyOf(last)
}

/** After far more new rows the list can end before the row that was asked for. */
function withNext<Item, Head>(
  current: Ready<Item, Head>,
  { items: page, next, head }: Page<Item, Head>,
  known: readonly Item[],
  placeOf: (item: Item) => Place,
): Ready<Item, Head> {
  const keyOf: KeyOf<Item> = (item) => textOf(placeOf(item))
  if (keyOfLast(current.items, keyOf) !== keyOfLast(known, keyOf)) return current
  const items = [...current.items, ...withoutKnown(page, current.items, keyOf)]
  return { ...current, items, hasNext: next && page.length > 0, head }
}

/** New rows shift the pages of an offset, so that pages may overlap. */
function withoutKnown<Item>(page: readonly Item[], known: readonly Item[], keyOf: KeyOf<Item>): readonly Item[] {
  const keys = new Set(known.map(keyOf))
  return page.filter((item) => !keys.has(keyOf(item)))
}

/** From the newest row to the last one that is known. If that one is gone, as many rows as before, and all newer ones. */
async function loadAgain<Item, Head>(
  ask: Ask<Item, Head>,
  known: readonly Item[],
  placeOf: (item: Item) => Place,
): Promise<Answer<Page<Item, Head>>> {
  const keyOf: KeyOf<Item> = (item) => textOf(placeOf(item))
  const last = known.at(-1)
  const items: Item[] = []
  for (;;) {
    const left = known.length + PAGE - items.length
    const answer = await ask(items, left > 0 ? Math.min(MOST, left) : MOST)
    if (!answer.ok) return answer
    const { items: page, next, head } = answer.value
    items.push(...withoutKnown(page, items, keyOf))
    const count = last === undefined ? 0 : countTo(placeOf(last))
    if (count > 0)
      return { ok: true, value: { items: items.slice(0, count), next: next || count < items.length, head } }
    if (!next || last === undefined || items.length >= known.length + MOST_NEW)
      return { ok: true, value: { items, next, head } }
  }

  /** 0 while there can be more newer ones. */
  function countTo(last: Place): number {
    const index = items.findIndex((item) => keyOf(item) === textOf(last))
    if (index >= 0) return index + 1
    const older = items.findIndex((item) => placeOf(item).at < last.at)
    return older < 0 ? 0 : Math.max(older, known.length)
  }
}

/**
 * `known`: the rows when the load began; more can have been loaded since. They are kept, unless so many rows are new that they
 * no longer follow the reloaded ones.
 */
function withReloaded<Item, Head>(
  current: PagedList<Item, Head>,
  { items, next, head }: Page<Item, Head>,
  known: readonly Item[],
  placeOf: (item: Item) => Place,
): Ready<Item, Head> {
  if (current.state !== 'ready') return { state: 'ready', items, hasNext: next, isBusy: false, head }
  const last = items.at(-1)
  const isWhole = last !== undefined && items.length < known.length + MOST_NEW
  const unknown = withoutKnown(current.items, [...known, ...items], (item) => textOf(placeOf(item)))
  const later = isWhole ? unknown.filter((item) => placeOf(item).at <= placeOf(last).at) : []
  const hasNext = later.length > 0 ? current.hasNext : next
  return { state: 'ready', items: [...items, ...later], hasNext, isBusy: current.isBusy, head }
}
