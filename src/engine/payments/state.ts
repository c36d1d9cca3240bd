/** Payments from addresses of the exchange that are not final yet, and the next nonce of each address. */

import type { NetworkId, PaymentId } from '../../contract/ids.ts'
import type { PaymentPurpose, WalletNumber } from './commands.ts'

export type Payment = {
  readonly id: PaymentId
  readonly network: NetworkId
  /** The address that pays. */
  readonly wallet: WalletNumber
  readonly nonce: number
  readonly purpose: PaymentPurpose
}

export type PaymentState = {
  /** In the order of their ids. */
  readonly open: Map<PaymentId, Payment>
  /** By `{network}/{wallet}`. */
  readonly nextNonces: Map<string, number>
}

export const emptyPayments = (): PaymentState => ({ open: new Map(), nextNonces: new Map() })
