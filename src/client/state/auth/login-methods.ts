/** The login methods that the server supports. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import { appText } from '../../text/app.ts'
import { authText } from '../../text/auth.ts'
import { modeAtom } from '../app/exchange-info.ts'
import { hostAtom, notifyAtom } from '../app/host.ts'
import { queryAtom } from '../app/query-atom.ts'

export const loginMethodsAtom = queryAtom((http) => http(api.ways), 60_000)

export type Availability = 'on' | 'off' | 'hidden'

/** In play mode a method that is not configured is shown as `off`; inside Telegram none is shown. */
export const shownLoginMethodsAtom = atom((get) => {
  const methods = get(loginMethodsAtom)
  const isLive = get(modeAtom) === 'live'
  const { miniApp } = get(hostAtom).platform
  const availabilityOf = (method: 'google' | 'telegram'): Availability => {
    if (miniApp !== undefined) return 'hidden'
    if (methods.state !== 'ready') return isLive ? 'hidden' : 'on'
    return methods.value[method] !== null ? 'on' : isLive ? 'hidden' : 'off'
  }
  return {
    google: availabilityOf('google'),
    telegram: availabilityOf('telegram'),
    email: methods.state === 'ready' ? methods.value.mail : isLive ? 'off' : 'shown',
  } as const
})

/** Notifies that a method is not configured, or that the methods are not loaded yet. */
export const notifyUnavailableAtom = atom(null, (get, set, method: 'google' | 'telegram') => {
  const isLoaded = get(loginMethodsAtom).state === 'ready'
  set(
    notifyAtom,
    isLoaded
      ? {
          kind: 'blank',
          title: authText.methods[method].title,
          detail: authText.methods[method].line,
          id: 'method-off',
        }
      : { kind: 'error', title: appText.errors.unreachable, id: 'method-off' },
  )
})
