import { DEFAULT_TIMEFRAME, TIMEFRAME_NAMES, type Timeframe } from '../../contract/timeframes.ts'
import { keptAtom } from './kept.ts'

/** How long a candle of the chart lasts, one choice for every pair. */
export const timeframeAtom = keptAtom<Timeframe>(
  'timeframe',
  (text) => TIMEFRAME_NAMES.find((name) => name === text) ?? DEFAULT_TIMEFRAME,
  (timeframe) => timeframe,
)
