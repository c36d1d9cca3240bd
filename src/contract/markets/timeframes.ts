/** Candle timeframes and history periods. Weeks begin on Monday, all times are UTC. */

import type { Millis } from '../ids.ts'

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

/** Periods of history calls. */
export const PERIODS = ['24h', '7d', '30d', '90d'] as const

export type Period = (typeof PERIODS)[number]

export type Timeframe = keyof typeof TIMEFRAMES

export const TIMEFRAME_NAMES = Object.keys(TIMEFRAMES) as Timeframe[]

export const DEFAULT_TIMEFRAME: Timeframe = '15m'

/** 1970-01-01 was a Thursday; the first Monday was 5 January. */
const FIRST_MONDAY = 4 * DAY

/** Start of the candle that contains `at`. */
export function candleStart(timeframe: Timeframe, at: Millis): Millis {
  const length = TIMEFRAMES[timeframe]
  const offset = timeframe === '1w' ? FIRST_MONDAY : 0
  return Math.floor((at - offset) / length) * length + offset
}
