/** Charges an account for a payment that was found after a restore. */

import type { UserId } from '../../contract/ids.ts'
import { formatUnits, minus, plus, type Units } from '../../contract/money.ts'
import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { accountOf } from '../accounts/views.ts'
import { free } from '../core.ts'
import { type Execution, emit } from '../execution.ts'
import { currencyOf } from '../instruments/views.ts'
import { move } from '../postings.ts'
import type { State } from '../state.ts'
import { type FoundPayment, feeIn, foundIn, missingOf } from '../withdrawals/found.ts'
import type { ChargePayment } from './commands.ts'

/** A frozen account can be charged: its owner must not be able to prevent it. */
export function refuse(state: State, { txid, user }: ChargePayment): Refusal | undefined {
  const found = state.withdrawals.found.get(txid)
  if (found === undefined) return refusal('PAYMENT_NOT_FOUND')
  if (accountOf(state, user) === undefined) return refusal('ACCOUNT_NOT_FOUND')
  if (missingOf(found) === 0n) return refusal('PAYMENT_CHARGED')
  return free(state, user, found.currency) > 0n ? undefined : shortOf(state, user, found)
}

export function perform(execution: Execution, { txid, user, reason }: ChargePayment): void {
  const { state } = execution
  const found = foundIn(state.withdrawals.found, txid)
  const [missing, available] = [missingOf(found), free(state, user, found.currency)]
  charge(execution, { user, found, amount: available < missing ? available : missing, reason })
}

export function shortOf(state: State, user: UserId, found: FoundPayment): Refusal {
  const { currency } = found
  return refusal('INSUFFICIENT_BALANCE', {
    need: formatUnits(missingOf(found)),
    available: formatUnits(free(state, user, currency)),
    currency: currencyOf(state, currency)?.symbol ?? '',
  })
}

type Charge = {
  readonly user: UserId
  readonly found: FoundPayment
  readonly amount: Units
  readonly reason: string
}

/** The exchange gets back what it has borne, then the fee. */
export function charge(execution: Execution, { user, found, amount, reason }: Charge): void {
  const { currency, charged } = found
  const fee = feeIn(found, amount)
  const from = { owner: user, part: 'free' } as const
  const postings = [
    ...move(currency, minus(amount, fee), from, { owner: 'world', part: 'free' }),
    ...move(currency, fee, from, { owner: 'fees', part: 'free' }),
  ].filter((posting) => posting.amount !== 0n)
  const after = { ...found, charged: plus(charged, amount) }
  emit(execution, { type: 'payment-charged', at: execution.at, user, found: after, amount, fee, reason, postings })
}
