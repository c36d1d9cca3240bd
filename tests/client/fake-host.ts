import { createStore } from 'jotai'
import { type Host, hostAtom, type Notice } from '../../src/client/atoms/host.ts'
import type { Http } from '../../src/client/connection/http.ts'
import { type Answer, unreachable } from '../../src/client/connection/request.ts'
import type { Keep, Platform } from '../../src/client/platform/platform.ts'

export function memoryKeep(kept: Record<string, string> = {}): Keep & { readonly all: Record<string, string> } {
  return {
    all: kept,
    get: (key) => kept[key] ?? null,
    set: (key, value) => {
      kept[key] = value
    },
    remove: (key) => {
      delete kept[key]
    },
  }
}

export const fakePlatform = (keep: Keep = memoryKeep()): Platform => ({
  keep,
  tabKeep: memoryKeep(),
  alone: (_name, work) => work(),
  onKept: () => () => undefined,
  onWake: () => () => undefined,
  isVisible: () => true,
  hostTheme: () => 'dark',
  onHostTheme: () => () => undefined,
  feel: () => undefined,
  open: () => undefined,
  copy: async () => true,
  share: async () => 'unknown',
})

/** A store with a host whose exchange answers as told, by path. Everything said and told is remembered. */
export function fakeStore(replies: Record<string, Answer<unknown>> = {}, keep = memoryKeep()) {
  const store = createStore()
  const notices: Notice[] = []
  const said: string[] = []
  const renewals: ('renewed' | 'signed-out' | 'unreachable')[] = []
  const host: Host = {
    platform: fakePlatform(keep),
    http: (async (what) => replies[what.path] ?? unreachable) as Http,
    keys: {
      get refresh() {
        return keep.get('refreshToken')
      },
      hold: ({ refresh }) => keep.set('refreshToken', refresh),
      clear: () => keep.remove('refreshToken'),
      renew: async () => renewals.shift() ?? 'unreachable',
    },
    socket: {
      open: (pair) => void said.push(`open ${pair}`),
      reconnect: () => void said.push('reconnect'),
      wake: () => undefined,
      say: (text) => Boolean(said.push(text)),
      heardAt: undefined,
    },
    commands: {
      placeOrder: async () => ({ kind: 'lost' }),
      cancelOrder: async () => ({ kind: 'done' }),
      cancelAll: async () => ({ kind: 'done' }),
      isPlacing: () => false,
    },
    notify: (notice) => void notices.push(notice),
  }
  store.set(hostAtom, host)
  return { store, host, keep, notices, said, renewals }
}
