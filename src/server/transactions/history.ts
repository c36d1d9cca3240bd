/** The entries of a user's history: stored rows, and deposits that are not credited yet. */

import type { CurrencyId, UserId } from '../../contract/ids.ts'
import type { Currency } from '../../contract/markets/instruments.ts'
import type { TransactionType } from '../../contract/transactions/views.ts'
import type { Network } from '../../contract/wallet/networks.ts'
import { expectDefined } from '../../engine/assert.ts'
import { currencyOf, networksOf, type State, withdrawalOf } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import { query } from '../postgres/query.ts'
import type { TransactionRow } from '../postgres/tables.ts'
import { type ReadYourWritesDeps, waitForOwnWrites } from '../read-models/read-your-writes.ts'

export type HistoryDeps = ReadYourWritesDeps & { readonly database: Database }

type HistoryFilter = {
  readonly type?: TransactionType | undefined
  readonly currency?: CurrencyId | undefined
  readonly uuid?: string | undefined
  readonly offset: number
  readonly limit: number
}

/** A row with what its chain and its payment say about it. */
type Row = TransactionRow & {
  readonly seen_at: number | null
  readonly height: number | null
  readonly newest_height: number | null
  readonly sent_at: number | null
  readonly sent_txid: string | null
}

export type TransactionFacts = {
  readonly row: Row
  readonly currency: Currency
  readonly to: Currency | undefined
  readonly network: Network | undefined
  readonly canCancel: boolean
}

/** What `incoming` knows of a deposit until the engine credits it. */
const UNCREDITED = `select uuid, user_id, 0::bigint as seq, 'deposit' as type,
  case when state = 'dropped' or reason is not null then 'failed' else 'confirming' end as status,
  currency_id, amount, 0::numeric(38, 0) as fee, null::integer as to_currency_id, null::numeric(38, 0) as to_amount,
  null::numeric(38, 0) as rate, network_id, address, null as memo, txid,
  jsonb_build_object('kind', 'deposit', 'failure',
    case when state = 'dropped' then 'dropped' when reason is not null then 'unclear' end) as details,
  seen_at as at, updated_at
from incoming where user_id = $1 and not exists (select from transactions where transactions.uuid = incoming.uuid)`

/** A conversion belongs to both of its coins. The id of a withdrawal is the sequence number of its row. */
const PAGE = `select history.*, i.seen_at, coalesce(i.height, p.mined_height) as height, c.seen_height as newest_height,
  p.sent_at, coalesce(p.mined_txid, v.txid) as sent_txid
from (select * from transactions where user_id = $1 union all ${UNCREDITED}) as history
left join incoming as i on history.type = 'deposit' and i.uuid = history.uuid
left join payments as p on history.type = 'withdrawal' and p.withdrawal_id = history.seq
left join lateral (select txid from payment_versions where payment_id = p.id order by version desc limit 1) as v on true
left join chain_cursors as c on c.stream = coalesce(i.stream, p.stream)
where ($2::text is null or history.type = $2)
  and ($3::integer is null or history.currency_id = $3 or history.to_currency_id = $3)
  and ($4::uuid is null or history.uuid = $4)
order by history.at desc, history.uuid offset $5 limit $6`

/** Newest first; `next`: there are more. */
export async function historyPage(
  deps: HistoryDeps,
  user: UserId,
  { type, currency, uuid, offset, limit }: HistoryFilter,
): Promise<{ readonly transactions: readonly TransactionFacts[]; readonly next: boolean }> {
  await waitForOwnWrites(deps, user)
  const parameters = [user, type ?? null, currency ?? null, uuid ?? null, offset, limit + 1]
  const rows = await query<Row>(deps.database.pool, PAGE, parameters)
  const transactions = await deps.sequencer.read((state) => rows.slice(0, limit).map((row) => factsOf(state, row)))
  return { transactions, next: rows.length > limit }
}

function factsOf(state: State, row: Row): TransactionFacts {
  const withdrawal = row.type === 'withdrawal' ? withdrawalOf(state, row.seq as never) : undefined
  return {
    row,
    currency: expectDefined(currencyOf(state, row.currency_id), 'the currency of a row is listed'),
    to: row.to_currency_id === null ? undefined : currencyOf(state, row.to_currency_id),
    network: networksOf(state).find(({ network }) => network.id === row.network_id)?.network,
    canCancel: withdrawal?.status === 'review' || withdrawal?.status === 'approved',
  }
}
