/**
 * A TON chain over several endpoints that must agree: one that is wrong, late or dishonest can only delay. Contradictions
 * throw `ChainUnavailable`.
 */

import { ChainUnavailable } from '../chain-unavailable.ts'
import type { TonAccount, TonChain } from './chain.ts'
import type { TonCursor, TonTransaction } from './transaction.ts'
import { ListBroken, transactionsAfter } from './wallet-list.ts'

/** Transactions that an endpoint may be behind another. */
const MAX_BEHIND = 1_000
/** A transaction is older than the first block of the masterchain that knows it, by less than this. */
const LATE_SECONDS = 60

/** One endpoint alone is used as it is. */
export function agreedChain(endpoints: readonly [TonChain, ...TonChain[]]): TonChain {
  const [first] = endpoints
  if (endpoints.length === 1) return first

  async function agreed<T>(what: string, read: (endpoint: TonChain) => Promise<T>): Promise<T> {
    const [answer, ...others] = await Promise.all(endpoints.map(read))
    if (answer === undefined || others.some((other) => other !== answer))
      throw new ChainUnavailable(`the endpoints disagree about ${what}`)
    return answer
  }

  return {
    async account(address) {
      const accounts = await Promise.all(endpoints.map((endpoint) => endpoint.account(address)))
      const head = accounts.reduce((oldest, each) => (each.lastLt < oldest.lastLt ? each : oldest))
      const time = Math.min(...accounts.map((each) => each.time))
      await Promise.all(
        accounts.map(async (account, index) => {
          const newer = await newerThan(endpoints[index] ?? first, address, account, head)
          expectAgreement(head, account, newer, time)
        }),
      )
      return { ...head, time }
    },
    transactionsBefore: (address, lt, hash, limit) =>
      firstThat(endpoints, async (endpoint) => {
        const page = linkedFrom({ lt, hash }, await endpoint.transactionsBefore(address, lt, hash, limit))
        if (page.length === 0) throw new ChainUnavailable('an endpoint sent another transaction')
        return page
      }),
    async send(boc) {
      const sent = await Promise.allSettled(endpoints.map((endpoint) => endpoint.send(boc)))
      const errors = sent.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
      if (errors.length === sent.length) throw errors[0]
    },
    jettonWallet: (master, owner) =>
      agreed(`the wallet of the jetton ${master}`, (endpoint) => endpoint.jettonWallet(master, owner)),
    // The smallest: while jettons arrive, endpoints may be a block apart, and payments need what all of them see.
    async jettonBalance(wallet) {
      const balances = await Promise.all(endpoints.map((endpoint) => endpoint.jettonBalance(wallet)))
      return balances.reduce((least, each) => (each < least ? each : least))
    },
    async jettonBalanceAt(wallet, lastHash) {
      const [balance, ...others] = await Promise.all(endpoints.map((each) => each.jettonBalanceAt(wallet, lastHash)))
      return others.every((other) => other === balance) ? balance : undefined
    },
  }
}

/** The transactions of an endpoint that the head does not have, the oldest first: its list leads to the head. */
async function newerThan(
  endpoint: TonChain,
  address: string,
  { lastLt: lt, lastHash: hash }: TonAccount,
  head: TonAccount,
): Promise<readonly TonTransaction[]> {
  const cursor = head.lastLt === 0n ? null : { lt: head.lastLt, hash: head.lastHash }
  try {
    return await transactionsAfter(endpoint, address, { lt, hash }, cursor, MAX_BEHIND)
  } catch (error) {
    if (!(error instanceof ListBroken)) throw error
    throw new ChainUnavailable(`the endpoints have different lists of transactions: ${error.message}`)
  }
}

/** A time at which a newer transaction should be known would make a payment look dead that was executed. */
function expectAgreement(head: TonAccount, account: TonAccount, newer: readonly TonTransaction[], time: number): void {
  const [next] = newer
  if (next !== undefined && time > next.time + LATE_SECONDS)
    throw new ChainUnavailable(`an endpoint does not know the transaction ${next.hash} at a later time`)
  const balance = account.balance - newer.reduce((sum, { balanceChange }) => sum + balanceChange, 0n)
  if (balance !== head.balance || account.codeHash !== head.codeHash)
    throw new ChainUnavailable('the endpoints disagree about the state of an account')
}

/** The answer of the first endpoint that has one; the first error if none has. */
async function firstThat<T>(endpoints: readonly TonChain[], read: (endpoint: TonChain) => Promise<T>): Promise<T> {
  const errors: unknown[] = []
  for (const endpoint of endpoints) {
    try {
      return await read(endpoint)
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error
      errors.push(error)
    }
  }
  throw errors[0]
}

/** Those at the beginning that are what their successors name. */
function linkedFrom(place: TonCursor, page: readonly TonTransaction[]): readonly TonTransaction[] {
  let next: TonCursor | null = place
  const wrong = page.findIndex((transaction) => {
    if (transaction.lt !== next?.lt || transaction.hash !== next.hash) return true
    next = transaction.previous
    return false
  })
  return wrong === -1 ? page : page.slice(0, wrong)
}
