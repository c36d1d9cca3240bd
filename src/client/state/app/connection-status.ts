/** Whether the displayed data is live, and how old it is if not. */

import { atom } from 'jotai'
import type { SocketState } from '../../connection/socket.ts'
import { monotonicAtom } from './clock.ts'
import { hostAtom } from './host.ts'

const BACK_MILLIS = 2_000
/** A connection that returns within this time shows no banner. */
const GRACE_MILLIS = 1_200

const source = atom<SocketState>({ state: 'connecting', lastMessageAt: undefined, attempt: 0 })
const isTroubled = atom(false)
const isJustBack = atom(false)
/** The server cannot commit anything now, so its data may be out of date. */
const isOutdated = atom(false)
let graceTimer: ReturnType<typeof setTimeout> | undefined

export const isLiveAtom = atom((get) => get(source).state === 'live' && !get(isOutdated))
/** True while data is stale: prices lose their colour. */
export const isStaleAtom = atom((get) => get(isTroubled) || get(isOutdated))

const notifyBack = atom(null, (_get, set) => {
  set(isJustBack, true)
  setTimeout(() => set(isJustBack, false), BACK_MILLIS)
})

export const applyOutdatedAtom = atom(null, (get, set, outdated: boolean) => {
  if (get(isOutdated) === outdated) return
  set(isOutdated, outdated)
  set(isJustBack, false)
  if (!outdated) set(notifyBack)
})

export const applyConnectionAtom = atom(null, (get, set, state: SocketState) => {
  set(source, state)
  if (state.state === 'live') {
    clearTimeout(graceTimer)
    graceTimer = undefined
    if (!get(isTroubled)) return
    set(isTroubled, false)
    set(notifyBack)
    return
  }
  set(isOutdated, false)
  const isFirstAttempt = state.state === 'connecting' && state.attempt === 0 && state.lastMessageAt === undefined
  if (!isFirstAttempt) graceTimer ??= setTimeout(() => set(isTroubled, true), GRACE_MILLIS)
})

type Banner =
  | { readonly kind: 'none' }
  | { readonly kind: 'reconnecting'; readonly ageMillis: number }
  | { readonly kind: 'failed' }
  | { readonly kind: 'outdated' }
  | { readonly kind: 'back' }

export const bannerAtom = atom<Banner>((get) => {
  if (get(isJustBack)) return { kind: 'back' }
  const state = get(source)
  if (state.state === 'live' && get(isOutdated)) return { kind: 'outdated' }
  if (state.state === 'live' || !get(isTroubled)) return { kind: 'none' }
  if (state.lastMessageAt === undefined) return { kind: 'failed' }
  get(monotonicAtom)
  // Both by the device's clock, which also counts while it sleeps.
  return { kind: 'reconnecting', ageMillis: Math.max(0, Date.now() - state.lastMessageAt) }
})

export const reconnectAtom = atom(null, (get) => get(hostAtom).socket.reconnect())
