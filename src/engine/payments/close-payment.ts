/** Books the result of a payment. Repeating it changes nothing. */

import { type Units, ZERO } from '../../contract/money.ts'
import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { NETWORK_KINDS } from '../../contract/wallet/network-kinds.ts'
import { unitsOfRaw } from '../../contract/wallet/networks.ts'
import { expectDefined } from '../assert.ts'
import { returnIn } from '../deposits/returns.ts'
import { type Execution, emit } from '../execution.ts'
import { listedNetwork } from '../networks/state.ts'
import { chainOwner, move, type Posting } from '../postings.ts'
import type { State } from '../state.ts'
import { type Withdrawal, withdrawalIn } from '../withdrawals/state.ts'
import type { FailPayment, RetryPayment, SettlePayment } from './commands.ts'
import type { PaymentFailed } from './events.ts'
import type { Payment } from './state.ts'

/** A payment that was assigned before and is not open any more is closed already. */
function refuse(state: State, { payment, gas }: SettlePayment | FailPayment | RetryPayment): Refusal | undefined {
  if (payment > state.seq || payment < 1) return refusal('PAYMENT_NOT_FOUND')
  if (gas !== 0n && state.payments.open.get(payment)?.executed !== undefined)
    return refusal('PAYMENT_REFUSED', { reason: 'the fee is booked already' })
  return gas < 0n ? refusal('PAYMENT_REFUSED', { reason: 'the fee is negative' }) : undefined
}

export const settlePayment = {
  refuse,
  perform(execution: Execution, { payment: id, txid, gas }: SettlePayment): void {
    const { state, at } = execution
    const payment = state.payments.open.get(id)
    if (payment === undefined) return
    const withdrawal = withdrawalFor(state, payment)
    const postings = [
      ...(withdrawal === undefined ? [] : paidPostings(state, withdrawal)),
      ...returnPostings(state, payment),
      ...gasPostings(state, payment.network, gas),
    ]
    emit(execution, { type: 'payment-settled', at, payment: id, ...namesOf(withdrawal), gas, postings, txid })
  },
}

export const failPayment = {
  refuse,
  perform(execution: Execution, { payment: id, proof, txid, gas }: FailPayment): void {
    const payment = execution.state.payments.open.get(id)
    if (payment !== undefined) fail(execution, payment, { proof, txid, gas })
  },
}

export const retryPayment = {
  refuse(state: State, command: RetryPayment): Refusal | undefined {
    const payment = state.payments.open.get(command.payment)
    const network = payment && listedNetwork(state.networks, payment.network).network
    if (network !== undefined && !NETWORK_KINDS[network.kind].paymentsExpire)
      return refusal('PAYMENT_REFUSED', { reason: 'its nonce stays valid' })
    const isExecuted = payment?.executed !== undefined
    return isExecuted ? refusal('PAYMENT_REFUSED', { reason: 'it was executed' }) : refuse(state, command)
  },
  perform(execution: Execution, { payment: id, proof, txid, gas }: RetryPayment): void {
    const { state, at } = execution
    const payment = state.payments.open.get(id)
    if (payment === undefined) return
    const withdrawal = withdrawalFor(state, payment)
    const skips = (withdrawal?.skips ?? 0) + (proof === 'skipped' ? 1 : 0)
    const postings = gasPostings(state, payment.network, gas)
    emit(execution, {
      type: 'payment-retried',
      at,
      payment: id,
      ...namesOf(withdrawal),
      gas,
      postings,
      proof,
      txid,
      skips,
    })
  },
}

type Failure = Pick<PaymentFailed, 'proof' | 'txid' | 'gas'>

/** Frees what a withdrawal holds. `borne`: what the payment moved nevertheless. */
export function fail(
  execution: Execution,
  payment: Payment,
  { proof, txid, gas }: Failure,
  borne: readonly Posting[] = [],
): void {
  const { state, at } = execution
  const withdrawal = withdrawalFor(state, payment)
  const returned =
    withdrawal === undefined
      ? []
      : move(
          withdrawal.currency,
          withdrawal.amount,
          { owner: withdrawal.user, part: 'held' },
          { owner: withdrawal.user, part: 'free' },
        )
  const postings = [...returned, ...borne, ...gasPostings(state, payment.network, gas)]
  emit(execution, {
    type: 'payment-failed',
    at,
    payment: payment.id,
    ...namesOf(withdrawal),
    gas,
    postings,
    proof,
    txid,
  })
}

const withdrawalFor = ({ withdrawals }: State, { purpose }: Payment): Withdrawal | undefined =>
  purpose.kind === 'withdrawal' ? withdrawalIn(withdrawals, purpose.withdrawal) : undefined

const namesOf = (withdrawal: Withdrawal | undefined) => ({
  user: withdrawal?.user ?? null,
  withdrawal: withdrawal?.id ?? null,
})

/** The amount without the fee has left the chain. */
function paidPostings(state: State, { network, user, currency, amount, fee }: Withdrawal): Posting[] {
  const chain = chainOwner(listedNetwork(state.networks, network).network.code)
  return [
    { owner: user, part: 'held', currency, amount: -amount as Units },
    { owner: chain, part: 'free', currency, amount: (amount - fee) as Units },
    ...(fee > 0n ? [{ owner: 'fees', part: 'free', currency, amount: fee } as const] : []),
  ]
}

/** A returned deposit has left the chain, and belonged to no user. */
function returnPostings(state: State, { network, purpose }: Payment): Posting[] {
  if (purpose.kind !== 'return') return []
  const { deposit } = returnIn(state.deposits, purpose.return)
  const chain = chainOwner(listedNetwork(state.networks, network).network.code)
  return move(deposit.currency, deposit.amount, { owner: 'unclaimed', part: 'free' }, { owner: chain, part: 'free' })
}

export function gasPostings(state: State, network: Payment['network'], gas: bigint): Posting[] {
  const amount = gasUnits(state, network, gas)
  const { code, gasCurrency } = listedNetwork(state.networks, network).network
  if (amount === ZERO) return []
  return move(gasCurrency, amount, { owner: 'gas', part: 'free' }, { owner: chainOwner(code), part: 'free' })
}

/** Rounded down; the rest is dust. */
export function gasUnits(state: State, id: Payment['network'], gas: bigint): Units {
  const { network, assets } = listedNetwork(state.networks, id)
  const asset = expectDefined(assets.get(network.gasCurrency), 'the coin that pays fees is listed on the network')
  return unitsOfRaw(gas, asset)
}
