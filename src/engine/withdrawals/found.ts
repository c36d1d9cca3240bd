/**
 * Withdrawals that a restore lost and that were found on the chain: the exchange bears them until an account is charged.
 * A request that looks like a repetition of one waits for an operator.
 */

import type { CurrencyId, Millis, NetworkId } from '../../contract/ids.ts'
import { minus, plus, type Units, ZERO } from '../../contract/money.ts'
import { expectDefined } from '../assert.ts'

/** What tells who is paid. `memo`: only on TON. */
type Receiver = {
  readonly network: NetworkId
  readonly currency: CurrencyId
  readonly address: string
  readonly memo?: string
}

export type FoundPayment = Receiver & {
  readonly txid: string
  /** What the lost withdrawal took from its account: what it paid, and the fee. */
  readonly amount: Units
  readonly fee: Units
  readonly at: Millis
  readonly charged: Units
  /** Paid to the receiver since, by withdrawals that were reviewed because of this payment. */
  readonly repeated: Units
}

/** By transaction, in the order in which they were booked. */
export type FoundPayments = Map<string, FoundPayment>

/** Users repeat a lost request when they notice that it is missing. */
const REVIEW_MILLIS: Millis = 7 * 24 * 60 * 60 * 1_000

export const missingOf = ({ amount, charged }: FoundPayment): Units => minus(amount, charged)

/** The payment that a request at `at` may repeat. */
export function repeatedBy(all: FoundPayments, request: Receiver, at: Millis): FoundPayment | undefined {
  for (const found of all.values())
    if (
      found.network === request.network &&
      found.currency === request.currency &&
      found.address === request.address &&
      found.memo === request.memo &&
      missingOf(found) > found.repeated &&
      at < found.at + REVIEW_MILLIS
    )
      return found
  return undefined
}

export const foundIn = (all: FoundPayments, txid: string): FoundPayment =>
  expectDefined(all.get(txid), 'the payment was found')

/** A withdrawal that may repeat the payment was paid too. */
export function noteRepeated(all: FoundPayments, txid: string, amount: Units): void {
  const found = all.get(txid)
  if (found !== undefined) all.set(txid, { ...found, repeated: plus(found.repeated, amount) })
}

/** How much of `amount` more, after what was charged before, is the fee: it is taken last. */
export function feeIn({ amount, fee, charged }: FoundPayment, more: Units): Units {
  const beyond = charged + more - (amount - fee)
  if (beyond <= 0n) return ZERO
  return (beyond < more ? beyond : more) as Units
}

/** Its chain was lost, and what was paid on it. */
export function forgetFound(all: FoundPayments, network: NetworkId): void {
  for (const found of [...all.values()]) if (found.network === network) all.delete(found.txid)
}
