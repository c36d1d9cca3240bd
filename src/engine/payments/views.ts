/** Payments for readers outside the engine. */

import type { NetworkId, PaymentId } from '../../contract/ids.ts'
import type { State } from '../state.ts'
import type { WalletNumber } from './commands.ts'
import { leaves, nonceOf, type Payment } from './state.ts'

/** Those that are not final, in the order of their ids. */
export const openPayments = ({ payments }: State, network: NetworkId): readonly Payment[] =>
  [...payments.open.values()].filter((payment) => payment.network === network)
/** Undefined once it is final. */
export const paymentOf = ({ payments }: State, id: PaymentId): Payment | undefined => payments.open.get(id)
export const nextNonce = ({ payments }: State, network: NetworkId, wallet: WalletNumber): number =>
  nonceOf(payments, network, wallet)

/**
 * What a transaction of an own address on an EVM network was made for. `paid`: a withdrawal, or a deposit that was sent back.
 * `moved`: from an own address to another one, or found after a restore. Undefined: the engine has not given this nonce.
 */
export type NonceUse = 'paid' | 'moved' | undefined

export function nonceUse({ payments }: State, network: NetworkId, wallet: WalletNumber, nonce: number): NonceUse {
  if (nonce >= nonceOf(payments, network, wallet)) return undefined
  if (wallet !== 0) return 'moved'
  const isOpen = [...payments.open.values()].some(
    (payment) => payment.network === network && payment.wallet === 0 && payment.nonce === nonce && leaves(payment),
  )
  return isOpen || payments.paidNonces.get(network)?.has(nonce) === true ? 'paid' : 'moved'
}
