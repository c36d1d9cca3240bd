import type { CurrencyId, Millis, UserId } from '../../contract/ids.ts'
import type { Units } from '../../contract/money.ts'

/** What a conversion moved. `change` in USDT is left over by the second leg and stays with the user. */
export type Conversion = {
  readonly from: CurrencyId
  readonly to: CurrencyId
  readonly fromAmount: Units
  /** After the fee. */
  readonly toAmount: Units
  /** In `to`. */
  readonly fee: Units
  readonly change: Units
}

/** After the trades of its legs, which carry the postings. */
export type Converted = {
  readonly type: 'converted'
  readonly at: Millis
  readonly user: UserId
  readonly conversion: Conversion
}
