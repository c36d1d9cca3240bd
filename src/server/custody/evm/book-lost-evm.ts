/**
 * After a restore from a backup, engine, tables and signer may be older than the chain: books what its final transactions
 * did, raises the nonces of the signer, then ends the pause of the network. Every step can be repeated, so that a run
 * continues what an earlier one began.
 */

import { bytesOf } from '../../../chains/evm/transactions.ts'
import { type Payment, streamOf } from '../../../engine/exchange.ts'
import type { Counters } from '../../../signer/protocol.ts'
import { assignPaid, bookUnknown, endPause, problemOf, submit } from '../base/book-lost.ts'
import {
  type BookedPayment,
  type BookLostDeps,
  BookLostProblem,
  type ByOperator,
  type LostBooking,
} from '../base/lost-booking.ts'
import { noteClosed, noteMined, paymentRow } from '../base/payment-rows.ts'
import type { SignerClient } from '../signer/signer-client.ts'
import { foundStream } from './compare-chain.ts'
import type { EvmNetwork } from './evm-network.ts'
import { type Books, booksOf, findLostPayments, type LostPayment, type WalletNonces } from './lost-payments.ts'
import { feeOf } from './payment-proof.ts'
import { signAgain } from './sign-again.ts'

type EvmBookLostDeps = BookLostDeps & {
  readonly network: EvmNetwork
  readonly signer: Pick<SignerClient, 'counters' | 'skip' | 'versions' | 'sign' | 'transactions'>
}

/** For a paused network. A problem that is found before the first change leaves everything as it was. */
export async function bookLostEvm(deps: EvmBookLostDeps, by: ByOperator): Promise<LostBooking> {
  let plan: Plan
  try {
    plan = await planOf(deps)
  } catch (error) {
    return problemOf(error, false, 'Nothing was changed.')
  }
  try {
    return await bookPlan(deps, plan, by)
  } catch (error) {
    return problemOf(error)
  }
}

type Plan = {
  readonly books: Books
  readonly lost: readonly LostPayment[]
  /** Those whose next nonce of the signer is too low. */
  readonly behind: readonly WalletNonces[]
  /** Those whose signer knows payments that neither the books nor the chain have. */
  readonly ahead: readonly WalletNonces[]
}

async function planOf({ network, sequencer, signer }: EvmBookLostDeps): Promise<Plan> {
  const { addresses, chain } = network
  if (addresses === undefined)
    throw new BookLostProblem('the addresses of the exchange are not known: the signer cannot be reached')
  const { final } = await chain.head()
  const books = await sequencer.read((state) => booksOf(state, network.id, addresses))
  if (books?.listed.paused == null) throw new BookLostProblem('the network is not paused')
  const counters = await signer.counters()
  const { lost, wallets } = await findLostPayments({ chain, addresses }, books, final)
  return {
    books,
    lost,
    behind: wallets.filter(({ wallet, used }) => signedNonce(counters, books, wallet) < used),
    ahead: wallets.filter(({ wallet, next }) => signedNonce(counters, books, wallet) > next),
  }
}

const signedNonce = ({ nonces }: Counters, { listed: { network, generation } }: Books, wallet: number): number =>
  nonces.find((each) => each.chainId === network.chainId && each.generation === generation && each.wallet === wallet)
    ?.next ?? 0

async function bookPlan(
  deps: EvmBookLostDeps,
  { books, lost, behind, ahead }: Plan,
  by: ByOperator,
): Promise<LostBooking> {
  const { signer, network } = deps
  const { network: listed, generation } = books.listed
  await sendAgain(deps, books, ahead)
  // First, because the signer may demand that an operator allows it: then the books are as they were.
  for (const { wallet, used } of behind) {
    const refused = await signer.skip({ chainId: listed.chainId, generation, wallet, next: used })
    if (refused !== undefined) throw new BookLostProblem(`the signer refuses to skip nonces: ${refused}`)
  }
  await noteNewest(deps, books, lost)
  const payments: BookedPayment[] = []
  for (const each of lost) payments.push(await bookOne(deps, books, each, by))
  const closed = new Set(lost.map((each) => (each.type === 'close' ? each.payment : undefined)))
  const left = books.open.filter(({ payment }) => !closed.has(payment))
  await signAgain({ pool: deps.database.pool, chain: network.chain, signer }, books.listed, left)
  await endPause(deps, payments, by)
  return { type: 'done', payments, skipped: behind }
}

/** Until the watcher is there, the books are ahead of the blocks that it has processed, and nothing is compared. */
async function noteNewest({ network, now }: EvmBookLostDeps, books: Books, lost: Plan['lost']): Promise<void> {
  const info = { stream: foundStream(streamOf(books.listed)), network: network.id, journal: books.journal }
  const before = (await network.cursors.read(info))?.height ?? 0
  const height = Math.max(before, ...lost.map(({ transaction }) => transaction.receipt.height))
  const cursor = { height, hash: '', seen_height: height, booked_until: null, position: 0n }
  await network.cursors.write(info, cursor, now())
}

/**
 * A nonce that the signer has used must be used on the chain too, or all later payments of the wallet would wait: what it has
 * signed and nobody has sent is sent now, and booked once it is final. Throws `BookLostProblem` unless there is none.
 */
async function sendAgain({ signer, network }: EvmBookLostDeps, { listed }: Books, ahead: Plan['ahead']): Promise<void> {
  const {
    network: { chainId },
    generation,
  } = listed
  for (const { wallet, address, used } of ahead) {
    // Those of the books that were not sent yet too: the others wait for them.
    const signed = await signer.transactions({ chainId, generation, wallet, next: used })
    if ('refused' in signed)
      throw new BookLostProblem(`the signer refuses to tell what it has signed: ${signed.refused}`)
    // One that an endpoint refuses is tried by the next run.
    const results = await Promise.allSettled(signed.map((raw) => network.chain.send(bytesOf(raw))))
    const sent = results.filter(({ status }) => status === 'fulfilled').length
    throw new BookLostProblem(
      `the signer has signed ${signed.length} payments of ${address} that the chain does not have, and some of them the books do not have; ${sent} of them were sent now: run this again when they are final`,
    )
  }
}

async function bookOne(
  deps: EvmBookLostDeps,
  books: Books,
  found: LostPayment,
  by: ByOperator,
): Promise<BookedPayment> {
  const { wallet, nonce, transaction, transfer } = found
  const { txid, receipt } = transaction
  const row = { wallet, nonce, txid, transfer }
  if (found.type === 'close') {
    const { purpose } = found.payment
    const withdrawal = books.open.find(({ payment }) => payment === found.payment)?.terms.withdrawal
    await close(deps, books, found.payment, found)
    const user = purpose.kind === 'withdrawal' ? (withdrawal?.user ?? null) : null
    return { ...row, result: receipt.status === 1 ? 'settled' : 'returned', user }
  }
  if (found.type === 'assign') {
    await close(deps, books, await assignPaid(deps, found.withdrawal, { paidWith: nonce }, by), found)
    return { ...row, result: 'settled', user: found.withdrawal.user }
  }
  const { received } = found
  const unknown = { ...row, ...(received && { received }), gas: feeOf(receipt) }
  return { ...row, result: 'booked', user: await bookUnknown(deps, books.listed, unknown, by) }
}

async function close(
  deps: EvmBookLostDeps,
  { listed, journal }: Books,
  payment: Payment,
  { transaction: { txid, receipt } }: Pick<LostPayment, 'transaction'>,
): Promise<void> {
  const { database, now, forged } = deps
  await paymentRow(database.pool, payment, { stream: streamOf(listed), journal, now: now(), forged })
  await noteMined(database.pool, payment.id, { txid, height: receipt.height })
  const facts = { payment: payment.id, txid, gas: feeOf(receipt) }
  await submit(
    deps,
    receipt.status === 1 ? { type: 'settle-payment', ...facts } : { type: 'fail-payment', proof: 'reverted', ...facts },
  )
  await noteClosed(database.pool, payment.id, now())
}
