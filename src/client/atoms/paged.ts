/** A list of the past, newest first, ten at a time. */

import { atom } from 'jotai'
import type { Http } from '../connection/http.ts'
import type { Answer } from '../connection/request.ts'
import { hostAtom } from './host.ts'

const PAGE = 10

export type Paged<Row> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | {
      readonly state: 'ready'
      readonly rows: readonly Row[]
      readonly hasNext: boolean
      readonly isBusy: boolean
    }

export type Page<Row> = { readonly rows: readonly Row[]; readonly next: boolean }
export type PageQuery = { readonly offset: number; readonly limit: number }

/** `forget`: it was somebody else's, and so is an answer that is still on its way. */
export type PagedVerb = 'refresh' | 'more' | 'forget'

type Source<Row> = {
  readonly ask: (http: Http, query: PageQuery) => Promise<Answer<Page<Row>>>
  readonly idOf: (row: Row) => string | number
}

/** Asked for when somebody looks. Pages are counted from the newest row: by now the next may begin with known ones. */
export function pagedAtom<Row>({ ask, idOf }: Source<Row>) {
  const source = atom<Paged<Row>>({ state: 'loading' })
  const turn = atom(0)
  const shown = atom(
    (get) => get(source),
    async (get, set, verb: PagedVerb) => {
      if (verb === 'forget') {
        set(turn, get(turn) + 1)
        return set(source, { state: 'loading' })
      }
      const before = get(source)
      const known = verb === 'more' && before.state === 'ready' ? before.rows : []
      if (verb === 'more') {
        if (before.state !== 'ready' || before.isBusy || !before.hasNext) return
        set(source, { ...before, isBusy: true })
      } else if (before.state === 'failed') set(source, { state: 'loading' })
      const asked = get(turn)
      const answer = await ask(get(hostAtom).http, { offset: known.length, limit: PAGE })
      if (get(turn) !== asked) return
      if (!answer.ok) return set(source, before.state === 'ready' ? before : { state: 'failed' })
      const { rows, next } = answer.value
      const ids = new Set(known.map(idOf))
      const all = [...known, ...rows.filter((row) => !ids.has(idOf(row)))]
      set(source, { state: 'ready', rows: all, hasNext: next, isBusy: false })
    },
  )
  shown.onMount = (set) => void set('refresh')
  return shown
}

/** The rows of an answer, whatever they are called there. */
export function pageOf<Reply, Row>(answer: Answer<Reply>, read: (reply: Reply) => Page<Row>): Answer<Page<Row>> {
  return answer.ok ? { ok: true, value: read(answer.value) } : answer
}
