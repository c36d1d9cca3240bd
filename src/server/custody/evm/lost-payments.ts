/**
 * Compares the final transactions of the own addresses with the payments of the engine, which is older than the chain after
 * a restore from a backup. Changes nothing.
 */

import type { BlockRef, EvmChain, EvmTransaction } from '../../../chains/evm/chain.ts'
import { readTransferLog } from '../../../chains/evm/erc20.ts'
import type { CurrencyId, NetworkId } from '../../../contract/ids.ts'
import {
  type NetworkInfo,
  networkOf,
  nextNonce,
  openPayments,
  type Payment,
  type State,
  type Withdrawal,
} from '../../../engine/exchange.ts'
import { waitingWithdrawals } from '../base/book-lost.ts'
import { BookLostProblem, type Transfer } from '../base/lost-booking.ts'
import { withdrawalIn } from '../base/payment-purposes.ts'
import { transactionWithNonce } from './nonce-search.ts'
import type { OwnAddresses } from './own-addresses.ts'
import { hasEffect } from './payment-proof.ts'
import { type PaymentTerms, termsOf } from './payment-terms.ts'

/** Where coins arrived at the address of a user. */
type Received = { readonly currency: CurrencyId; readonly address: string }
type Place = { readonly wallet: number; readonly nonce: number; readonly transaction: EvmTransaction }

/**
 * What a final transaction means for the books. `close`: it decides an open payment. `assign`: it paid a withdrawal that
 * waits for a payment. `book`: the engine does not know what it paid.
 */
export type LostPayment = Place &
  (
    | { readonly type: 'close'; readonly payment: Payment; readonly transfer: Transfer }
    | { readonly type: 'assign'; readonly withdrawal: Withdrawal; readonly transfer: Transfer }
    | { readonly type: 'book'; readonly transfer: Transfer | null; readonly received: Received | undefined }
  )

/** `used`: the next nonce after the final block. `next`: that of the engine once all lost payments are booked. */
export type WalletNonces = {
  readonly wallet: number
  readonly address: string
  readonly used: number
  readonly next: number
}

export type Books = {
  readonly listed: NetworkInfo
  readonly journal: string
  readonly open: readonly { readonly payment: Payment; readonly terms: PaymentTerms }[]
  /** Without a payment: approved ones before those in review. */
  readonly waiting: readonly { readonly withdrawal: Withdrawal; readonly terms: PaymentTerms }[]
  readonly nextNonces: ReadonlyMap<number, number>
}

export function booksOf(state: State, id: NetworkId, addresses: OwnAddresses): Books | undefined {
  const listed = networkOf(state, id)
  if (listed === undefined) return undefined
  return {
    listed,
    journal: state.journal,
    open: openPayments(state, id).map((payment) => ({
      payment,
      terms: termsOf(listed, addresses, payment.purpose, withdrawalIn(state, payment.purpose)),
    })),
    waiting: waitingWithdrawals(state, id).map((withdrawal) => ({
      withdrawal,
      terms: termsOf(listed, addresses, { kind: 'withdrawal', withdrawal: withdrawal.id }, withdrawal),
    })),
    nextNonces: new Map(Array.from(addresses.all(), ({ number }) => [number, nextNonce(state, id, number)])),
  }
}

type FindDeps = {
  readonly chain: EvmChain
  readonly addresses: OwnAddresses
}

/** Addresses whose counts are read at the same time. */
const PARALLEL = 20

/** In the order of the nonces of each wallet. Throws `ChainUnavailable` and `BookLostProblem`. */
export async function findLostPayments(
  deps: FindDeps,
  books: Books,
  final: BlockRef,
): Promise<{ readonly lost: readonly LostPayment[]; readonly wallets: readonly WalletNonces[] }> {
  const all = [...deps.addresses.all()].toSorted((a, b) => a.number - b.number)
  const wallets: WalletNonces[] = []
  for (let from = 0; from < all.length; from += PARALLEL)
    wallets.push(
      ...(await Promise.all(all.slice(from, from + PARALLEL).map((own) => noncesOf(deps, books, own, final)))),
    )
  const lost: LostPayment[] = []
  const taken = new Set<Withdrawal>()
  for (const { wallet, address, used } of wallets) {
    const next = books.nextNonces.get(wallet) ?? 0
    const open = books.open.filter(({ payment }) => payment.wallet === wallet)
    for (let nonce = Math.min(next, ...open.map(({ payment }) => payment.nonce)); nonce < used; nonce++) {
      const known = open.find(({ payment }) => payment.nonce === nonce)
      // Its payment was closed before an earlier one.
      if (known === undefined && nonce < next) continue
      const transaction = await transactionWithNonce(deps.chain, { from: address, nonce }, final.height)
      const place = { wallet, nonce, transaction }
      lost.push(known === undefined ? unknownAt(deps, books, place, taken) : openAt(books, place, known))
    }
  }
  return { lost, wallets }
}

/** Throws if a transaction that the engine does not know is pending. */
async function noncesOf(
  { chain }: FindDeps,
  { nextNonces }: Books,
  { number: wallet, address }: { readonly number: number; readonly address: string },
  final: BlockRef,
): Promise<WalletNonces> {
  const used = await chain.transactionCount(address, final.height)
  const pending = await chain.pendingCount(address)
  const next = Math.max(used, nextNonces.get(wallet) ?? 0)
  if (pending > next)
    throw new BookLostProblem(
      `${address} has unknown transactions that are not final yet, up to nonce ${pending - 1}: run this again when they are final`,
    )
  return { wallet, address, used, next }
}

const currencyOf = ({ assets }: NetworkInfo, contract: string | null): CurrencyId | undefined =>
  [...assets.values()].find((asset) => asset.contract === contract)?.currency

function transferOf({ listed }: Books, { contract, raw, to }: PaymentTerms): Transfer {
  return { currency: currencyOf(listed, contract) ?? listed.network.gasCurrency, raw, to }
}

function openAt(books: Books, place: Place, { payment, terms }: Books['open'][number]): LostPayment {
  const { transaction } = place
  if (transaction.receipt.status === 1 && !hasEffect(transaction, terms))
    throw new BookLostProblem(
      `the transaction ${transaction.txid} has the nonce ${place.nonce} of payment ${payment.id}, but pays something else`,
    )
  return { type: 'close', ...place, payment, transfer: transferOf(books, terms) }
}

function unknownAt({ addresses }: FindDeps, books: Books, place: Place, taken: Set<Withdrawal>): LostPayment {
  const { transaction } = place
  const paid = books.waiting.find(
    ({ withdrawal, terms }) => place.wallet === 0 && !taken.has(withdrawal) && hasEffect(transaction, terms),
  )
  if (paid !== undefined) {
    taken.add(paid.withdrawal)
    return { type: 'assign', ...place, withdrawal: paid.withdrawal, transfer: transferOf(books, paid.terms) }
  }
  const all = movements(books, transaction)
  const isOwn = ({ to }: Transfer): boolean => addresses.find(to) !== undefined
  const [transfer = null, ...others] = all.filter((each) => !isOwn(each))
  if (others.length > 0)
    throw new BookLostProblem(`the transaction ${transaction.txid} pays more than once: only an operator can book it`)
  const own = all.find(isOwn)
  return { type: 'book', ...place, transfer, received: own && { currency: own.currency, address: own.to } }
}

/** What the transaction moved from its sender. */
function movements({ listed }: Books, { from, to, value, receipt }: EvmTransaction): Transfer[] {
  if (receipt.status === 0) return []
  const coins = value === 0n ? [] : [{ currency: listed.network.gasCurrency, raw: value, to: to ?? 'a new contract' }]
  const tokens = receipt.logs.flatMap((log): Transfer[] => {
    const currency = currencyOf(listed, log.address)
    const moved = readTransferLog(log)
    if (currency === undefined || moved?.from !== from || moved.raw === 0n) return []
    return [{ currency, raw: moved.raw, to: moved.to }]
  })
  return [...coins, ...tokens]
}
