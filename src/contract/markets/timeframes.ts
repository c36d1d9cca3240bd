/** How long a candle lasts. Weeks begin on Monday, everything in UTC. */

import type { Millis } from './ids.ts'

const MINUTE: Millis = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const TIMEFRAMES = {
  '1m': MINUTE,
  '5m': 5 * MINUTE,
  '15m': 15 * MINUTE,
  '1h': HOUR,
  '4h': 4 * HOUR,
  '1d': DAY,
  '1w': 7 * DAY,
} as const

/** How far back the past of a figure may be asked for. */
export const PERIODS = ['24h', '7d', '30d', '90d'] as const
export type Period = (typeof PERIODS)[number]

export type Timeframe = keyof typeof TIMEFRAMES
export const TIMEFRAME_NAMES = Object.keys(TIMEFRAMES) as Timeframe[]
export const DEFAULT_TIMEFRAME: Timeframe = '15m'

/** 1970 began on a Thursday, the first Monday was the fifth. */
const FIRST_MONDAY = 4 * DAY

/** When the candle that holds this moment begins. */
export function candleStart(timeframe: Timeframe, at: Millis): Millis {
  const length = TIMEFRAMES[timeframe]
  const offset = timeframe === '1w' ? FIRST_MONDAY : 0
  return Math.floor((at - offset) / length) * length + offset
}
