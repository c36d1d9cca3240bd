/** What `npm run audit` prints about the last comparison of the books with each chain. */

import { formatDecimal } from '../../contract/money.ts'
import { currencyOf, networkOf, type State } from '../../engine/exchange.ts'
import { type Queryable, query } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import { textTable } from './stored-exchange.ts'

type Report = { readonly report: string; readonly problems: readonly string[] }

const COMPARISONS = 'select * from chain_comparisons where journal_id = $1 order by network_id, currency_id'

export async function chainReport(client: Queryable, state: State): Promise<Report> {
  const rows = await query<Tables['chain_comparisons']>(client, COMPARISONS, [state.journal])
  if (rows.length === 0) return { report: '', problems: [] }
  const problems: string[] = []
  const lines = rows.map(({ network_id, currency_id, height, books, found, at }) => {
    const listed = networkOf(state, network_id)
    const [network, coin] = [listed?.network.name ?? '?', currencyOf(state, currency_id)?.symbol ?? '?']
    const decimals = listed?.assets.get(currency_id)?.decimals ?? 0
    const difference = formatDecimal(found - books, decimals)
    if (found !== books)
      problems.push(`${coin} on ${network}: the chain has ${difference} more than the books at block ${height}`)
    const amounts = [formatDecimal(books, decimals), formatDecimal(found, decimals), difference]
    return [network, coin, ...amounts, String(height), new Date(at).toISOString()]
  })
  const heading = ['network', 'coin', 'books', 'chain', 'difference', 'final block', 'compared']
  return { report: `\n\n${textTable([heading, ...lines])}`, problems }
}
