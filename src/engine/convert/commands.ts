import type { CurrencyId, Millis, UserId } from '../../contract/ids.ts'
import type { Ppm, Units } from '../../contract/money.ts'

/**
 * Converts one coin into another by market orders, all or nothing. `fromAmount` is the most that is spent, `minTo` the
 * least that is received after the fee; a better book benefits the user.
 */
export type Convert = {
  readonly type: 'convert'
  readonly user: UserId
  /** Repeating the request gets the first response. */
  readonly clientId: string
  readonly from: CurrencyId
  readonly to: CurrencyId
  readonly fromAmount: Units
  readonly minTo: Units
  /** The fee at most, of what is received. */
  readonly spread: Ppm
  /** Not executed later than this; at most two minutes ahead. */
  readonly validUntil: Millis
}
