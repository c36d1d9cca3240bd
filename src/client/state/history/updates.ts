/** Deposits and withdrawals that the server reported as new or changed, the newest report per transaction. */

import { atom } from 'jotai'
import type { TransactionView } from '../../../contract/transactions/views.ts'
import { millisOf } from '../../format/times.ts'
import { sessionAtom } from '../auth/session.ts'

/** `received`: the number of the report, which only increases. */
type Update = { readonly view: TransactionView; readonly received: number }
type Updates = ReadonlyMap<string, Update>

/** A transaction of a reply, and the last report that was received before its request. */
export type Loaded = { readonly view: TransactionView; readonly asOf: number }

const MAX_UPDATES = 200

let received = 0
const NONE: Updates = new Map()
/** Each login makes a new session: reports of a former user are not shown to the next. */
const source = atom<{ readonly session: unknown; readonly updates: Updates }>({ session: undefined, updates: NONE })

export const updatesAtom = atom((get) => {
  const { session, updates } = get(source)
  return session === get(sessionAtom) ? updates : NONE
})

export const applyTransactionAtom = atom(null, (get, set, view: TransactionView) => {
  received += 1
  const others = [...get(updatesAtom)].filter(([uuid]) => uuid !== view.uuid).slice(-MAX_UPDATES + 1)
  set(source, { session: get(sessionAtom), updates: new Map([...others, [view.uuid, { view, received }]]) })
})

/** The number of the last report. Read it before a request, and pass it to `loadedAt` with the reply. */
export const lastReceived = (): number => received

export const loadedAt = (views: readonly TransactionView[], asOf: number): readonly Loaded[] =>
  views.map((view) => ({ view, asOf }))

/** The newer of a loaded transaction and its report. */
export function newest({ view, asOf }: Loaded, updates: Updates): TransactionView {
  const update = updates.get(view.uuid)
  return update !== undefined && update.received > asOf ? update.view : view
}

/** A list, newest first, with what was reported since. `isListed`: whether a transaction belongs to the list. */
export function withUpdates(
  list: readonly Loaded[],
  updates: Updates,
  isListed: (view: TransactionView) => boolean,
): readonly TransactionView[] {
  const known = new Set(list.map(({ view }) => view.uuid))
  const first = list[0]?.view.created_at ?? ''
  // An older one belongs to a page that is not loaded.
  const isAdded = (view: TransactionView) => !known.has(view.uuid) && isListed(view) && view.created_at >= first
  const added = [...updates.values()].map(({ view }) => view).filter(isAdded)
  // Of one time, the one that was reported last comes first.
  const newestFirst = added.reverse().sort((a, b) => millisOf(b.created_at) - millisOf(a.created_at))
  return [...newestFirst, ...list.map((loaded) => newest(loaded, updates))]
}
