/**
 * Compares the books with a TON network: the balances of the wallet and of its jetton wallets must be what the ledger says
 * the exchange has. Compared is the place up to which a list is booked: what came after it is subtracted from the balance,
 * so that new messages delay no comparison.
 */

import { ChainUnavailable } from '../../../chains/chain-unavailable.ts'
import { jettonChangeOf } from '../../../chains/ton/deposits.ts'
import type { TonTransaction } from '../../../chains/ton/transaction.ts'
import { ListBroken, transactionsAfter } from '../../../chains/ton/wallet-list.ts'
import type { Millis } from '../../../contract/ids.ts'
import type { NetworkAsset } from '../../../contract/wallet/networks.ts'
import { jettonStreamOf, networkOf, openPayments, streamOf, withdrawalOf } from '../../../engine/exchange.ts'
import type { Database } from '../../postgres/database.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import { bookedAmounts, type Comparison, storeComparisons } from '../base/comparisons.ts'
import { comparedPlace } from './list-place.ts'
import type { TonNetwork } from './ton-network.ts'

type CompareDeps = {
  readonly network: TonNetwork
  readonly database: Database
  readonly sequencer: Pick<Sequencer, 'read'>
  readonly now: () => Millis
}

/**
 * Stored for `npm run audit`; without a jetton while a payment of it is open, while its list is booked in part, or while its
 * balance cannot be read or changes at each look. Undefined while this is so for the coin, or the books are far behind.
 */
export const compareTon = (deps: CompareDeps): Promise<readonly Comparison[] | undefined> =>
  deps.network.inTurn(async () => {
    const { network, database, now } = deps
    const books = await booksOf(deps)
    if (network.wallet === undefined || books === undefined) return undefined
    const comparisons: Comparison[] = []
    for (const asset of books.listed.assets.values()) {
      if (books.moving.has(asset.currency)) continue
      const comparing = comparisonOf(deps, books, asset)
      const comparison = await (asset.contract === null ? comparing : comparing.catch(unreadable))
      if (comparison !== undefined) comparisons.push(comparison)
      else if (asset.contract === null) return undefined
    }
    await storeComparisons(database, network.id, books.journal, comparisons, now())
    return comparisons
  })

function unreadable(error: unknown): undefined {
  if (!(error instanceof ChainUnavailable)) throw error
}

/** Further behind, the lists are booked first. */
const MAX_NEWER = 1_000

async function comparisonOf(
  deps: CompareDeps,
  { listed, amounts, journal, epoch }: Books,
  { currency, contract }: NetworkAsset,
): Promise<Comparison | undefined> {
  const { network } = deps
  const stream = contract === null ? streamOf(listed) : jettonStreamOf(listed, contract)
  const info = { stream, network: network.id, journal, epoch }
  const compared = await comparedPlace(deps, info, listed.paused !== null)
  if (compared === undefined) return undefined
  const { place } = compared
  const address = contract === null ? network.wallet : await network.jettonWallet(contract)
  const held = address === undefined ? undefined : await heldAt(network, address, contract !== null)
  if (address === undefined || held === undefined) return undefined
  const newer = await transactionsAfter(network.chain, address, held.last, place, MAX_NEWER).catch(broken)
  if (newer === undefined) return undefined
  const change = newer.reduce((sum, each) => sum + changeOf(each, contract), 0n)
  const books = amounts.get(currency) ?? 0n
  const through = place?.lt ?? 0n
  return { currency, height: Number(through), books, found: held.balance - change, stream, through }
}

/** The watcher pauses the network. */
function broken(error: unknown): undefined {
  if (!(error instanceof ListBroken)) throw error
}

const changeOf = (transaction: TonTransaction, contract: string | null): bigint =>
  contract === null ? transaction.balanceChange : jettonChangeOf(transaction)

type Books = NonNullable<Awaited<ReturnType<typeof booksOf>>>

/** What the exchange should have, raw. `moving`: coins that may have left without being booked. */
const booksOf = ({ network, sequencer }: CompareDeps) =>
  sequencer.read((state) => {
    const listed = networkOf(state, network.id)
    if (listed === undefined) return undefined
    const amounts = bookedAmounts(state, listed)
    const open = openPayments(state, network.id)
    const moving = new Set(
      open.flatMap(({ purpose }) => {
        if (purpose.kind === 'return') return purpose.currency
        return purpose.kind === 'withdrawal' ? (withdrawalOf(state, purpose.withdrawal)?.currency ?? []) : []
      }),
    )
    for (const { currency, contract } of listed.assets.values()) if (contract === null) moving.delete(currency)
    return { listed, amounts, moving, journal: state.journal, epoch: state.epoch }
  })

type Held = { readonly last: { readonly lt: bigint; readonly hash: string }; readonly balance: bigint }

const TRIES = 3

/** A balance together with the newest transaction that it contains. Undefined for jettons that move all the time. */
async function heldAt({ chain }: TonNetwork, address: string, isJetton: boolean): Promise<Held | undefined> {
  let account = await chain.account(address)
  for (let tries = 0; tries < TRIES; tries++) {
    const last = { lt: account.lastLt, hash: account.lastHash }
    if (!isJetton) return { last, balance: account.balance }
    const balance = await chain.jettonBalanceAt(address, last.hash)
    account = await chain.account(address)
    if (balance !== undefined && account.lastHash === last.hash) return { last, balance }
  }
  return undefined
}
