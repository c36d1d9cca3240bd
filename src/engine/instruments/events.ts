import type { CurrencyId, PairId } from '../../contract/ids.ts'
import type { Currency, Pair, PairRules } from '../../contract/markets/instruments.ts'
import type { Ticks } from '../../contract/money.ts'

export type InstrumentEvent =
  | { readonly type: 'currency-listed'; readonly currency: Currency }
  | { readonly type: 'currency-hidden'; readonly currency: CurrencyId }
  | { readonly type: 'pair-listed'; readonly pair: Pair }
  | { readonly type: 'pair-rules-set'; readonly pair: PairId; readonly rules: PairRules }
  | { readonly type: 'reference-price-set'; readonly pair: PairId; readonly price: Ticks }
