import { DEFAULT_TIMEFRAME, TIMEFRAME_NAMES, type Timeframe } from '../../../contract/markets/timeframes.ts'
import { persistedAtom } from '../app/persisted-atom.ts'

/** The duration of a candle, the same for all pairs. */
export const timeframeAtom = persistedAtom<Timeframe>(
  'timeframe',
  (text) => TIMEFRAME_NAMES.find((name) => name === text) ?? DEFAULT_TIMEFRAME,
  (timeframe) => timeframe,
)
