/** The quote for the form or the preview: one request at a time, the answer to an older one is dropped. */

import { atom, type PrimitiveAtom } from 'jotai'
import { api } from '../../../contract/api.ts'
import type { ConvertQuoteBody } from '../../../contract/convert/calls.ts'
import { convertText } from '../../text/convert.ts'
import { errorText } from '../app/error-text.ts'
import { hostAtom } from '../app/host.ts'
import { perUser } from '../app/per-user.ts'
import type { TimedQuote } from './quote-life.ts'

type Quoted =
  | { readonly state: 'none' }
  /** `before` is shown meanwhile. */
  | { readonly state: 'waiting'; readonly before: TimedQuote | undefined }
  /** `isTransient`: the same request may succeed later. */
  | { readonly state: 'failed'; readonly errorText: string; readonly isTransient: boolean }
  | {
      readonly state: 'ready'
      readonly quote: TimedQuote
      readonly body: ConvertQuoteBody
      /** Automatic renewals since the last action of the user. */
      readonly renewals: number
    }
  | { readonly state: 'expired'; readonly quote: TimedQuote; readonly body: ConvertQuoteBody }

const TRANSIENT = new Set(['RATE_LIMITED', 'NO_LIQUIDITY'])

const sourceOf = perUser((): PrimitiveAtom<Quoted> => atom<Quoted>({ state: 'none' }))
const generationOf = perUser((): PrimitiveAtom<number> => atom(0))

export const quoteOf = perUser((user) => atom((get) => get(sourceOf(user))))

/** The newest quote, also while another one is requested. */
export const shownQuoteOf = perUser((user) =>
  atom((get): TimedQuote | undefined => {
    const quoted = get(sourceOf(user))
    if (quoted.state === 'waiting') return quoted.before
    return quoted.state === 'ready' || quoted.state === 'expired' ? quoted.quote : undefined
  }),
)

export const dropQuoteAtom = atom(null, (get, set, user: string) => {
  set(generationOf(user), get(generationOf(user)) + 1)
  set(sourceOf(user), { state: 'none' })
})

/** Another quote will be requested: the current one is only shown until then. */
export const outdateQuoteAtom = atom(null, (get, set, user: string) => {
  const before = get(shownQuoteOf(user))
  set(generationOf(user), get(generationOf(user)) + 1)
  set(sourceOf(user), { state: 'waiting', before })
})

export const requestQuoteAtom = atom(
  null,
  async (get, set, user: string, body: ConvertQuoteBody, renewals: number): Promise<void> => {
    set(outdateQuoteAtom, user)
    const started = get(generationOf(user))
    const requestedAt = performance.now()
    const answer = await get(hostAtom).http(api.convertQuote, { body })
    if (get(generationOf(user)) !== started) return
    set(
      sourceOf(user),
      answer.ok
        ? { state: 'ready', quote: { view: answer.value, requestedAt }, body, renewals }
        : {
            state: 'failed',
            errorText: errorText(answer.failure, convertText.quoteFailed),
            isTransient: answer.failure.kind === 'unreachable' || TRANSIENT.has(answer.failure.code ?? ''),
          },
    )
  },
)

/** The quote may no longer be used; it is still shown. */
export const expireQuoteAtom = atom(null, (get, set, user: string) => {
  const quoted = get(sourceOf(user))
  if (quoted.state === 'ready') set(sourceOf(user), { state: 'expired', quote: quoted.quote, body: quoted.body })
})
