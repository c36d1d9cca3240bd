/** A message for a wallet on TON as JSON. */

import type { TonPaymentView } from '../../contract/wallet/views.ts'
import type { TonPayment } from '../deposits/ton-payment.ts'

export const tonPaymentView = ({ chainId, to, value, payload }: TonPayment): TonPaymentView => ({
  chain: String(chainId),
  address: to,
  amount: String(value),
  payload,
})
