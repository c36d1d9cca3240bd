/** Payments for readers outside the engine. */

import type { NetworkId, PaymentId } from '../../contract/ids.ts'
import type { State } from '../state.ts'
import type { WalletNumber } from './commands.ts'
import { nonceOf, type Payment } from './state.ts'

/** Those that are not final, in the order of their ids. */
export const openPayments = ({ payments }: State, network: NetworkId): readonly Payment[] =>
  [...payments.open.values()].filter((payment) => payment.network === network)
/** Undefined once it is final. */
export const paymentOf = ({ payments }: State, id: PaymentId): Payment | undefined => payments.open.get(id)
export const nextNonce = ({ payments }: State, network: NetworkId, wallet: WalletNumber): number =>
  nonceOf(payments, network, wallet)
