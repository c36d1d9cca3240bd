/**
 * Compares the books with a TON network: the balances of the wallet and of its jetton wallets must be what the ledger says
 * the exchange has. Nothing is compared while a list has transactions that are not booked.
 */

import type { CurrencyId, Millis } from '../../../contract/ids.ts'
import { negated } from '../../../contract/money.ts'
import { rawOfUnits } from '../../../contract/wallet/networks.ts'
import { chainOwner, free, jettonStreamOf, networkOf, openPayments, streamOf } from '../../../engine/exchange.ts'
import type { Database } from '../../postgres/database.ts'
import { query } from '../../postgres/query.ts'
import type { Tables } from '../../postgres/tables.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import { type Comparison, storeComparisons } from '../compare-chain.ts'
import { readCursor } from '../incoming.ts'
import type { TonNetwork } from './ton-network.ts'

type CompareDeps = {
  readonly network: TonNetwork
  readonly database: Database
  readonly sequencer: Pick<Sequencer, 'read'>
  readonly now: () => Millis
}

/** Stored for `npm run audit`. Undefined while the lists are not booked to their ends. */
export async function compareTon(deps: CompareDeps): Promise<readonly Comparison[] | undefined> {
  const { network, database, sequencer, now } = deps
  const { wallet, chain } = network
  if (wallet === undefined) return undefined
  const before = await chain.account(wallet)
  const rows = await query<Pick<Tables['payments'], 'id' | 'cost'>>(database.pool, UNDERWAY, [network.id])
  const costs = new Map(rows.map(({ id, cost }) => [id, cost ?? 0n]))
  const books = await sequencer.read((state) => {
    const listed = networkOf(state, network.id)
    if (listed === undefined) return undefined
    const owner = chainOwner(listed.network.code)
    const amounts = new Map<CurrencyId, bigint>()
    for (const { currency, decimals } of listed.assets.values())
      amounts.set(currency, rawOfUnits(negated(free(state, owner, currency)), decimals) + listed.dust(currency))
    return { listed, amounts, journal: state.journal, open: openPayments(state, network.id).map(({ id }) => id) }
  })
  if (books === undefined) return undefined
  const { listed, amounts, journal, open } = books
  // Jettons that are on their way are neither here nor there.
  const underway = open.filter((id) => costs.has(id))
  const comparisons: Comparison[] = []
  for (const { currency, contract } of listed.assets.values()) {
    if (contract !== null && underway.length > 0) continue
    const address = contract === null ? wallet : await network.jettonWallet(contract)
    const stream = contract === null ? streamOf(listed) : jettonStreamOf(listed, contract)
    const account = contract === null ? before : await chain.account(address)
    const cursor = await readCursor(database, { stream, network: network.id, journal })
    if (account.lastLt !== 0n && cursor?.hash !== account.lastHash) return undefined
    const spent = contract === null ? underway.reduce((sum, id) => sum + (costs.get(id) ?? 0n), 0n) : 0n
    const found = contract === null ? account.balance : await chain.jettonBalance(address)
    comparisons.push({ currency, height: Number(account.lastLt), books: (amounts.get(currency) ?? 0n) - spent, found })
  }
  // A transaction during the comparison makes it meaningless.
  if ((await chain.account(wallet)).lastHash !== before.lastHash) return undefined
  await storeComparisons(database, network.id, journal, comparisons, now())
  return comparisons
}

/** Their transaction is booked when its result is known. */
const UNDERWAY = 'select id, cost from payments where network_id = $1 and closed_at is null and cost is not null'
