import type { CurrencyId } from '../ids.ts'
import type { Units } from '../money.ts'

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
