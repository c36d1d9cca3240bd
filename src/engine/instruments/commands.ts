import type { CurrencyId, PairId } from '../../contract/ids.ts'
import type { Currency, PairRules } from '../../contract/markets/instruments.ts'
import type { Ticks, Units } from '../../contract/money.ts'

/** Who did it and why, for the record. */
type ByOperator = { readonly operator: string; readonly reason: string }

/** Listing an equal currency again shows it again if it is hidden. */
export type ListCurrency = ByOperator & { readonly type: 'list-currency'; readonly currency: Currency }

/** Balances of a hidden coin stay visible and can be withdrawn; it has no deposits, and none of its markets trades. */
export type HideCurrency = ByOperator & { readonly type: 'hide-currency'; readonly currency: CurrencyId }

/** `tick` in 10⁻¹⁰ of the quote currency, `lot` in units of the base currency; neither ever changes. */
export type ListPair = ByOperator & {
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
export type SetPairRules = ByOperator & {
  readonly type: 'set-pair-rules'
  readonly pair: PairId
  readonly rules: PairRules
}

/** Before the first trade, or while the pair is halted. It counts as the last price until the next trade. */
export type SetReferencePrice = ByOperator & {
  readonly type: 'set-reference-price'
  readonly pair: PairId
  readonly price: Ticks
}

export type InstrumentCommand = ListCurrency | HideCurrency | ListPair | SetPairRules | SetReferencePrice
