/** Which ways in this exchange has, and what is said where one is missing. */

import { atom } from 'jotai'
import { api } from '../../contract/api.ts'
import { text } from '../text/en.ts'
import { ways as words } from '../text/en-sign-in.ts'
import { askedAtom } from './asked.ts'
import { modeAtom } from './exchange.ts'
import { hostAtom, notifyAtom } from './host.ts'

export const waysAtom = askedAtom((http) => http(api.ways), 60_000)

/** What is not configured is shown where the money is play money, to say so; inside Telegram nobody needs it. */
export const shownWaysAtom = atom((get) => {
  const ways = get(waysAtom)
  const isLive = get(modeAtom) === 'live'
  const { miniApp } = get(hostAtom).platform
  const isShown = (way: 'google' | 'telegram') => !isLive || (ways.state === 'ready' && ways.value[way] !== null)
  return {
    google: miniApp === undefined && isShown('google'),
    telegram: miniApp === undefined && isShown('telegram'),
    mail: ways.state === 'ready' ? ways.value.mail : isLive ? 'off' : 'shown',
  } as const
})

export const sayMissingAtom = atom(null, (get, set, way: 'google' | 'telegram') => {
  const isKnown = get(waysAtom).state === 'ready'
  set(
    notifyAtom,
    isKnown
      ? { kind: 'blank', title: words[way].title, detail: words[way].line, id: 'way-off' }
      : { kind: 'error', title: text.auth.unreachable, id: 'way-off' },
  )
})
