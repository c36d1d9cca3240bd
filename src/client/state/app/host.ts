/** What the app was started with: the place it runs in, the lines to the exchange, and a way to speak up. */

import { atom } from 'jotai'
import type { Commands } from '../connection/commands.ts'
import type { Http } from '../connection/http.ts'
import type { Keys } from '../connection/keys.ts'
import type { MarketSocket } from '../connection/socket.ts'
import type { Platform } from '../platform/platform.ts'

/** A notice with the id of an earlier one takes its place. `loading` stays until it is replaced. */
export type Notice = {
  readonly kind: 'success' | 'error' | 'blank' | 'loading'
  readonly title: string
  readonly detail?: string
  readonly id?: string
}

export type Host = {
  readonly platform: Platform
  readonly http: Http
  readonly keys: Pick<Keys, 'hold' | 'clear' | 'renew' | 'refresh'>
  readonly socket: Pick<MarketSocket, 'open' | 'reconnect' | 'wake' | 'say' | 'heardAt'>
  readonly commands: Pick<Commands, 'placeOrder' | 'cancelOrder' | 'cancelAll' | 'isPlacing'>
  readonly notify: (notice: Notice) => void
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

export const notifyAtom = atom(null, (get, _set, notice: Notice) => {
  const { platform, notify } = get(hostAtom)
  if (notice.kind === 'success') platform.feel('done')
  if (notice.kind === 'error') platform.feel('refused')
  notify(notice)
})
