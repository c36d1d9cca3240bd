/** Books what the message of a payment of jettons cost, before it is known whether the jettons arrive. */

import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { type Execution, emit } from '../execution.ts'
import type { State } from '../state.ts'
import { gasPostings } from './close-payment.ts'
import type { ExecutePayment } from './commands.ts'
import { sentBy } from './decide-payment.ts'

/** A payment that was assigned before and is not open any more is closed already. */
export function refuse(state: State, { payment: id, gas }: ExecutePayment): Refusal | undefined {
  if (id > state.seq || id < 1) return refusal('PAYMENT_NOT_FOUND')
  if (gas < 0n) return refusal('PAYMENT_REFUSED', { reason: 'the fee is negative' })
  const payment = state.payments.open.get(id)
  const isJetton = payment === undefined || sentBy(state, payment)?.isJetton === true
  return isJetton ? undefined : refusal('PAYMENT_REFUSED', { reason: 'its result is on the chain' })
}

export function perform(execution: Execution, { payment: id, txid, gas }: ExecutePayment): void {
  const payment = execution.state.payments.open.get(id)
  if (payment === undefined || payment.executed !== undefined) return
  const postings = gasPostings(execution.state, payment.network, gas)
  emit(execution, { type: 'payment-executed', payment: id, txid, gas, postings })
}
