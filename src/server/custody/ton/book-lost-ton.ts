/**
 * After a restore from a backup, engine, tables and signer may be older than the chain: gives the messages that the wallet
 * executed meanwhile to their withdrawals, books the others, raises the nonce of the signer, then ends the pause of the
 * network. The watcher then books the results as those of any payment. Every step can be repeated.
 */

import { externalMessage } from '../../../chains/ton/external-message.ts'
import { highloadBody } from '../../../chains/ton/highload.ts'
import { readJettonTransfer } from '../../../chains/ton/jetton.ts'
import { ListBroken } from '../../../chains/ton/wallet-list.ts'
import type { UserId } from '../../../contract/ids.ts'
import {
  type Command,
  jettonStreamOf,
  type NetworkInfo,
  networkOf,
  nextNonce,
  openPayments,
  openWithdrawals,
  type Payment,
  type State,
  streamOf,
  type Withdrawal,
} from '../../../engine/exchange.ts'
import { execute } from '../../postgres/query.ts'
import { assignPaid, bookUnknown, endPause, problemOf, submit, waitingWithdrawals } from '../base/book-lost.ts'
import {
  type BookedPayment,
  type BookLostDeps,
  BookLostProblem,
  type ByOperator,
  type LostBooking,
  type Transfer,
} from '../base/lost-booking.ts'
import { paymentRow, storeVersion, versionRows } from '../base/payment-rows.ts'
import type { SignerClient } from '../signer/signer-client.ts'
import { endOf, isMessageOf, proveExpired, proveSkipped, UnknownPayment } from './executions.ts'
import { holdPlace } from './list-place.ts'
import { type Found, findLost, type Lost, type Moved } from './lost-messages.ts'
import { afterSkip } from './payment-results.ts'
import type { TonNetwork } from './ton-network.ts'
import { tonTermsOf } from './ton-terms.ts'
import { nextAfter, refuseYoungRestore, signedBy } from './valid-messages.ts'

type TonBookLostDeps = BookLostDeps & {
  readonly network: TonNetwork
  readonly signer: Pick<SignerClient, 'counters' | 'skip'>
}

/** For a paused network. A problem leaves the network paused. */
export async function bookLostTon(deps: TonBookLostDeps, by: ByOperator): Promise<LostBooking> {
  try {
    return await bookLost(deps, by)
  } catch (error) {
    return problemOf(error, error instanceof ListBroken || error instanceof UnknownPayment)
  }
}

async function bookLost(deps: TonBookLostDeps, by: ByOperator): Promise<LostBooking> {
  const { network, sequencer, signer } = deps
  const { wallet } = network
  if (wallet === undefined)
    throw new BookLostProblem('the wallet of the exchange is not known: the signer cannot be reached')
  const { listed, journal, epoch, next } = await sequencer.read((state) => ({
    listed: networkOf(state, network.id),
    journal: state.journal,
    epoch: state.epoch,
    next: nextNonce(state, network.id, 0),
  }))
  if (listed?.paused == null) throw new BookLostProblem('the network is not paused')
  const found = await findLost(deps, listed, { journal, epoch }, { wallet, next })
  refuseYoungRestore(listed, found.time)
  const used = Math.max(next, ...found.lost.map(({ nonce }) => nonce + 1))
  const signed = await signedBy(signer, listed)
  const continued = nextAfter(used, signed, found.time)
  await holdPlaces(deps, listed, { journal, epoch }, found)
  const lost = await closeUnpaid(deps, found)
  const first = await firstUnsigned(deps, lost)
  const skipTo = Math.min(used, first ?? used)
  const skipped = signed.next < skipTo ? [{ address: wallet, used: skipTo }] : []
  if (skipped.length > 0) {
    const { chainId } = listed.network
    const refused = await signer.skip({ chainId, generation: listed.generation, wallet: 0, next: skipTo })
    if (refused !== undefined) throw new BookLostProblem(`the signer refuses to skip nonces: ${refused}`)
  }
  const payments: BookedPayment[] = []
  for (const each of lost) {
    // Only its row is missing: a payment that is closed was made for no other withdrawal.
    const isClosed = each.nonce < next && (await openPaymentAt(deps, each.nonce)) === undefined
    if (isClosed) await noteBooked(deps, each)
    else payments.push(await bookOne(deps, { listed, journal, wallet }, each, by))
  }
  if (continued > used)
    await submit(deps, { type: 'skip-nonces', network: network.id, wallet: 0, next: continued, ...by })
  await endPause(deps, payments, by)
  return { type: 'done', payments, skipped }
}

/** What is booked here is ahead of the lists: nothing is compared until the watcher has read them as far. */
async function holdPlaces(
  deps: TonBookLostDeps,
  listed: NetworkInfo,
  books: Pick<State, 'journal' | 'epoch'>,
  { lost }: Found,
): Promise<void> {
  for (const { transaction, transfer } of lost) {
    const hold = (stream: string, lt: bigint) =>
      holdPlace(deps, { ...books, stream, network: deps.network.id }, lt, deps.now())
    await hold(streamOf(listed), transaction.lt)
    const contract = transfer?.contract ?? null
    if (contract === null) continue
    // The jettons leave their wallet later than the message leaves ours.
    const { lastLt } = await deps.network.chain.account(await deps.network.jettonWallet(contract))
    await hold(jettonStreamOf(listed, contract), lastLt > transaction.lt ? lastLt : transaction.lt)
  }
}

/**
 * Frees the withdrawals of open payments that moved nothing: expired ones, and those whose message sent nothing. Another
 * payment may have paid them after the backup. Returns the messages that are left.
 */
async function closeUnpaid(deps: TonBookLostDeps, { lost, executed, time }: Found): Promise<readonly Lost[]> {
  const { network, sequencer } = deps
  const left = new Set(lost)
  // These are in the list before the place from which it was read now.
  for (const payment of await sequencer.read((state) => openPayments(state, network.id))) {
    if (payment.executed !== undefined) continue
    const message = lost.find(({ nonce }) => nonce === payment.nonce)
    if (message === undefined) {
      if (time <= endOf(payment) || executed.some((each) => isMessageOf(each, payment))) continue
      await proveExpired(network, payment)
      await submit(deps, afterExpiry(payment))
    } else if (message.transaction.outgoing.length === 0) {
      const { hash: txid, balanceChange } = message.transaction
      await proveSkipped(network, payment, message.transaction)
      await submit(deps, afterSkip(payment, { txid, gas: -balanceChange }))
      await noteBooked(deps, message)
      left.delete(message)
    }
  }
  return [...left]
}

/** The lowest number of an open payment that is not signed yet: the signer must be able to sign it. */
async function firstUnsigned(
  { network, sequencer, database }: TonBookLostDeps,
  lost: readonly Lost[],
): Promise<number | undefined> {
  const executed = new Set(lost.map(({ nonce }) => nonce))
  for (const { id, nonce } of await sequencer.read((state) => openPayments(state, network.id)))
    if (!executed.has(nonce) && (await versionRows(database.pool, id)).length === 0) return nonce
  return undefined
}

/** A deposit that is sent back is unclaimed again, because no message shows which return it paid. */
const afterExpiry = ({ id: payment, purpose }: Payment): Command =>
  purpose.kind === 'return'
    ? { type: 'fail-payment', payment, proof: 'reverted', txid: null, gas: 0n }
    : { type: 'retry-payment', payment, proof: 'expired', txid: null, gas: 0n }

async function noteBooked({ network, database }: TonBookLostDeps, { bodyHash, transaction, message, transfer }: Lost) {
  const order = transfer === null || transfer.contract === null ? undefined : readJettonTransfer(message.transfer.body)
  const values = [
    bodyHash,
    network.id,
    transaction.hash,
    order === undefined ? null : String(order.queryId),
    order?.to ?? null,
  ]
  await execute(database.pool, NOTE_BOOKED, values)
}

const NOTE_BOOKED = 'insert into ton_booked_messages values ($1, $2, $3, $4, $5) on conflict do nothing'

type Books = { readonly listed: NetworkInfo; readonly journal: string; readonly wallet: string }

async function bookOne(deps: TonBookLostDeps, books: Books, lost: Lost, by: ByOperator): Promise<BookedPayment> {
  const { nonce, transaction, transfer } = lost
  const moved = transfer && transferOf(transfer)
  const row = { wallet: 0, nonce, txid: transaction.hash, transfer: moved }
  const payment = (await openPaymentAt(deps, nonce)) ?? (await assignLost(deps, books, lost, by))
  if (payment !== undefined) {
    await store(deps, books, payment.payment, lost)
    return { ...row, result: 'settled', user: payment.user }
  }
  const coins = transfer !== null && transfer.contract === null ? transfer.raw : 0n
  const user = await bookUnknown(deps, books.listed, { ...row, gas: -transaction.balanceChange - coins }, by)
  await noteBooked(deps, lost)
  return { ...row, result: 'booked', user }
}

type Assigned = { readonly payment: Payment; readonly user: UserId | null }

/** Assigned before the backup, signed after it. */
const openPaymentAt = ({ sequencer, network }: TonBookLostDeps, nonce: number): Promise<Assigned | undefined> =>
  sequencer.read((state) => {
    const payment = openPayments(state, network.id).find((each) => each.nonce === nonce)
    if (payment === undefined) return undefined
    const { purpose } = payment
    const withdrawal =
      purpose.kind === 'withdrawal' ? openWithdrawals(state).find(({ id }) => id === purpose.withdrawal) : undefined
    return { payment, user: withdrawal?.user ?? null }
  })

/** To a withdrawal that waits for a payment of this amount to this receiver. */
async function assignLost(
  deps: TonBookLostDeps,
  { listed }: Books,
  { nonce, transfer, message }: Lost,
  by: ByOperator,
): Promise<Assigned | undefined> {
  const { network, sequencer } = deps
  const isPaid = (withdrawal: Withdrawal): boolean => {
    const { to, memo, contract, raw } = tonTermsOf(listed, withdrawal)
    return transfer?.to === to && transfer.memo === memo && transfer.contract === contract && transfer.raw === raw
  }
  const paid = await sequencer.read((state) => waitingWithdrawals(state, network.id).find(isPaid))
  if (paid === undefined) return undefined
  const { createdAt } = message.transfer
  return { payment: await assignPaid(deps, paid, { paidWith: nonce, createdAt }, by), user: paid.user }
}

/** From now on the watcher knows the message as one of this payment. */
async function store(
  { database, now, forged }: TonBookLostDeps,
  { listed, journal, wallet }: Books,
  payment: Payment,
  { message: { unsigned, signature } }: Lost,
): Promise<void> {
  await paymentRow(database.pool, payment, { stream: streamOf(listed), journal, now: now(), forged })
  const { boc, bodyHash } = externalMessage(wallet, highloadBody(unsigned, signature))
  await storeVersion(database.pool, payment.id, { raw: boc, txid: `0x${bodyHash}`, maxFee: 0n, tip: 0n }, now())
}

const transferOf = ({ currency, raw, to, memo }: Moved): Transfer => ({
  currency,
  raw,
  to,
  ...(memo !== null && { memo }),
})
