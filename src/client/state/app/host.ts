/** What the app was started with: platform, connections to the server, and notifications. */

import { atom } from 'jotai'
import type { Http } from '../../connection/http.ts'
import type { OrderCommands } from '../../connection/order-commands.ts'
import type { MarketSocket } from '../../connection/socket.ts'
import type { TokenStore } from '../../connection/token-store.ts'
import type { Platform } from '../../platform/platform.ts'

/** Replaces an earlier toast with the same id. `loading` stays until it is replaced. */
export type Toast = {
  readonly kind: 'success' | 'error' | 'blank' | 'loading'
  readonly title: string
  readonly detail?: string
  readonly id?: string
}

export type Host = {
  readonly platform: Platform
  readonly http: Http
  readonly tokens: Pick<TokenStore, 'save' | 'clear' | 'renew' | 'refreshToken'>
  readonly socket: Pick<MarketSocket, 'open' | 'reconnect' | 'wake' | 'send' | 'serverTime'>
  readonly commands: Pick<OrderCommands, 'placeOrder' | 'cancelOrder' | 'cancelAll' | 'isPlacing'>
  readonly notify: (toast: Toast) => void
}

const source = atom<Host | undefined>(undefined)

export const hostAtom = atom(
  (get) => {
    const host = get(source)
    if (!host) throw new Error('The app has not been started.')
    return host
  },
  (_get, set, host: Host) => set(source, host),
)

export const notifyAtom = atom(null, (get, _set, toast: Toast) => {
  const { platform, notify } = get(hostAtom)
  if (toast.kind === 'success') platform.haptic('success')
  if (toast.kind === 'error') platform.haptic('error')
  notify(toast)
})
