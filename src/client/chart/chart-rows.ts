/** Candles as chart rows. Floats are used for drawing only. Pure. */

import type { UTCTimestamp } from 'lightweight-charts'
import type { CandleView } from '../../contract/markets/views.ts'

export type ChartRow = {
  readonly time: UTCTimestamp
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
  /** Mean of the last twenty closes; undefined for the first nineteen. */
  readonly average: number | undefined
  readonly color: string
}

const AVERAGE_OF = 20

const isRising = ({ open, close }: Pick<ChartRow, 'open' | 'close'>): boolean => close >= open

/** Rows from index `from` on. */
export function rowsFrom(candles: readonly CandleView[], from: number, up: string, down: string): ChartRow[] {
  const first = Math.max(0, from - AVERAGE_OF + 1)
  const closes = candles.slice(first).map(({ close }) => Number(close))
  let sum = 0
  const rows: ChartRow[] = []
  for (const [index, close] of closes.entries()) {
    sum += close - (closes[index - AVERAGE_OF] ?? 0)
    const candle = candles[first + index]!
    if (first + index < from) continue
    const average = index >= AVERAGE_OF - 1 ? sum / AVERAGE_OF : undefined
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

type Change = { readonly kind: 'none' | 'all' | 'fresh' } | { readonly kind: 'tail'; readonly from: number }

/**
 * What to redraw: `tail` when only the last candles changed, `all` when older ones were added before them, `fresh` for
 * another chart. The library throws on an update that is older than its last candle.
 */
export function diffCandles(shown: readonly CandleView[], next: readonly CandleView[]): Change {
  if (next === shown) return { kind: 'none' }
  const [last, end] = [shown.at(-1), next.at(-1)]
  if (!last || !end || shown[0]?.time === undefined) return { kind: 'fresh' }
  const from = shown.length - 1
  const isTail = shown[0] === next[0] && next[from]?.time === last.time && shown[from - 1] === next[from - 1]
  if (isTail) return { kind: 'tail', from }
  const overlaps = end.time >= last.time && (next[0]?.time ?? Number.POSITIVE_INFINITY) <= last.time
  return { kind: overlaps ? 'all' : 'fresh' }
}
