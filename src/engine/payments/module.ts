import type { PaymentId, ReturnId } from '../../contract/ids.ts'
import { negated } from '../../contract/money.ts'
import { NETWORK_KINDS } from '../../contract/wallet/network-kinds.ts'
import { expectDefined } from '../assert.ts'
import { noteChange, post } from '../core.ts'
import { changeReturn, endReturn } from '../deposits/returns.ts'
import { countReceived, forgetReceived } from '../deposits/state.ts'
import { handlerOf, type Module } from '../module-type.ts'
import { addDust, listedNetwork } from '../networks/state.ts'
import type { Posting } from '../postings.ts'
import type { State } from '../state.ts'
import { forgetFound, noteRepeated } from '../withdrawals/found.ts'
import { notePaid } from '../withdrawals/paid-addresses.ts'
import { change, type Withdrawal, withdrawalIn } from '../withdrawals/state.ts'
import { assignPayment } from './assign-payment.ts'
import * as bookPayment from './book-payment.ts'
import * as chargePayment from './charge-payment.ts'
import * as closeGeneration from './close-generation.ts'
import { failPayment, gasUnits, retryPayment, settlePayment } from './close-payment.ts'
import type { PaymentCommand } from './commands.ts'
import * as decidePayment from './decide-payment.ts'
import type { PaymentEvent, PaymentFailed, PaymentRetried, PaymentSettled } from './events.ts'
import * as executePayment from './execute-payment.ts'
import * as skipNonces from './skip-nonces.ts'
import {
  addPayment,
  forgetWallets,
  leaves,
  lines,
  loadNonces,
  loadOpen,
  loadPaid,
  notePaidNonce,
  type Payment,
  type PaymentPiece,
  save,
  usedNonce,
} from './state.ts'

export const payments: Module<PaymentCommand, PaymentEvent, PaymentPiece> = {
  handlers: {
    'assign-payment': assignPayment,
    'execute-payment': handlerOf(executePayment),
    'settle-payment': handlerOf(settlePayment),
    'fail-payment': handlerOf(failPayment),
    'retry-payment': handlerOf(retryPayment),
    'decide-payment': handlerOf(decidePayment),
    'book-payment': handlerOf(bookPayment),
    'charge-payment': handlerOf(chargePayment),
    'skip-nonces': handlerOf(skipNonces),
    'close-generation': handlerOf(closeGeneration),
  },
  appliers: {
    'payment-assigned'(state, { payment }) {
      addPayment(state.payments, payment)
      const { id, purpose } = payment
      if (purpose.kind === 'withdrawal')
        change(state.withdrawals, purpose.withdrawal, { status: 'assigned', payment: id })
      if (purpose.kind === 'return') changeReturn(state.deposits, purpose.return, { payment: id })
    },
    'payment-executed'(state, { payment: id, txid, gas, postings }) {
      const payment = openPayment(state, id)
      bookGas(state, payment, gas, postings)
      state.payments.open.set(id, { ...payment, executed: txid })
    },
    'payment-settled'(state, event) {
      close(state, event, { status: 'settled', closedAt: event.at })
      if (event.withdrawal === null) return
      const withdrawal = withdrawalIn(state.withdrawals, event.withdrawal)
      notePaid(state.withdrawals.paid, withdrawal, event.at)
      if (withdrawal.found !== undefined) noteRepeated(state.withdrawals.found, withdrawal.found, withdrawal.amount)
    },
    'payment-failed': (state, event) => close(state, event, { status: 'returned', closedAt: event.at }),
    'payment-retried': (state, event) => close(state, event, afterRetry(event.skips)),
    'payment-booked'(state, { network, wallet, nonce, transfer, received, gas, found, postings }) {
      post(state, postings)
      const listed = listedNetwork(state.networks, network)
      addDust(listed, listed.network.gasCurrency, -gas, negated(gasUnits(state, network, gas)))
      if (transfer !== null)
        addDust(listed, transfer.currency, -transfer.raw, negated(bookPayment.amountOf(listed, transfer)))
      if (received !== undefined) countReceived(state.deposits, { network, ...received })
      usedNonce(state.payments, network, wallet, nonce)
      if (found !== null) state.withdrawals.found.set(found.txid, found)
    },
    'payment-charged'(state, { user, found, postings }) {
      post(state, postings)
      state.withdrawals.found.set(found.txid, found)
      noteChange(state, user)
    },
    'nonces-skipped': (state, { network, wallet, next }) => usedNonce(state.payments, network, wallet, next - 1),
    'generation-closed'(state, { network, postings }) {
      post(state, postings)
      const listed = listedNetwork(state.networks, network)
      listed.generation += 1
      listed.dust.clear()
      forgetWallets(state.payments, network)
      forgetFound(state.withdrawals.found, network)
      forgetReceived(state.deposits, network)
    },
  },
  loaders: {
    'open-payments': (state, piece) => loadOpen(state.payments, piece),
    'payment-nonces': (state, piece) => loadNonces(state.payments, piece),
    'paid-nonces': (state, piece) => loadPaid(state.payments, piece),
  },
  save: (state) => save(state.payments),
  lines: (state) => lines(state.payments),
  holds: () => [],
}

/** A second payment that sends nothing needs an operator. */
function afterRetry(skips: number): Partial<Withdrawal> {
  const changes = { payment: null, ...(skips > 0 && { skips }) }
  return skips > 1 ? { ...changes, status: 'review', review: 'would_fail' } : { ...changes, status: 'approved' }
}

const openPayment = ({ payments: { open } }: State, id: PaymentId): Payment =>
  expectDefined(open.get(id), 'the payment is open')

/** Fees of the network leave what the exchange has on the chain. */
function bookGas(state: State, { network }: Payment, gas: bigint, postings: readonly Posting[]): void {
  post(state, postings)
  const listed = listedNetwork(state.networks, network)
  addDust(listed, listed.network.gasCurrency, -gas, negated(gasUnits(state, network, gas)))
}

function close(
  state: State,
  event: PaymentSettled | PaymentFailed | PaymentRetried,
  changes: Partial<Withdrawal>,
): void {
  const { payment: id, user, withdrawal, gas, postings } = event
  const payment = openPayment(state, id)
  bookGas(state, payment, gas, postings)
  state.payments.open.delete(id)
  const { kind } = listedNetwork(state.networks, payment.network).network
  if (event.type === 'payment-settled' && NETWORK_KINDS[kind].nonces === 'in-order' && leaves(payment))
    notePaidNonce(state.payments, payment)
  if (payment.purpose.kind === 'return') closeReturn(state, payment.purpose.return, event.type)
  if (withdrawal !== null) change(state.withdrawals, withdrawal, changes)
  if (user !== null) noteChange(state, user)
}

/** One that is made again waits for another payment. */
function closeReturn({ deposits }: State, id: ReturnId, type: PaymentEvent['type']): void {
  if (type === 'payment-retried') changeReturn(deposits, id, { payment: null })
  else endReturn(deposits, id, type === 'payment-settled')
}
