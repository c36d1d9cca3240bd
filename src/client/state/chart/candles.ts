/** The candles of the selected pair in the selected timeframe. */

import { atom } from 'jotai'
import { DEFAULT_TIMEFRAME, type Timeframe } from '../../contract/timeframes.ts'
import type { CandleView } from '../../contract/views.ts'
import { clockAtom } from './clock.ts'
import { hostAtom } from './host.ts'
import { timeframeAtom } from './timeframe.ts'

export type Candles =
  | { readonly state: 'loading'; readonly since: number }
  | {
      readonly state: 'ready'
      /** Oldest first, every time once. */
      readonly all: readonly CandleView[]
      readonly pages: number
      readonly hasOlder: boolean
      /** False after the line broke: candles may be missing until the newest page is there again. */
      readonly isSure: boolean
    }

/** An answer that takes longer is not coming. */
const LATE_MILLIS = 10_000

const source = atom<Candles>({ state: 'loading', since: Date.now() })
const asking = atom<number | undefined>(undefined)

export const candlesAtom = atom((get) => get(source))

/** True when there is nothing to show and nothing seems to be coming. */
export const areCandlesLateAtom = atom((get) => {
  const candles = get(source)
  return candles.state === 'loading' && get(clockAtom) - candles.since > LATE_MILLIS
})

/** What a line asks for when it opens. The newest page is asked for last, in the timeframe that counts. */
export const chartQuestionsAtom = atom((get): readonly string[] => {
  const timeframe = get(timeframeAtom)
  const [page, change] = ['get_chart/1', `change_timeframe/${timeframe}`]
  return timeframe === DEFAULT_TIMEFRAME ? [page, change] : [change, page]
})

export const chooseTimeframeAtom = atom(null, (get, set, timeframe: Timeframe) => {
  if (timeframe === get(timeframeAtom)) return
  set(timeframeAtom, timeframe)
  set(askCandlesAtom)
})

/** From the beginning: another timeframe, or the answer did not come. */
export const askCandlesAtom = atom(null, (get, set) => {
  set(clearCandlesAtom)
  get(hostAtom).socket.say(`change_timeframe/${get(timeframeAtom)}`)
})

/** The page before the oldest that is shown, once. */
export const askOlderAtom = atom(null, (get, set) => {
  const candles = get(source)
  if (candles.state !== 'ready' || !candles.hasOlder || get(asking) !== undefined) return
  const page = candles.pages + 1
  if (get(hostAtom).socket.say(`get_chart/${page}`)) set(asking, page)
})

type Page = { readonly page: number; readonly next: boolean; readonly all: readonly CandleView[] }

/** A page in another timeframe was asked for before the reader changed their mind. */
export const applyPageAtom = atom(null, (get, set, { timeframe, ...page }: Page & { timeframe: Timeframe }) => {
  if (timeframe !== get(timeframeAtom)) return
  set(source, (candles) => (page.page === 1 ? withNewest(candles, page) : withOlder(candles, page)))
  if (page.page === get(asking)) set(asking, undefined)
})

/** Ignored until the history is there. */
export const applyCandleAtom = atom(
  null,
  (get, set, { timeframe, candle }: { timeframe: Timeframe; candle: CandleView }) => {
    if (timeframe !== get(timeframeAtom)) return
    set(source, (candles) => {
      if (candles.state !== 'ready' || !candles.isSure) return candles
      const all = withCandle(candles.all, candle)
      return all === candles.all ? candles : { ...candles, all }
    })
  },
)

/** Another line: what was missed comes with its first page. The old candles stay to be seen. */
export const doubtCandlesAtom = atom(null, (_get, set) => {
  set(asking, undefined)
  set(
    source,
    (candles): Candles =>
      candles.state === 'ready' ? { ...candles, isSure: false } : { state: 'loading', since: Date.now() },
  )
})

export const clearCandlesAtom = atom(null, (_get, set) => {
  set(asking, undefined)
  set(source, { state: 'loading', since: Date.now() })
})

/** The newest page replaces what it tells of. Older pages stay as long as they reach up to it. */
function withNewest(candles: Candles, { all, next }: Page): Candles {
  const first = all[0]?.time
  const known = candles.state === 'ready' && first !== undefined ? candles.all : []
  const reaches = (known.at(-1)?.time ?? 0) >= (first ?? 0)
  const older = reaches ? known.filter(({ time }) => time < first!) : []
  if (candles.state !== 'ready' || older.length === 0)
    return { state: 'ready', all, pages: 1, hasOlder: next, isSure: true }
  return { ...candles, all: [...older, ...all], isSure: true }
}

/** Pages are counted from the newest candle: by now the next one may begin with some that are known. */
function withOlder(candles: Candles, { page, all, next }: Page): Candles {
  if (candles.state !== 'ready' || page !== candles.pages + 1) return candles
  const first = candles.all[0]?.time ?? Number.POSITIVE_INFINITY
  const older = all.filter(({ time }) => time < first)
  return { ...candles, all: [...older, ...candles.all], pages: page, hasOlder: next }
}

/** The same time replaces, a later one follows, an earlier one is too late. */
export function withCandle(all: readonly CandleView[], candle: CandleView): readonly CandleView[] {
  const last = all.at(-1)
  if (last && candle.time < last.time) return all
  return last?.time === candle.time ? [...all.slice(0, -1), candle] : [...all, candle]
}
