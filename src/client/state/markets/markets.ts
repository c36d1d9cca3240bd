/** All pairs with their rules and last prices. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import type { PairId } from '../../../contract/ids.ts'
import type { Pair } from '../../../contract/markets/instruments.ts'
import type { FullPairView } from '../../../contract/markets/views.ts'
import { type Failed, failed } from '../../connection/request.ts'
import { hostAtom } from '../app/host.ts'
import { parsePair } from './parse-pair.ts'

export type Market = { readonly pair: Pair; readonly view: FullPairView }

type Markets = { readonly state: 'loading' } | Failed | { readonly state: 'ready'; readonly all: readonly Market[] }

const RETRY_MILLIS = 3_000
const REFRESH_MILLIS = 5_000

const source = atom<Markets>({ state: 'loading' })
const none: readonly Market[] = []

export const marketsAtom = atom((get) => get(source))
/** With hidden ones, for own orders and history. */
export const allMarketsAtom = atom((get) => {
  const markets = get(source)
  return markets.state === 'ready' ? markets.all : none
})

/** The markets that lists, the trade screen and searches offer. */
export const offeredMarketsAtom = atom((get) => get(allMarketsAtom).filter(({ view }) => !view.is_hidden))

/** Their open orders cannot be cancelled. */
export const haltedPairsAtom = atom(
  (get): ReadonlySet<number> =>
    new Set(get(allMarketsAtom).flatMap(({ pair }) => (pair.rules.status === 'halted' ? pair.id : []))),
)

/** True once it is known that no market is offered. */
export const hasNoMarketsAtom = atom((get) => get(source).state === 'ready' && get(offeredMarketsAtom).length === 0)

/** All markets, refreshed while mounted. */
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
  if (answer.ok) set(source, { state: 'ready', all: answer.value.flatMap(parseMarket) })
  else if (get(source).state !== 'ready') set(source, failed(answer.failure))
})

/** Retries until the markets are loaded: no screen works without them. */
export const startMarketsAtom = atom(null, async (get, set) => {
  for (;;) {
    await set(loadMarketsAtom)
    if (get(source).state === 'ready') return
    await new Promise((resolve) => setTimeout(resolve, RETRY_MILLIS))
  }
})

/** A pair is new, or its rules or status changed. */
export const applyPairAtom = atom(null, (_get, set, view: FullPairView) =>
  set(source, (markets) =>
    markets.state === 'ready' && markets.all.every(({ pair }) => pair.id !== view.id)
      ? { state: 'ready', all: [...markets.all, ...parseMarket(view)] }
      : replaceView(markets, view.id, () => view),
  ),
)

export const applyPairPriceAtom = atom(null, (_get, set, { id, price }: { id: PairId; price: string }) =>
  set(source, (markets) => replaceView(markets, id, (view) => (view.price === price ? view : { ...view, price }))),
)

function parseMarket(view: FullPairView): readonly Market[] {
  const pair = parsePair(view)
  return pair ? [{ pair, view }] : []
}

function replaceView(markets: Markets, id: PairId, change: (view: FullPairView) => FullPairView): Markets {
  if (markets.state !== 'ready') return markets
  const old = markets.all.find((one) => one.pair.id === id)
  if (!old) return markets
  const view = change(old.view)
  const pair = parsePair(view)
  if (view === old.view || !pair) return markets
  return { state: 'ready', all: markets.all.map((one) => (one === old ? { pair, view } : one)) }
}
