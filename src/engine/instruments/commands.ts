import type { CurrencyId, PairId } from '../../contract/ids.ts'
import type { Currency, PairRules } from '../../contract/markets/instruments.ts'
import type { Ticks, Units } from '../../contract/money.ts'

export type ListCurrency = { readonly type: 'list-currency'; readonly currency: Currency }

/** `tick` in 10⁻¹⁰ of the quote currency, `lot` in units of the base currency; neither ever changes. */
export type ListPair = {
  readonly type: 'list-pair'
  readonly pair: PairId
  readonly base: CurrencyId
  readonly quote: CurrencyId
  readonly tick: bigint
  readonly lot: Units
  readonly referencePrice: Ticks
  readonly rules: PairRules
}

/** Fees, limits and status of a listed pair. Open orders keep the fee rates they were opened with. */
export type SetPairRules = { readonly type: 'set-pair-rules'; readonly pair: PairId; readonly rules: PairRules }

export type InstrumentCommand = ListCurrency | ListPair | SetPairRules
