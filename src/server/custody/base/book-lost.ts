/** What reconciling a network of any kind does after a restore. Every step can be repeated. */

import { ChainUnavailable } from '../../../chains/chain-unavailable.ts'
import type { NetworkId, UserId } from '../../../contract/ids.ts'
import { type Refusal, refusalText } from '../../../contract/refusals.ts'
import {
  type Command,
  type NetworkInfo,
  openWithdrawals,
  type Payment,
  type State,
  type Withdrawal,
} from '../../../engine/exchange.ts'
import { SignerUnavailable } from '../signer/signer-client.ts'
import {
  type BookedPayment,
  type BookLostDeps,
  BookLostProblem,
  type ByOperator,
  type LostBooking,
} from './lost-booking.ts'
import { payerOf } from './lost-payer.ts'

/** Of the engine; undefined if it accepts the command. */
const refusalOf = ({ sequencer }: BookLostDeps, command: Command): Promise<Refusal | undefined> =>
  sequencer.submit(command, (_state, { answer }) => (answer.type === 'refused' ? answer.refusal : undefined))

/** Throws `BookLostProblem` if the engine refuses the command. */
export async function submit(deps: BookLostDeps, command: Command): Promise<void> {
  const refusal = await refusalOf(deps, command)
  if (refusal !== undefined) throw new BookLostProblem(refusalText(refusal))
}

/** Those that the engine knows no payment of: approved ones before those in review. */
export function waitingWithdrawals(state: State, id: NetworkId): readonly Withdrawal[] {
  const waiting = openWithdrawals(state).filter(({ network, payment }) => network === id && payment === null)
  const isApproved = ({ status }: Withdrawal): boolean => status === 'approved'
  return [...waiting.filter(isApproved), ...waiting.filter((each) => !isApproved(each))]
}

/** The payment of a withdrawal that was paid after the backup. One in review was approved before it was paid. */
export async function assignPaid(
  deps: BookLostDeps,
  { id, status }: Withdrawal,
  paid: { readonly paidWith: number; readonly createdAt?: number },
  by: ByOperator,
): Promise<Payment> {
  if (status === 'review') await submit(deps, { type: 'approve-withdrawal', withdrawal: id, signature: null, ...by })
  const purpose = { kind: 'withdrawal', withdrawal: id } as const
  const command = { type: 'assign-payment', network: deps.network.id, purpose, ...paid } as const
  const answer = await deps.sequencer.submit(command, (_state, outcome) => outcome.answer)
  if (answer.type === 'payment') return answer.payment
  throw new BookLostProblem(answer.type === 'refused' ? refusalText(answer.refusal) : 'the engine assigned no payment')
}

type Unknown = Pick<BookedPayment, 'wallet' | 'nonce' | 'txid' | 'transfer'> &
  Pick<Extract<Command, { type: 'book-payment' }>, 'received' | 'gas'>

/**
 * Books what the engine knows no withdrawal of. Returns the user who bears it: the only one who can have requested it, if the
 * balance is enough, else null: the exchange.
 */
export async function bookUnknown(
  deps: BookLostDeps,
  listed: NetworkInfo,
  unknown: Unknown,
  by: ByOperator,
): Promise<UserId | null> {
  const booking = { type: 'book-payment', network: deps.network.id, ...unknown, ...by } as const
  const user = unknown.transfer && (await payerOf(deps, listed, unknown.transfer))
  const refusal = await refusalOf(deps, { ...booking, user })
  if (refusal === undefined) return user
  if (refusal.code !== 'INSUFFICIENT_BALANCE') throw new BookLostProblem(refusalText(refusal))
  await submit(deps, { ...booking, user: null })
  return null
}

/** The network works again. */
export async function endPause(deps: BookLostDeps, payments: readonly BookedPayment[], by: ByOperator): Promise<void> {
  const { id } = deps.network
  await submit(deps, { type: 'set-network-paused', network: id, paused: false, ...by })
  deps.log.info({ event: 'custody.reconciled', network: id, payments: payments.length }, 'a network is reconciled')
}

const PART_DONE = 'A part may be done, and the network stays paused: run this again.'

/** Of an error that an operator can do something about; throws all others. `isKnown`: one of a kind of network. */
export function problemOf(error: unknown, isKnown = false, end = PART_DONE): LostBooking {
  if (error instanceof ChainUnavailable)
    return { type: 'problem', problem: `the chain cannot be read: ${error.message}. ${end}` }
  if (!(error instanceof Error)) throw error
  if (!isKnown && !(error instanceof BookLostProblem) && !(error instanceof SignerUnavailable)) throw error
  return { type: 'problem', problem: `${error.message}. ${end}` }
}
