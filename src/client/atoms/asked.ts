/** Something asked for over HTTP while somebody looks. What came stays when asking again fails. */

import { atom } from 'jotai'
import type { Http } from '../connection/http.ts'
import { type Answer, type Failed, failed } from '../connection/request.ts'
import { hostAtom } from './host.ts'

export type Asked<Value> = { readonly state: 'loading' } | Failed | { readonly state: 'ready'; readonly value: Value }

/** `forget`: it was somebody else's, and so is an answer that is still on its way. */
export type AskedVerb = 'refresh' | 'retry' | 'forget'

export function askedAtom<Value>(ask: (http: Http) => Promise<Answer<Value>>, everyMillis: number) {
  const source = atom<Asked<Value>>({ state: 'loading' })
  const turn = atom(0)
  const shown = atom(
    (get) => get(source),
    async (get, set, verb: AskedVerb) => {
      if (verb !== 'refresh') set(source, { state: 'loading' })
      if (verb === 'forget') return set(turn, get(turn) + 1)
      const { http, platform } = get(hostAtom)
      if (get(source).state === 'ready' && !platform.isVisible()) return
      const asked = get(turn)
      const answer = await ask(http)
      if (get(turn) !== asked) return
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
