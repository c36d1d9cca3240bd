/** What payments are for. */

import { rawOfUnits } from '../../../contract/wallet/networks.ts'
import { expectDefined } from '../../../engine/assert.ts'
import {
  type DepositReturn,
  type NetworkInfo,
  type PaymentPurpose,
  type State,
  type Withdrawal,
  withdrawalOf,
} from '../../../engine/exchange.ts'

export const withdrawalIn = (state: State, purpose: PaymentPurpose): Withdrawal | undefined =>
  purpose.kind === 'withdrawal' ? withdrawalOf(state, purpose.withdrawal) : undefined

/** What pays a return that waits. */
export function returnPurpose(
  { assets }: NetworkInfo,
  { id, deposit: { currency, amount }, address, signature }: DepositReturn,
): Extract<PaymentPurpose, { kind: 'return' }> {
  const { decimals } = expectDefined(assets.get(currency), 'the coin of a deposit is listed on the network')
  return { kind: 'return', return: id, currency, address, raw: rawOfUnits(amount, decimals), signature }
}
