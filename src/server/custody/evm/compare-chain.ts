/**
 * Compares the books with the chain at the newest final block that is processed: what the ledger says the exchange has, without
 * final payments that are not settled yet, must be what its addresses hold. Every deposit up to this block is credited. The
 * chain may go on meanwhile. No row decides what is compared.
 */

import { ChainUnavailable } from '../../../chains/evm/chain.ts'
import { endOf, heightOf } from '../../../chains/evm/transfers.ts'
import type { CurrencyId, Millis, NetworkId } from '../../../contract/ids.ts'
import {
  type NetworkInfo,
  networkOf,
  nextNonce,
  openPayments,
  positionOf,
  type State,
  streamOf,
} from '../../../engine/exchange.ts'
import type { Database } from '../../postgres/database.ts'
import type { Log } from '../../runtime/log.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import { bookedAmounts, type Comparison, storeComparisons } from '../base/comparisons.ts'
import { cursorToCompare } from '../base/cursors.ts'
import { withdrawalIn } from '../base/payment-purposes.ts'
import { transactionRows } from '../base/payment-rows.ts'
import type { EvmNetwork } from './evm-network.ts'
import { type OwnAddresses, receivingAddresses } from './own-addresses.ts'
import { verdictOf } from './payment-proof.ts'
import { termsOf } from './payment-terms.ts'
import { MAX_VERSIONS } from './payment-versions.ts'
import { balanceOf, TokenUnreadable } from './token-balance.ts'

type CompareDeps = {
  readonly network: EvmNetwork
  readonly database: Pick<Database, 'pool'>
  readonly sequencer: Pick<Sequencer, 'read'>
  readonly log: Log
  readonly now: () => Millis
}

/** Questions that the chain is asked at the same time. */
const PARALLEL = 20

/** Of the final block that is compared: many nodes know balances only for the newest 128 blocks. */
const MAX_BEHIND = 64

/** Stored for `npm run audit`. Undefined if the watcher is far behind, or the books know a later block than it. */
export async function compareChain(deps: CompareDeps): Promise<readonly Comparison[] | undefined> {
  const { network, database, sequencer, now } = deps
  const { addresses, chain } = network
  const { final } = await chain.head()
  const books = await sequencer.read((state) => booksOf(state, network.id, addresses))
  if (books === undefined || addresses === undefined) return undefined
  const height = await comparedHeight(network, books, final.height)
  if (height === undefined) return undefined
  if (await knowLater(deps, addresses, height)) return undefined
  const expected = new Map(books.amounts)
  for (const { currency, raw } of await unsettled(deps, books, height))
    expected.set(currency, (expected.get(currency) ?? 0n) - raw)
  const receiving = await sequencer.read((state) => receivingAddresses(state, network.id, addresses))
  const own = new Set([addresses.hot, ...receiving.map(({ address }) => address)])
  const found = await holdings(deps, books.listed, own, height)
  const place = { stream: books.stream, through: endOf(height) }
  const comparisons = [...expected].flatMap(([currency, amount]): readonly Comparison[] => {
    const held = found.get(currency)
    return held === undefined ? [] : [{ currency, height, books: amount, found: held, ...place }]
  })
  await storeComparisons(database, network.id, books.journal, comparisons, now())
  return comparisons
}

/** The cursor with this name is the newest block of which a restored exchange has booked a payment before the watcher came there. */
export const foundStream = (stream: string): string => `${stream}:found`

/** `final` was the newest final block when the books were read: they know every payment up to it. */
async function comparedHeight(
  { id, cursors }: EvmNetwork,
  { listed, stream, journal, position }: Books,
  final: number,
): Promise<number | undefined> {
  const cursor = await cursorToCompare(cursors, { stream, network: id, journal }, listed.paused !== null)
  const found = await cursors.read({ stream: foundStream(stream), network: id, journal })
  if (cursor === undefined || cursor.height < (found?.height ?? 0)) return undefined
  const height = Math.min(cursor.height, final)
  return height >= heightOf(position) && final - height <= MAX_BEHIND ? height : undefined
}

/** Whether the books know a payment that is not in the blocks up to this height. */
async function knowLater(
  { network: { id, chain }, sequencer }: CompareDeps,
  addresses: OwnAddresses,
  height: number,
): Promise<boolean> {
  // What was closed when the books were read is closed now.
  const closed = await sequencer.read((state) =>
    Array.from(addresses.all(), ({ number, address }) => ({ address, nonce: newestClosed(state, id, number) })),
  )
  const isLater = async ({ address, nonce }: (typeof closed)[number]): Promise<boolean> =>
    (await chain.transactionCount(address, height)) <= nonce
  const later = await inParts(
    closed.filter(({ nonce }) => nonce >= 0),
    isLater,
  )
  return later.includes(true)
}

/** The highest nonce of a payment that is closed; -1: none is. */
function newestClosed(state: State, id: NetworkId, wallet: number): number {
  const payments = openPayments(state, id).filter((payment) => payment.wallet === wallet)
  const open = new Set(payments.map(({ nonce }) => nonce))
  let nonce = nextNonce(state, id, wallet) - 1
  while (open.has(nonce)) nonce--
  return nonce
}

type Books = NonNullable<ReturnType<typeof booksOf>>

function booksOf(state: State, id: EvmNetwork['id'], addresses: OwnAddresses | undefined) {
  const listed = networkOf(state, id)
  if (listed === undefined || addresses === undefined) return undefined
  const stream = streamOf(listed)
  return {
    listed,
    stream,
    journal: state.journal,
    position: positionOf(state, stream),
    amounts: bookedAmounts(state, listed),
    payments: openPayments(state, id).map((payment) => ({
      payment,
      terms: termsOf(listed, addresses, payment.purpose, withdrawalIn(state, payment.purpose)),
    })),
  }
}

/** What final payments have moved away that the engine has not booked. */
async function unsettled({ network, database }: CompareDeps, { listed, payments }: Books, height: number) {
  const moved: { readonly currency: CurrencyId; readonly raw: bigint }[] = []
  for (const { payment, terms } of payments) {
    // Without them, blocks are searched for the nonce. Endpoints refuse to be asked for more.
    const txids = (await transactionRows(database.pool, payment)).slice(-MAX_VERSIONS).map(({ txid }) => txid)
    const verdict = await verdictOf(network.chain, { height }, { ...terms, nonce: payment.nonce }, txids)
    if (verdict.type === 'unknown') throw new ChainUnavailable(`what payment ${payment.id} did is not known yet`)
    if (verdict.type === 'waiting' || verdict.type === 'replaced') continue
    moved.push({ currency: listed.network.gasCurrency, raw: verdict.gas })
    const currency = payment.purpose.kind === 'return' ? payment.purpose.currency : terms.withdrawal?.currency
    if (verdict.type === 'settled' && currency !== undefined) moved.push({ currency, raw: terms.raw })
  }
  return moved
}

/** A token whose balances cannot be read is left out. */
async function holdings(
  { network: { id, chain }, log }: CompareDeps,
  { assets }: NetworkInfo,
  addresses: ReadonlySet<string>,
  height: number,
): Promise<ReadonlyMap<CurrencyId, bigint>> {
  const sums = new Map<CurrencyId, bigint>()
  for (const { currency, contract } of assets.values())
    try {
      sums.set(currency, await sumOf(chain, contract, [...addresses], height))
    } catch (error) {
      if (!(error instanceof TokenUnreadable)) throw error
      const facts = { event: 'reconciler.token_unreadable', network: id, contract, reason: error.message }
      log.warn(facts, 'a token is not compared with the books')
    }
  return sums
}

async function sumOf(
  chain: EvmNetwork['chain'],
  contract: string | null,
  addresses: readonly string[],
  height: number,
): Promise<bigint> {
  const balances = await inParts(addresses, (address) => balanceOf(chain, contract, address, height))
  return balances.reduce((sum, balance) => sum + balance, 0n)
}

async function inParts<T, R>(all: readonly T[], ask: (each: T) => Promise<R>): Promise<readonly R[]> {
  const answers: R[] = []
  for (let from = 0; from < all.length; from += PARALLEL)
    answers.push(...(await Promise.all(all.slice(from, from + PARALLEL).map(ask))))
  return answers
}
