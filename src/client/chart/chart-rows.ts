/** Candles as the chart draws them. Floats are for the eye only. Pure. */

import type { UTCTimestamp } from 'lightweight-charts'
import type { CandleView } from '../../contract/views.ts'

export type ChartRow = {
  readonly time: UTCTimestamp
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
  /** The mean of the last twenty closes; undefined until there are so many. */
  readonly average: number | undefined
  readonly color: string
}

const AVERAGE_OF = 20

export const isRising = ({ open, close }: Pick<ChartRow, 'open' | 'close'>): boolean => close >= open

/** Rows from the one at `from` on. */
export function rowsFrom(candles: readonly CandleView[], from: number, up: string, down: string): ChartRow[] {
  const first = Math.max(0, from - AVERAGE_OF + 1)
  const closes = candles.slice(first).map(({ close }) => Number(close))
  let sum = 0
  const rows: ChartRow[] = []
  for (const [place, close] of closes.entries()) {
    sum += close - (closes[place - AVERAGE_OF] ?? 0)
    const candle = candles[first + place]!
    if (first + place < from) continue
    const average = place >= AVERAGE_OF - 1 ? sum / AVERAGE_OF : undefined
    rows.push(rowOf(candle, average, up, down))
  }
  return rows
}

function rowOf(candle: CandleView, average: number | undefined, up: string, down: string): ChartRow {
  const [open, high, low, close] = [candle.open, candle.high, candle.low, candle.close].map(Number) as Four
  const color = isRising({ open, close }) ? up : down
  return { time: candle.time as UTCTimestamp, open, high, low, close, volume: Number(candle.volume), average, color }
}

type Four = [number, number, number, number]

export type Change = { readonly kind: 'none' | 'all' | 'fresh' } | { readonly kind: 'tail'; readonly from: number }

/**
 * What has to be drawn anew: only the last candles when they alone changed, all when older ones came in front, and
 * from a fresh start when it is another chart. The library throws when told of a candle older than its last.
 */
export function changeOf(shown: readonly CandleView[], next: readonly CandleView[]): Change {
  if (next === shown) return { kind: 'none' }
  const [last, end] = [shown.at(-1), next.at(-1)]
  if (!last || !end || shown[0]?.time === undefined) return { kind: 'fresh' }
  const from = shown.length - 1
  const isTail = shown[0] === next[0] && next[from]?.time === last.time && shown[from - 1] === next[from - 1]
  if (isTail) return { kind: 'tail', from }
  const overlaps = end.time >= last.time && (next[0]?.time ?? Number.POSITIVE_INFINITY) <= last.time
  return { kind: overlaps ? 'all' : 'fresh' }
}
