/**
 * Payments from addresses of the exchange that are not final yet, the next nonce of each address, and which nonces paid
 * withdrawals and returned deposits.
 */

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
  /** The transaction of the wallet that sent the jettons of this payment, whose fee is booked; only on TON. */
  readonly executed?: string
}

export type PaymentState = {
  /** In the order of their ids. */
  readonly open: Map<PaymentId, Payment>
  /** By `{network}/{wallet}`. */
  readonly nextNonces: Map<string, number>
  /** The nonces of the hot wallet whose settled payments were withdrawals or returns, oldest first; only on EVM networks. */
  readonly paidNonces: Map<NetworkId, Set<number>>
}

export const emptyPayments = (): PaymentState => ({ open: new Map(), nextNonces: new Map(), paidNonces: new Map() })

/** Of a network. The watcher needs those of the blocks that it has not processed. */
const MAX_PAID = 10_000

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

/** Whether the payment moves coins out of the books of the exchange, and not from one of its addresses to another. */
export const leaves = ({ purpose }: Payment): boolean => purpose.kind === 'withdrawal' || purpose.kind === 'return'

export function notePaidNonce({ paidNonces }: PaymentState, { network, nonce }: Payment): void {
  const nonces = paidNonces.get(network) ?? new Set()
  paidNonces.set(network, nonces.add(nonce))
  const [oldest] = nonces
  if (nonces.size > MAX_PAID && oldest !== undefined) nonces.delete(oldest)
}

export function forgetWallets({ nextNonces, paidNonces }: PaymentState, network: NetworkId): void {
  paidNonces.delete(network)
  for (const key of [...nextNonces.keys()]) if (key.startsWith(`${network}/`)) nextNonces.delete(key)
}

type OpenPiece = { readonly part: 'open-payments'; readonly items: readonly Payment[] }
type NoncesPiece = { readonly part: 'payment-nonces'; readonly items: readonly (readonly [string, number])[] }
type PaidPiece = {
  readonly part: 'paid-nonces'
  readonly items: readonly { readonly network: NetworkId; readonly nonces: readonly number[] }[]
}
export type PaymentPiece = OpenPiece | NoncesPiece | PaidPiece

export const save = ({ open, nextNonces, paidNonces }: PaymentState): PaymentPiece[] => [
  { part: 'open-payments', items: [...open.values()] },
  { part: 'payment-nonces', items: [...nextNonces] },
  { part: 'paid-nonces', items: [...paidNonces].map(([network, nonces]) => ({ network, nonces: [...nonces] })) },
]

export function loadOpen({ open }: PaymentState, { items }: OpenPiece): void {
  for (const payment of items) open.set(payment.id, payment)
}

export function loadNonces({ nextNonces }: PaymentState, { items }: NoncesPiece): void {
  for (const [key, nonce] of items) nextNonces.set(key, nonce)
}

export function loadPaid({ paidNonces }: PaymentState, { items }: PaidPiece): void {
  for (const { network, nonces } of items) paidNonces.set(network, new Set(nonces))
}

export function* lines({ open, nextNonces, paidNonces }: PaymentState): Generator<object> {
  for (const [, payment] of sorted(open)) yield { payment }
  for (const [wallet, nonce] of sorted(nextNonces)) yield { wallet, nonce }
  for (const [network, nonces] of sorted(paidNonces)) yield { network, paidNonces: [...nonces] }
}
