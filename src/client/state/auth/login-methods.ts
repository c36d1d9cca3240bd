/** The login methods that the server supports. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import { appText } from '../../text/app.ts'
import { authText } from '../../text/auth.ts'
import { modeAtom } from '../app/exchange-info.ts'
import { hostAtom, notifyAtom } from '../app/host.ts'
import { queryAtom } from '../app/query-atom.ts'

export const loginMethodsAtom = queryAtom((http) => http(api.ways), 60_000)

/** `website`: it leaves the origin of the app, which Telegram does not allow, so it works in a browser only. */
export type Availability = 'on' | 'off' | 'loading' | 'hidden' | 'website'

/** On the website both are shown. `off`: not configured, or the server did not answer; pressing it says which. */
export const shownLoginMethodsAtom = atom((get) => {
  const methods = get(loginMethodsAtom)
  const isLive = get(modeAtom) === 'live'
  const { miniApp } = get(hostAtom).platform
  const availabilityOf = (method: 'google' | 'telegram'): Availability => {
    const isInTelegram = miniApp !== undefined
    if (methods.state === 'loading' && !isInTelegram) return 'loading'
    if (methods.state !== 'ready' || methods.value[method] === null) return isInTelegram ? 'hidden' : 'off'
    return isInTelegram ? 'website' : 'on'
  }
  return {
    google: availabilityOf('google'),
    telegram: availabilityOf('telegram'),
    email: methods.state === 'ready' ? methods.value.mail : isLive ? 'off' : 'shown',
  } as const
})

/** The methods that a signed-in user can link. Telegram itself links Telegram. */
export const linkableMethodsAtom = atom((get) => {
  const { google, telegram } = get(shownLoginMethodsAtom)
  const isInTelegram = get(hostAtom).platform.miniApp !== undefined
  return { google: google === 'on' || google === 'website', telegram: isInTelegram || telegram === 'on' }
})

/** Notifies that a method is not configured, or that the server did not answer. */
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
