/** Whether the displayed data is live, and how old it is if not. */

import { atom } from 'jotai'
import type { SocketState } from '../../connection/socket.ts'
import { clockAtom } from './clock.ts'
import { hostAtom } from './host.ts'

const BACK_MILLIS = 2_000
/** A connection that returns within this time shows no banner. */
const GRACE_MILLIS = 1_200

const source = atom<SocketState>({ state: 'connecting', lastMessageAt: undefined, attempt: 0 })
const isTroubled = atom(false)
const isJustBack = atom(false)
let graceTimer: ReturnType<typeof setTimeout> | undefined

export const isLiveAtom = atom((get) => get(source).state === 'live')
/** True while data is stale: prices lose their colour. */
export const isStaleAtom = atom((get) => get(isTroubled))

export const applyConnectionAtom = atom(null, (get, set, state: SocketState) => {
  set(source, state)
  if (state.state === 'live') {
    clearTimeout(graceTimer)
    graceTimer = undefined
    if (!get(isTroubled)) return
    set(isTroubled, false)
    set(isJustBack, true)
    setTimeout(() => set(isJustBack, false), BACK_MILLIS)
    return
  }
  const isFirstAttempt = state.state === 'connecting' && state.attempt === 0 && state.lastMessageAt === undefined
  if (!isFirstAttempt) graceTimer ??= setTimeout(() => set(isTroubled, true), GRACE_MILLIS)
})

type Banner =
  | { readonly kind: 'none' }
  | { readonly kind: 'reconnecting'; readonly ageMillis: number }
  | { readonly kind: 'failed' }
  | { readonly kind: 'back' }

export const bannerAtom = atom<Banner>((get) => {
  if (get(isJustBack)) return { kind: 'back' }
  const state = get(source)
  if (state.state === 'live' || !get(isTroubled)) return { kind: 'none' }
  if (state.lastMessageAt === undefined) return { kind: 'failed' }
  return { kind: 'reconnecting', ageMillis: Math.max(0, get(clockAtom) - state.lastMessageAt) }
})

export const reconnectAtom = atom(null, (get) => get(hostAtom).socket.reconnect())
