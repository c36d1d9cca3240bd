/** Is what we see live, and how old is it if not? */

import { atom } from 'jotai'
import type { SocketState } from '../connection/socket.ts'
import { clockAtom } from './clock.ts'
import { hostAtom } from './host.ts'

const BACK_MILLIS = 2_000
/** A line that drops and comes back within this is not worth a word. */
const PATIENCE_MILLIS = 1_200

const source = atom<SocketState>({ state: 'connecting', heardAt: undefined, attempt: 0 })
const troubled = atom(false)
const justBack = atom(false)
let patience: ReturnType<typeof setTimeout> | undefined

export const isLiveAtom = atom((get) => get(source).state === 'live')
/** True when there is trouble worth telling: prices lose their colour. */
export const isStaleAtom = atom((get) => get(troubled))

export const applyConnectionAtom = atom(null, (get, set, state: SocketState) => {
  set(source, state)
  if (state.state === 'live') {
    clearTimeout(patience)
    patience = undefined
    if (!get(troubled)) return
    set(troubled, false)
    set(justBack, true)
    setTimeout(() => set(justBack, false), BACK_MILLIS)
    return
  }
  const fresh = state.state === 'connecting' && state.attempt === 0 && state.heardAt === undefined
  if (!fresh) patience ??= setTimeout(() => set(troubled, true), PATIENCE_MILLIS)
})

export type Banner =
  | { readonly kind: 'none' }
  | { readonly kind: 'reconnecting'; readonly ageMillis: number }
  | { readonly kind: 'failed' }
  | { readonly kind: 'back' }

export const bannerAtom = atom<Banner>((get) => {
  if (get(justBack)) return { kind: 'back' }
  const state = get(source)
  if (state.state === 'live' || !get(troubled)) return { kind: 'none' }
  if (state.heardAt === undefined) return { kind: 'failed' }
  return { kind: 'reconnecting', ageMillis: Math.max(0, get(clockAtom) - state.heardAt) }
})

export const reconnectAtom = atom(null, (get) => get(hostAtom).socket.reconnect())
