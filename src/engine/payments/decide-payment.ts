/** An operator's decision about jettons on TON that neither arrived nor came back. */

import type { CurrencyId, NetworkId } from '../../contract/ids.ts'
import { minus, type Units } from '../../contract/money.ts'
import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { returnIn } from '../deposits/returns.ts'
import type { Execution } from '../execution.ts'
import { listedNetwork } from '../networks/state.ts'
import { chainOwner, move, type Posting } from '../postings.ts'
import type { State } from '../state.ts'
import { withdrawalIn } from '../withdrawals/state.ts'
import { fail, settlePayment } from './close-payment.ts'
import type { DecidePayment } from './commands.ts'
import type { Payment } from './state.ts'

type Sent = { readonly currency: CurrencyId; readonly amount: Units; readonly isJetton: boolean }

/** A closed payment is refused, so that an operator never takes an earlier result for the own decision. */
export function refuse(state: State, { payment: id }: DecidePayment): Refusal | undefined {
  const payment = state.payments.open.get(id)
  if (payment === undefined) return refusal('PAYMENT_NOT_FOUND')
  return payment.executed === undefined ? refusal('PAYMENT_REFUSED', { reason: 'it sent no jettons' }) : undefined
}

export function perform(execution: Execution, command: DecidePayment): void {
  const { state } = execution
  const { payment: id, decision } = command
  const payment = state.payments.open.get(id)
  const sent = payment && sentBy(state, payment)
  if (payment?.executed === undefined || sent === undefined) return
  const facts = { txid: payment.executed, gas: 0n }
  if (decision === 'arrived') settlePayment.perform(execution, { type: 'settle-payment', payment: id, ...facts })
  else fail(execution, payment, { proof: 'missing', ...facts }, borneBy(state, payment.network, sent))
}

/** Undefined for what is no withdrawal and no returned deposit. */
export function sentBy(
  { withdrawals, deposits, networks }: State,
  { network: id, purpose }: Payment,
): Sent | undefined {
  const { network, assets } = listedNetwork(networks, id)
  const isJetton = (currency: CurrencyId): boolean => network.kind === 'ton' && assets.get(currency)?.contract !== null
  if (purpose.kind === 'withdrawal') {
    const { currency, amount, fee } = withdrawalIn(withdrawals, purpose.withdrawal)
    return { currency, amount: minus(amount, fee), isJetton: isJetton(currency) }
  }
  if (purpose.kind !== 'return') return undefined
  const { currency, amount } = returnIn(deposits, purpose.return).deposit
  return { currency, amount, isJetton: isJetton(currency) }
}

/** They left the chain, and the exchange bears them. */
const borneBy = ({ networks }: State, network: NetworkId, { currency, amount }: Sent): Posting[] =>
  move(
    currency,
    amount,
    { owner: 'world', part: 'free' },
    { owner: chainOwner(listedNetwork(networks, network).network.code), part: 'free' },
  )
