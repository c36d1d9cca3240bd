/** Reads the list of an account's transactions, which is linked by hashes: nothing can be left out of it or inserted. */

import { ChainUnavailable } from '../chain-unavailable.ts'
import { isTooLarge } from '../post-json.ts'
import type { TonChain } from './chain.ts'
import type { TonCursor, TonTransaction } from './transaction.ts'

/** The list does not contain the cursor, or an answer is not the transaction that its successor names. */
export class ListBroken extends Error {
  override readonly name = 'ListBroken'
}

const PAGE = 50

/** Where to begin. `hash` null: it is not known any more. */
export type ListPlace = { readonly lt: bigint; readonly hash: string | null }

/**
 * The transactions after `cursor` (null: all) up to `last`, the oldest first. Throws `ListBroken` unless the list leads
 * from `last` to exactly the cursor; `ChainUnavailable` if the endpoint does not answer, or if there are more than `most`.
 */
export async function transactionsAfter(
  chain: Pick<TonChain, 'transactionsBefore'>,
  address: string,
  last: TonCursor,
  cursor: ListPlace | null,
  most = Number.POSITIVE_INFINITY,
): Promise<readonly TonTransaction[]> {
  const newestFirst: TonTransaction[] = []
  const end = cursor?.lt ?? 0n
  if (last.lt < end) throw new ChainUnavailable('the answer is older than an earlier one')
  let next: TonCursor | null = last.lt === 0n ? null : last
  while (next !== null && next.lt > end) {
    if (newestFirst.length >= most) throw new ChainUnavailable(`more than ${most} transactions are new`)
    const page = await pageOf(chain, address, next)
    if (page.length === 0) throw new ListBroken('the list ends before the cursor')
    for (const transaction of page) {
      if (next === null || next.lt <= end) break
      if (transaction.hash !== next.hash || transaction.lt !== next.lt)
        throw new ListBroken(`the transaction at ${next.lt} is not the one that its successor names`)
      newestFirst.push(transaction)
      next = transaction.previous
    }
  }
  const isCursor = (next?.lt ?? 0n) === end && (cursor === null || cursor.hash === null || next?.hash === cursor.hash)
  if (!isCursor) throw new ListBroken(`the list does not contain the transaction at ${end}`)
  return newestFirst.reverse()
}

/** The transactions from `time` (seconds) on, up to `last`, the newest first. Throws as `transactionsAfter`. */
export async function transactionsSince(
  chain: Pick<TonChain, 'transactionsBefore'>,
  address: string,
  last: TonCursor,
  time: number,
): Promise<readonly TonTransaction[]> {
  const found: TonTransaction[] = []
  for (let next: TonCursor | null = last.lt === 0n ? null : last; next !== null; ) {
    const page = await pageOf(chain, address, next)
    if (page.length === 0) throw new ListBroken('the list ends before its first transaction')
    for (const transaction of page) {
      if (transaction.hash !== next?.hash)
        throw new ListBroken(`the transaction at ${transaction.lt} is not the one that its successor names`)
      if (transaction.time < time) return found
      found.push(transaction)
      next = transaction.previous
    }
  }
  return found
}

/** Large messages make a page too large, or too slow, for one answer: then a smaller one is asked for. */
async function pageOf(
  chain: Pick<TonChain, 'transactionsBefore'>,
  address: string,
  { lt, hash }: TonCursor,
): Promise<readonly TonTransaction[]> {
  for (let limit = PAGE; ; limit = Math.ceil(limit / 4)) {
    try {
      return await chain.transactionsBefore(address, lt, hash, limit)
    } catch (error) {
      if (limit === 1 || !isTooLarge(error)) throw error
    }
  }
}
