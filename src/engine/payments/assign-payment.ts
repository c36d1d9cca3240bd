/** Gives a payment the next nonce of the address that pays. */

import type { PaymentId } from '../../contract/ids.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import { NETWORK_KINDS } from '../../contract/wallet/network-kinds.ts'
import { rawOfUnits } from '../../contract/wallet/networks.ts'
import { isAccountFrozen } from '../core.ts'
import { type Answer, type Execution, emit } from '../execution.ts'
import type { ListedNetwork } from '../networks/state.ts'
import type { State } from '../state.ts'
import type { AssignPayment, PaymentPurpose, WalletNumber } from './commands.ts'
import { nonceOf, type Payment } from './state.ts'

const HOT_WALLET: WalletNumber = 0
/** Payments of one address that are not final. */
const MAX_OPEN = 16

export function assignPayment(execution: Execution, command: AssignPayment): Answer {
  const { state, seq, at } = execution
  const { network, purpose, paidWith, createdAt } = command
  const existing = existingPayment(state, purpose)
  if (existing !== undefined) return { type: 'payment', payment: existing }
  const refusal = refusePayment(state, command)
  if (refusal !== undefined) return { type: 'refused', refusal }
  const wallet = walletOf(purpose)
  const payment: Payment = {
    id: seq as PaymentId,
    network,
    wallet,
    nonce: paidWith ?? nonceOf(state.payments, network, wallet),
    purpose,
    ...(createdAt !== undefined && { createdAt }),
  }
  emit(execution, { type: 'payment-assigned', at, payment })
  return { type: 'payment', payment }
}

const walletOf = (purpose: PaymentPurpose): WalletNumber => (purpose.kind === 'sweep' ? purpose.from : HOT_WALLET)

function existingPayment(state: State, purpose: PaymentPurpose): Payment | undefined {
  const payment = paymentFor(state, purpose)
  return payment === null ? undefined : state.payments.open.get(payment)
}

function paymentFor({ withdrawals, deposits }: State, purpose: PaymentPurpose): PaymentId | null {
  if (purpose.kind === 'withdrawal') return withdrawals.byId.get(purpose.withdrawal)?.payment ?? null
  return purpose.kind === 'return' ? (deposits.returns.get(purpose.return)?.payment ?? null) : null
}

function refusePayment(state: State, command: AssignPayment): Refusal | undefined {
  const { network, purpose, generation, paidWith, createdAt } = command
  const listed = state.networks.get(network)
  if (listed === undefined) return refuse('NETWORK_NOT_FOUND')
  if (listed.paused !== null && paidWith === undefined)
    return refuse('PAYMENT_REFUSED', { reason: 'the network is paused' })
  if (generation !== undefined && generation !== listed.generation)
    return refuse('PAYMENT_REFUSED', { reason: 'the chain began again' })
  const next = nonceOf(state.payments, network, walletOf(purpose))
  const { nonces, paymentsExpire, usesMemos } = NETWORK_KINDS[listed.network.kind]
  if (paidWith !== undefined && (nonces === 'in-order' ? paidWith !== next : paidWith < next))
    return refuse('PAYMENT_REFUSED', { reason: `the next nonce of the address is ${next}` })
  if (paymentsExpire !== (createdAt !== undefined))
    return refuse('PAYMENT_REFUSED', { reason: 'exactly the payments that expire have a time' })
  const open = [...state.payments.open.values()].filter((payment) => payment.network === network)
  const wallet = walletOf(purpose)
  if (open.filter((payment) => payment.wallet === wallet).length >= MAX_OPEN)
    return refuse('PAYMENT_REFUSED', { reason: `${MAX_OPEN} payments of this address are not final` })
  if (purpose.kind === 'withdrawal') return refuseWithdrawal(state, command, purpose.withdrawal)
  if (purpose.kind === 'return') return refuseReturn(state, listed, purpose)
  if ((purpose.kind === 'deploy') !== usesMemos)
    return refuse('PAYMENT_REFUSED', { reason: 'the network has no such payments' })
  if (purpose.kind === 'deploy')
    return open.length > 0 ? refuse('PAYMENT_REFUSED', { reason: 'the same payment is not final yet' }) : undefined
  const number = purpose.kind === 'sweep' ? purpose.from : purpose.to
  if (state.deposits.users[number - 1] === undefined)
    return refuse('PAYMENT_REFUSED', { reason: 'no user has this deposit number' })
  if (purpose.raw <= 0n) return refuse('PAYMENT_REFUSED', { reason: 'the amount is not above 0' })
  if (purpose.kind === 'sweep' && !listed.assets.has(purpose.currency)) return refuse('CURRENCY_NOT_FOUND')
  return open.some((other) => isTwin(other.purpose, purpose))
    ? refuse('PAYMENT_REFUSED', { reason: 'the same payment is not final yet' })
    : undefined
}

/** One that was paid before a restore is booked, also for a frozen account. */
function refuseWithdrawal(
  state: State,
  { network, paidWith }: AssignPayment,
  id: Extract<PaymentPurpose, { kind: 'withdrawal' }>['withdrawal'],
): Refusal | undefined {
  const withdrawal = state.withdrawals.byId.get(id)
  if (withdrawal === undefined || withdrawal.network !== network) return refuse('WITHDRAWAL_NOT_FOUND')
  if (withdrawal.status === 'review')
    return refuse('PAYMENT_REFUSED', { reason: 'the withdrawal waits for an operator' })
  if (paidWith === undefined && isAccountFrozen(state, withdrawal.user, state.at))
    return refuse('PAYMENT_REFUSED', { reason: 'the account of the withdrawal is frozen' })
  return withdrawal.status === 'approved' ? undefined : refuse('WITHDRAWAL_CLOSED')
}

/** The terms are those of the return. */
function refuseReturn(
  { deposits }: State,
  { network, assets }: ListedNetwork,
  { return: id, currency, address, raw, signature }: Extract<PaymentPurpose, { kind: 'return' }>,
): Refusal | undefined {
  const known = deposits.returns.get(id)
  const asset = assets.get(currency)
  if (known === undefined || asset === undefined || known.deposit.network !== network.id)
    return refuse('DEPOSIT_NOT_FOUND')
  const isSame =
    known.deposit.currency === currency &&
    known.address === address &&
    known.signature === signature &&
    rawOfUnits(known.deposit.amount, asset.decimals) === raw
  return isSame ? undefined : refuse('PAYMENT_REFUSED', { reason: 'the return of the deposit has other terms' })
}

function isTwin(other: PaymentPurpose, purpose: PaymentPurpose): boolean {
  if (other.kind === 'sweep' && purpose.kind === 'sweep')
    return other.from === purpose.from && other.currency === purpose.currency
  return other.kind === 'gas' && purpose.kind === 'gas' && other.to === purpose.to
}
