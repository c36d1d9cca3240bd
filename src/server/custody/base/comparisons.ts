/** The books of a network that are compared with its chain, and the table `chain_comparisons`: the newest comparisons of books and chains, for `npm run audit`. */

import type { CurrencyId, Millis, NetworkId } from '../../../contract/ids.ts'
import { negated } from '../../../contract/money.ts'
import { rawOfUnits } from '../../../contract/wallet/networks.ts'
import { chainOwner, free, type NetworkInfo, type State } from '../../../engine/exchange.ts'
import type { Database } from '../../postgres/database.ts'
import { execute } from '../../postgres/query.ts'

/** `books`: what should be there. Raw amounts. */
export type Comparison = {
  readonly currency: CurrencyId
  readonly height: number
  readonly books: bigint
  readonly found: bigint
  readonly stream: string
  /** The last position of the stream that is in both. */
  readonly through: bigint
}

/** What the exchange should have of each coin on a network, raw. */
export function bookedAmounts(state: State, { network, assets, dust }: NetworkInfo): Map<CurrencyId, bigint> {
  const owner = chainOwner(network.code)
  const amountOf = (currency: CurrencyId, decimals: number): bigint =>
    rawOfUnits(negated(free(state, owner, currency)), decimals) + dust(currency)
  return new Map(
    Array.from(assets.values(), ({ currency, decimals }) => [currency, amountOf(currency, decimals)] as const),
  )
}

export async function storeComparisons(
  { pool }: Pick<Database, 'pool'>,
  network: NetworkId,
  journal: string,
  comparisons: readonly Comparison[],
  now: Millis,
): Promise<void> {
  for (const { currency, height, books, found } of comparisons)
    await execute(pool, STORE, [network, currency, journal, height, String(books), String(found), now])
}

const STORE = `insert into chain_comparisons (network_id, currency_id, journal_id, height, books, found, at)
values ($1, $2, $3, $4, $5, $6, $7) on conflict (network_id, currency_id) do update set
  journal_id = excluded.journal_id, height = excluded.height, books = excluded.books, found = excluded.found,
  at = excluded.at`
