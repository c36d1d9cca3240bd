/** A polled HTTP query, active while mounted. A failed refresh keeps the last value. */

import { atom } from 'jotai'
import type { Http } from '../../connection/http.ts'
import { type Answer, type Failed, failed } from '../../connection/request.ts'
import { hostAtom } from './host.ts'

type Query<Value> = { readonly state: 'loading' } | Failed | { readonly state: 'ready'; readonly value: Value }

/** `forget` also drops the answer to a pending request: it belongs to another user. */
type QueryAction = 'refresh' | 'retry' | 'forget'

export function queryAtom<Value>(request: (http: Http) => Promise<Answer<Value>>, everyMillis: number) {
  const source = atom<Query<Value>>({ state: 'loading' })
  const generation = atom(0)
  const shown = atom(
    (get) => get(source),
    async (get, set, action: QueryAction) => {
      if (action !== 'refresh') set(source, { state: 'loading' })
      if (action === 'forget') return set(generation, get(generation) + 1)
      const { http, platform } = get(hostAtom)
      if (get(source).state === 'ready' && !platform.isVisible()) return
      const started = get(generation)
      const answer = await request(http)
      if (get(generation) !== started) return
      if (answer.ok) set(source, { state: 'ready', value: answer.value })
      else if (get(source).state !== 'ready') set(source, failed(answer.failure))
    },
  )
  shown.onMount = (set) => {
    void set('refresh')
    const timer = setInterval(() => void set('refresh'), everyMillis)
    return () => clearInterval(timer)
  }
  return shown
}
