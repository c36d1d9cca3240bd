/** Payments from addresses of the exchange that are not final yet, and the next nonce of each address. */

import type { NetworkId, PaymentId } from '../../contract/ids.ts'
import { sorted } from '../sorted.ts'
import type { PaymentPurpose, WalletNumber } from './commands.ts'

export type Payment = {
  readonly id: PaymentId
  readonly network: NetworkId
  /** The address that pays. */
  readonly wallet: WalletNumber
  readonly nonce: number
  readonly purpose: PaymentPurpose
  /** Seconds by the clock of the chain; only on TON. */
  readonly createdAt?: number
}

export type PaymentState = {
  /** In the order of their ids. */
  readonly open: Map<PaymentId, Payment>
  /** By `{network}/{wallet}`. */
  readonly nextNonces: Map<string, number>
}

export const emptyPayments = (): PaymentState => ({ open: new Map(), nextNonces: new Map() })

const walletKey = (network: NetworkId, wallet: WalletNumber): string => `${network}/${wallet}`

export const nonceOf = ({ nextNonces }: PaymentState, network: NetworkId, wallet: WalletNumber): number =>
  nextNonces.get(walletKey(network, wallet)) ?? 0

export function addPayment(payments: PaymentState, payment: Payment): void {
  payments.open.set(payment.id, payment)
  usedNonce(payments, payment.network, payment.wallet, payment.nonce)
}

export function usedNonce({ nextNonces }: PaymentState, network: NetworkId, wallet: WalletNumber, nonce: number): void {
  nextNonces.set(walletKey(network, wallet), nonce + 1)
}

export function forgetWallets({ nextNonces }: PaymentState, network: NetworkId): void {
  for (const key of [...nextNonces.keys()]) if (key.startsWith(`${network}/`)) nextNonces.delete(key)
}

type OpenPiece = { readonly part: 'open-payments'; readonly items: readonly Payment[] }
type NoncesPiece = { readonly part: 'payment-nonces'; readonly items: readonly (readonly [string, number])[] }
export type PaymentPiece = OpenPiece | NoncesPiece

export const save = ({ open, nextNonces }: PaymentState): PaymentPiece[] => [
  { part: 'open-payments', items: [...open.values()] },
  { part: 'payment-nonces', items: [...nextNonces] },
]

export function loadOpen({ open }: PaymentState, { items }: OpenPiece): void {
  for (const payment of items) open.set(payment.id, payment)
}

export function loadNonces({ nextNonces }: PaymentState, { items }: NoncesPiece): void {
  for (const [key, nonce] of items) nextNonces.set(key, nonce)
}

export function* lines({ open, nextNonces }: PaymentState): Generator<object> {
  for (const [, payment] of sorted(open)) yield { payment }
  for (const [wallet, nonce] of sorted(nextNonces)) yield { wallet, nonce }
}
