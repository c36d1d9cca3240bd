/**
 * Which transactions executed the messages of payments, from the list of the wallet alone. A message names its payment by
 * query id and time: who changes the tables can hide nothing, and can give no message to another payment.
 */

import { ChainUnavailable } from '../../../chains/chain-unavailable.ts'
import { HIGHLOAD_TIMEOUT, type HighloadTransfer, queryIdOf, readExternalBody } from '../../../chains/ton/highload.ts'
import type { TonTransaction } from '../../../chains/ton/transaction.ts'
import { transactionsSince } from '../../../chains/ton/wallet-list.ts'
import { expectDefined } from '../../../engine/assert.ts'
import type { Payment } from '../../../engine/exchange.ts'
import type { TonNetwork } from './ton-network.ts'

/** Books and chain contradict each other: the wallet executed a message that is not known, or not booked. */
export class UnknownPayment extends Error {
  override readonly name = 'UnknownPayment'
}

/** The chain may be ahead of the time of an answer by this much. */
export const CLOCK_SECONDS = 60

/** The last second, by the clock of the chain, at which the message of the payment may be executed. */
export const endOf = ({ createdAt }: Payment): number =>
  expectDefined(createdAt, 'a payment on TON has a time') + HIGHLOAD_TIMEOUT + CLOCK_SECONDS

/** What the wallet was asked to send. Undefined for a transaction that no message of the exchange caused. */
export const messageIn = ({ external }: TonTransaction): HighloadTransfer | undefined =>
  external === null ? undefined : readExternalBody(external.body)?.transfer

export const isMessageOf = (message: HighloadTransfer, { nonce, createdAt }: Payment): boolean =>
  message.queryId === queryIdOf(nonce) && message.createdAt === createdAt

type Wallet = Pick<TonNetwork, 'chain' | 'wallet'>
type Executions = {
  readonly executed: readonly TonTransaction[]
  /** All transactions of the wallet since the payment was made, the newest first. */
  readonly list: readonly TonTransaction[]
  /** Seconds: every transaction up to it was read. */
  readonly time: number
}

/** Those that executed the message of the payment, also if they sent nothing, the newest first. Throws as `transactionsSince`. */
export async function executionsOf({ chain, wallet }: Wallet, payment: Payment): Promise<Executions> {
  if (wallet === undefined) throw new ChainUnavailable('the wallet of the exchange is not known')
  const { lastLt: lt, lastHash: hash, time } = await chain.account(wallet)
  const list = await transactionsSince(chain, wallet, { lt, hash }, payment.createdAt ?? 0)
  const executed = list.filter((each) => {
    const message = each.aborted ? undefined : messageIn(each)
    return message !== undefined && isMessageOf(message, payment)
  })
  return { executed, list, time }
}

/**
 * Returns if the message of the payment was not executed and never can be. Otherwise throws `UnknownPayment`, or
 * `ChainUnavailable` if the chain does not show it.
 */
export async function proveExpired(network: Wallet, payment: Payment): Promise<void> {
  const { executed, time } = await executionsOf(network, payment)
  if (time <= endOf(payment)) throw new ChainUnavailable('the answer is older than an earlier one')
  if (executed[0] !== undefined) throw notBooked(payment, executed[0])
}

/** Returns if `transaction`, which sent nothing, is the only one that executed the message. Otherwise throws as `proveExpired`. */
export async function proveSkipped(network: Wallet, payment: Payment, { hash }: TonTransaction): Promise<void> {
  const { executed } = await executionsOf(network, payment)
  const other = executed.find((each) => each.hash !== hash || each.outgoing.length > 0)
  if (other !== undefined) throw notBooked(payment, other)
  if (executed.length === 0) throw new ChainUnavailable('the answer is older than an earlier one')
}

const notBooked = ({ id }: Payment, { hash }: TonTransaction): UnknownPayment =>
  new UnknownPayment(`payment ${id} was executed in ${hash}, which is not booked`)
