/** The preview of a conversion: its quote counts down, is renewed, and a worse rate must be accepted. */

import { atom, type PrimitiveAtom } from 'jotai'
import { hostAtom } from '../app/host.ts'
import { perUser } from '../app/per-user.ts'
import { quoteBodyOf } from './form.ts'
import { expireQuoteAtom, quoteOf, requestQuoteAtom } from './quote.ts'
import { fractionLeft, isWorse, MAX_RENEWALS, millisLeft } from './quote-life.ts'
import { stepOf } from './step.ts'

/** How often `countdownOf` changes. */
export const TICK_MILLIS = 250
/** A quote that expires sooner is renewed before it is shown. */
const MIN_PREVIEW_MILLIS = 3_000

const nowOf = perUser((): PrimitiveAtom<number> => atom(performance.now()))
const watchers = new Map<string, number>()

/** Whether the sheet is shown. */
export const isWatched = (user: string): boolean => (watchers.get(user) ?? 0) > 0

/** Renews the quote when it has expired, three times while the page is visible. Then it has expired. */
export const tickAtom = atom(null, (get, set, user: string): void => {
  const now = performance.now()
  set(nowOf(user), now)
  const [quoted, { name }] = [get(quoteOf(user)), get(stepOf(user))]
  if (quoted.state !== 'ready' || (name !== 'form' && name !== 'preview') || millisLeft(quoted.quote, now) > 0) return
  if (!get(hostAtom).platform.isVisible()) return
  if (quoted.renewals >= MAX_RENEWALS) set(expireQuoteAtom, user)
  else void set(requestQuoteAtom, user, quoted.body, quoted.renewals + 1)
})

type Countdown = { readonly seconds: number; readonly fraction: number }

/** The life of the quote; undefined while there is none that can be used. Renews it while mounted. */
export const countdownOf = perUser((user) => {
  const countdown = atom(
    (get): Countdown | undefined => {
      const [quoted, now] = [get(quoteOf(user)), get(nowOf(user))]
      if (quoted.state !== 'ready') return undefined
      const { quote } = quoted
      return { seconds: Math.ceil(millisLeft(quote, now) / 1000), fraction: Math.min(1, fractionLeft(quote, now)) }
    },
    (_get, set) => set(tickAtom, user),
  )
  countdown.onMount = (tick) => {
    watchers.set(user, (watchers.get(user) ?? 0) + 1)
    const timer = setInterval(tick, TICK_MILLIS)
    return () => {
      watchers.set(user, (watchers.get(user) ?? 1) - 1)
      clearInterval(timer)
    }
  }
  return countdown
})

/** Shows the quote of the form, or a new one if it is about to expire. */
export const previewAtom = atom(null, async (get, set, user: string): Promise<void> => {
  const [body, quoted] = [get(quoteBodyOf(user)), get(quoteOf(user))]
  if (get(stepOf(user)).name !== 'form' || body === undefined) return
  const isFresh = quoted.state === 'ready' && millisLeft(quoted.quote, performance.now()) > MIN_PREVIEW_MILLIS
  set(stepOf(user), { name: 'preview', accepted: isFresh ? quoted.quote.view : undefined })
  if (!isFresh) await set(refreshAtom, user)
})

/** A new quote on request of the user. */
export const refreshAtom = atom(null, async (get, set, user: string): Promise<void> => {
  const body = get(quoteBodyOf(user))
  if (body === undefined) return set(stepOf(user), { name: 'form' })
  await set(requestQuoteAtom, user, body, 0)
  const [step, quoted] = [get(stepOf(user)), get(quoteOf(user))]
  if (step.name !== 'preview' || step.accepted !== undefined || quoted.state !== 'ready') return
  set(stepOf(user), { ...step, accepted: quoted.quote.view })
})

/** Whether the new rate must be accepted first. */
export const isWorseOf = perUser((user) =>
  atom((get) => {
    const [step, quoted] = [get(stepOf(user)), get(quoteOf(user))]
    if (step.name !== 'preview' || step.accepted === undefined || quoted.state !== 'ready') return false
    return isWorse(quoted.quote.view, step.accepted)
  }),
)

export const acceptRateAtom = atom(null, (get, set, user: string) => {
  const [step, quoted] = [get(stepOf(user)), get(quoteOf(user))]
  if (step.name === 'preview' && quoted.state === 'ready')
    set(stepOf(user), { name: 'preview', accepted: quoted.quote.view })
})

export const backToFormAtom = atom(null, (_get, set, user: string) => set(stepOf(user), { name: 'form' }))
