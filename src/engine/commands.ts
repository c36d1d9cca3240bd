/** Everything that may be asked of the exchange. Commands are what the journal keeps. */

import type { Currency, PairRules } from '../contract/catalogue.ts'
import type { CurrencyId, Millis, OrderId, PairId, Seq, UserId } from '../contract/ids.ts'
import type { Ticks, Units } from '../contract/money.ts'
import type { OrderTerms, Side } from '../contract/order-rules.ts'

export type ListCurrency = { readonly type: 'list-currency'; readonly currency: Currency }

/** `tick` in 10⁻¹⁰ of the quote currency, `lot` in units of the base currency; both for ever. */
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

/** Fees, limits and status of a listed pair. Open orders keep the fees they were opened with. */
export type SetPairRules = { readonly type: 'set-pair-rules'; readonly pair: PairId; readonly rules: PairRules }

/** Asking again for the same user changes nothing. Grants come from outside: play money, or a demo trader's stock. */
export type OpenAccount = {
  readonly type: 'open-account'
  readonly user: UserId
  readonly kind: AccountKind
  readonly referralCode: number | null
  readonly referrer: UserId | null
  readonly grants: readonly { readonly currency: CurrencyId; readonly amount: Units }[]
}
export type AccountKind = 'user' | 'demo'

export type SetAccountFrozen = { readonly type: 'set-account-frozen'; readonly user: UserId; readonly frozen: boolean }

/** With a client id, asking again returns the first answer; demo traders go without. */
export type PlaceOrder = {
  readonly type: 'place-order'
  readonly user: UserId
  readonly clientId: string | null
  readonly pair: PairId
  readonly side: Side
  readonly terms: OrderTerms
}

export type CancelOrder = { readonly type: 'cancel-order'; readonly user: UserId; readonly order: OrderId }

/** Of one pair, or of all with null. */
export type CancelAll = { readonly type: 'cancel-all'; readonly user: UserId; readonly pair: PairId | null }

export type Command =
  | ListCurrency
  | ListPair
  | SetPairRules
  | OpenAccount
  | SetAccountFrozen
  | PlaceOrder
  | CancelOrder
  | CancelAll

/** A command in its place: numbered without gaps, stamped with a time that never goes back. */
export type Sequenced<C extends Command = Command> = { readonly seq: Seq; readonly at: Millis; readonly command: C }
