/** An operator's decision about jettons on TON that neither arrived nor came back. */

import type { CurrencyId, NetworkId } from '../../contract/ids.ts'
import { minus, type Units } from '../../contract/money.ts'
import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { chainOwner, move } from '../core.ts'
import { returnIn } from '../deposits/returns.ts'
import type { Execution } from '../execution.ts'
import type { Posting } from '../ledger/ledger.ts'
import { listedNetwork } from '../networks/state.ts'
import type { State } from '../state.ts'
import { withdrawalIn } from '../withdrawals/state.ts'
import { fail, settlePayment } from './close-payment.ts'
import type { DecidePayment } from './commands.ts'
import type { Payment } from './state.ts'

type Sent = { readonly currency: CurrencyId; readonly amount: Units }

/** A closed payment is refused, so that an operator never takes an earlier result for the own decision. */
export function refuse(state: State, { payment: id, gas }: DecidePayment): Refusal | undefined {
  const payment = state.payments.open.get(id)
  if (payment === undefined) return refusal('PAYMENT_NOT_FOUND')
  if (gas < 0n) return refusal('PAYMENT_REFUSED', { reason: 'the fee is negative' })
  const sent = sentBy(state, payment)
  const { network, assets } = listedNetwork(state.networks, payment.network)
  const isJetton = network.kind === 'ton' && sent !== undefined && assets.get(sent.currency)?.contract !== null
  return isJetton ? undefined : refusal('PAYMENT_REFUSED', { reason: 'its result is on the chain' })
}

export function perform(execution: Execution, command: DecidePayment): void {
  const { state } = execution
  const { payment: id, decision, txid, gas } = command
  const payment = state.payments.open.get(id)
  const sent = payment && sentBy(state, payment)
  if (payment === undefined || sent === undefined) return
  if (decision === 'arrived') settlePayment.perform(execution, { type: 'settle-payment', payment: id, txid, gas })
  else fail(execution, payment, { proof: 'missing', txid, gas }, borneBy(state, payment.network, sent))
}

/** Undefined for what is no withdrawal and no returned deposit. */
function sentBy({ withdrawals, deposits }: State, { purpose }: Payment): Sent | undefined {
  if (purpose.kind === 'withdrawal') {
    const { currency, amount, fee } = withdrawalIn(withdrawals, purpose.withdrawal)
    return { currency, amount: minus(amount, fee) }
  }
  return purpose.kind === 'return' ? returnIn(deposits, purpose.return).deposit : undefined
}

/** They left the chain, and the exchange bears them. */
const borneBy = ({ networks }: State, network: NetworkId, { currency, amount }: Sent): Posting[] =>
  move(
    currency,
    amount,
    { owner: 'world', part: 'free' },
    { owner: chainOwner(listedNetwork(networks, network).network.code), part: 'free' },
  )
