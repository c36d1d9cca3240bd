/** The markets: all pairs with their rules and last prices. */

import { atom } from 'jotai'
import { api } from '../../contract/api.ts'
import type { Pair } from '../../contract/catalogue.ts'
import type { PairId } from '../../contract/ids.ts'
import type { FullPairView } from '../../contract/views.ts'
import { type Failed, failed } from '../connection/request.ts'
import { hostAtom } from './host.ts'
import { readPair } from './read-pair.ts'

export type Market = { readonly pair: Pair; readonly view: FullPairView }

export type Markets =
  | { readonly state: 'loading' }
  | Failed
  | { readonly state: 'ready'; readonly all: readonly Market[] }

const RETRY_MILLIS = 3_000
const REFRESH_MILLIS = 5_000

const source = atom<Markets>({ state: 'loading' })
const none: readonly Market[] = []

export const marketsAtom = atom((get) => get(source))
export const allMarketsAtom = atom((get) => {
  const markets = get(source)
  return markets.state === 'ready' ? markets.all : none
})

/** The same for a list on screen: prices are asked for again while it is looked at. */
export const watchedMarketsAtom = atom(
  (get) => get(source),
  (_get, set) => void set(loadMarketsAtom),
)
watchedMarketsAtom.onMount = (refresh) => {
  refresh()
  const timer = setInterval(refresh, REFRESH_MILLIS)
  return () => clearInterval(timer)
}

export const loadMarketsAtom = atom(null, async (get, set) => {
  const { http, platform } = get(hostAtom)
  if (get(source).state === 'ready' && !platform.isVisible()) return
  const answer = await http(api.fullPairs)
  if (answer.ok) set(source, { state: 'ready', all: answer.value.flatMap(market) })
  else if (get(source).state !== 'ready') set(source, failed(answer.failure))
})

/** At the start: until the markets are there, nothing else can be shown. */
export const startMarketsAtom = atom(null, async (get, set) => {
  for (;;) {
    await set(loadMarketsAtom)
    if (get(source).state === 'ready') return
    await new Promise((resolve) => setTimeout(resolve, RETRY_MILLIS))
  }
})

/** A pair's rules or status changed. */
export const applyPairAtom = atom(null, (_get, set, view: FullPairView) =>
  set(source, (markets) => replace(markets, view.id, () => view)),
)

export const applyPairPriceAtom = atom(null, (_get, set, { id, price }: { id: PairId; price: string }) =>
  set(source, (markets) => replace(markets, id, (view) => (view.price === price ? view : { ...view, price }))),
)

function market(view: FullPairView): readonly Market[] {
  const pair = readPair(view)
  return pair ? [{ pair, view }] : []
}

function replace(markets: Markets, id: PairId, change: (view: FullPairView) => FullPairView): Markets {
  if (markets.state !== 'ready') return markets
  const old = markets.all.find((one) => one.pair.id === id)
  if (!old) return markets
  const view = change(old.view)
  const pair = readPair(view)
  if (view === old.view || !pair) return markets
  return { state: 'ready', all: markets.all.map((one) => (one === old ? { pair, view } : one)) }
}
