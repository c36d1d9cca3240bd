/** The candles of the selected pair in the selected timeframe. */

import { atom } from 'jotai'
import { DEFAULT_TIMEFRAME, type Timeframe } from '../../../contract/markets/timeframes.ts'
import type { CandleView } from '../../../contract/markets/views.ts'
import { monotonicAtom } from '../app/clock.ts'
import { hostAtom } from '../app/host.ts'
import { timeframeAtom } from './timeframe.ts'

type Candles =
  | { readonly state: 'loading'; readonly since: number }
  | {
      readonly state: 'ready'
      /** Oldest first, times unique. */
      readonly all: readonly CandleView[]
      readonly pages: number
      readonly hasOlder: boolean
      /** False after a disconnect: candles may be missing until the newest page is loaded again. */
      readonly isComplete: boolean
    }

/** A request without an answer for this long counts as failed. */
const TIMEOUT_MILLIS = 10_000

const source = atom<Candles>({ state: 'loading', since: performance.now() })
const pendingPage = atom<number | undefined>(undefined)

export const candlesAtom = atom((get) => get(source))

/** True when there are no candles and the request seems lost. */
export const isCandlesTimeoutAtom = atom((get) => {
  const candles = get(source)
  return candles.state === 'loading' && get(monotonicAtom) - candles.since > TIMEOUT_MILLIS
})

/** Sent when the connection opens. The page comes last, so that it is in the selected timeframe. */
export const chartRequestsAtom = atom((get): readonly string[] => {
  const timeframe = get(timeframeAtom)
  const [page, change] = ['get_chart/1', `change_timeframe/${timeframe}`]
  return timeframe === DEFAULT_TIMEFRAME ? [page, change] : [change, page]
})

export const chooseTimeframeAtom = atom(null, (get, set, timeframe: Timeframe) => {
  if (timeframe === get(timeframeAtom)) return
  set(timeframeAtom, timeframe)
  set(reloadCandlesAtom)
})

/** Starts over: for another timeframe, or after a lost request. */
export const reloadCandlesAtom = atom(null, (get, set) => {
  set(clearCandlesAtom)
  get(hostAtom).socket.send(`change_timeframe/${get(timeframeAtom)}`)
})

/** Requests the page before the oldest candle; one request at a time. */
export const loadOlderAtom = atom(null, (get, set) => {
  const candles = get(source)
  if (candles.state !== 'ready' || !candles.hasOlder || get(pendingPage) !== undefined) return
  const page = candles.pages + 1
  if (get(hostAtom).socket.send(`get_chart/${page}`)) set(pendingPage, page)
})

type Page = { readonly page: number; readonly next: boolean; readonly all: readonly CandleView[] }

/** Ignores pages of a timeframe that is no longer selected. */
export const applyPageAtom = atom(null, (get, set, { timeframe, ...page }: Page & { timeframe: Timeframe }) => {
  if (timeframe !== get(timeframeAtom)) return
  set(source, (candles) => (page.page === 1 ? withNewest(candles, page) : withOlder(candles, page)))
  if (page.page === get(pendingPage)) set(pendingPage, undefined)
})

/** Ignored until the first page is loaded. */
export const applyCandleAtom = atom(
  null,
  (get, set, { timeframe, candle }: { timeframe: Timeframe; candle: CandleView }) => {
    if (timeframe !== get(timeframeAtom)) return
    set(source, (candles) => {
      if (candles.state !== 'ready' || !candles.isComplete) return candles
      const all = withCandle(candles.all, candle)
      return all === candles.all ? candles : { ...candles, all }
    })
  },
)

/** After a disconnect: the first page brings what was missed. The old candles stay visible. */
export const markCandlesStaleAtom = atom(null, (_get, set) => {
  set(pendingPage, undefined)
  set(
    source,
    (candles): Candles =>
      candles.state === 'ready' ? { ...candles, isComplete: false } : { state: 'loading', since: performance.now() },
  )
})

export const clearCandlesAtom = atom(null, (_get, set) => {
  set(pendingPage, undefined)
  set(source, { state: 'loading', since: performance.now() })
})

/** The newest page replaces the candles it contains. Older pages stay if they connect to it without a gap. */
function withNewest(candles: Candles, { all, next }: Page): Candles {
  const first = all[0]?.time
  const current = candles.state === 'ready' && first !== undefined ? candles.all : []
  const overlaps = (current.at(-1)?.time ?? 0) >= (first ?? 0)
  const older = overlaps ? current.filter(({ time }) => time < first!) : []
  if (candles.state !== 'ready' || older.length === 0)
    return { state: 'ready', all, pages: 1, hasOlder: next, isComplete: true }
  return { ...candles, all: [...older, ...all], isComplete: true }
}

/** Pages count from the newest candle, so the next page may overlap with loaded candles. */
function withOlder(candles: Candles, { page, all, next }: Page): Candles {
  if (candles.state !== 'ready' || page !== candles.pages + 1) return candles
  const first = candles.all[0]?.time ?? Number.POSITIVE_INFINITY
  const older = all.filter(({ time }) => time < first)
  return { ...candles, all: [...older, ...candles.all], pages: page, hasOlder: next }
}

/** Replaces the last candle, or appends; earlier candles are ignored. */
function withCandle(all: readonly CandleView[], candle: CandleView): readonly CandleView[] {
  const last = all.at(-1)
  if (last && candle.time < last.time) return all
  return last?.time === candle.time ? [...all.slice(0, -1), candle] : [...all, candle]
}
