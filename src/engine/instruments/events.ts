import type { PairId } from '../../contract/ids.ts'
import type { Currency, Pair, PairRules } from '../../contract/markets/instruments.ts'

export type InstrumentEvent =
  | { readonly type: 'currency-listed'; readonly currency: Currency }
  | { readonly type: 'pair-listed'; readonly pair: Pair }
  | { readonly type: 'pair-rules-set'; readonly pair: PairId; readonly rules: PairRules }
