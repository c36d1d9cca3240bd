/** The entries of a user's history: stored rows, and deposits that are not credited yet. */

import type { CurrencyId, Millis, UserId } from '../../contract/ids.ts'
import type { Currency } from '../../contract/markets/instruments.ts'
import { USDT_ID } from '../../contract/markets/valuation.ts'
import { smallLimit } from '../../contract/transactions/small-deposits.ts'
import type { TransactionType } from '../../contract/transactions/views.ts'
import type { Network } from '../../contract/wallet/networks.ts'
import { expectDefined } from '../../engine/assert.ts'
import { coins, currencyOf, markets, networksOf, type State, withdrawalOf } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import { query } from '../postgres/query.ts'
import type { TransactionRow } from '../postgres/tables.ts'
import { type ReadYourWritesDeps, waitForOwnWrites } from '../read-models/read-your-writes.ts'

export type HistoryDeps = ReadYourWritesDeps & { readonly database: Database }

const DAY_MILLIS: Millis = 24 * 60 * 60_000

type HistoryFilter = {
  readonly type?: TransactionType | undefined
  readonly currency?: CurrencyId | undefined
  readonly uuid?: string | undefined
  readonly offset: number
  readonly limit: number
}

/** A row with what its chain and its payment say about it. `count`: of the small deposits of a coin and day, in one row. */
type Row = Omit<TransactionRow, 'is_small'> & {
  readonly count: number | null
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

const COLUMNS = `uuid, user_id, seq, type, status, currency_id, amount, fee, to_currency_id, to_amount, rate, network_id,
  address, memo, txid, details, at, updated_at`

/** What `incoming` knows of a deposit until the engine credits it. `$7` and `$8`: below which amount of a coin it is small. */
const UNCREDITED = `select uuid, user_id, 0::bigint as seq, 'deposit' as type,
  case when state = 'dropped' or reason is not null then 'failed' else 'confirming' end as status,
  currency_id, amount, 0::numeric(38, 0) as fee, null::integer as to_currency_id, null::numeric(38, 0) as to_amount,
  null::numeric(38, 0) as rate, network_id, address, null as memo, txid,
  jsonb_build_object('kind', 'deposit', 'failure',
    case when state = 'dropped' then 'dropped' when reason is not null then 'unclear' end) as details,
  seen_at as at, updated_at,
  state <> 'dropped' and reason is null and exists (select from unnest($7::integer[], $8::numeric[]) as small (id, below)
    where id = currency_id and amount < below) as is_small
from incoming where user_id = $1 and not exists (select from transactions where transactions.uuid = incoming.uuid)`

/**
 * One row per coin and day (UTC) of the small deposits that are credited, and one of those below the minimum. Those that
 * confirm are in the row only while none of the day is credited. Its uuid stays; that of each of them finds it too.
 */
const SMALL = `select overlay(overlay(md5(concat_ws('/', user_id, currency_id, day, is_failed))
    placing '8' from 13 for 1) placing '8' from 17 for 1)::uuid as uuid,
  user_id, max(seq) as seq, 'deposit' as type,
  case when is_failed then 'failed' when bool_or(is_done) then 'completed' else 'confirming' end as status,
  currency_id, coalesce(sum(amount) filter (where is_done), sum(amount))::numeric(38, 0) as amount,
  0::numeric(38, 0) as fee, null::integer as to_currency_id, null::numeric(38, 0) as to_amount, null::numeric(38, 0) as rate,
  null::integer as network_id, null as address, null as memo, null as txid,
  jsonb_build_object('kind', 'deposit', 'failure', case when is_failed then 'below-minimum' end) as details,
  coalesce(min(at) filter (where is_done), min(at)) as at, max(updated_at) as updated_at,
  coalesce(nullif(count(*) filter (where is_done), 0), count(*))::integer as count, bool_or(uuid = $4) as is_asked
from (select *, at / ${DAY_MILLIS} as day, status = 'failed' as is_failed, status <> 'confirming' as is_done
  from entry where is_small) as small
group by user_id, currency_id, day, is_failed`

/**
 * A conversion belongs to both of its coins, and to the one that its change is in. The id of a withdrawal is the sequence number
 * of its row.
 */
const PAGE = `with entry as (select ${COLUMNS}, is_small from transactions where user_id = $1 union all ${UNCREDITED})
select history.*, i.seen_at, coalesce(i.height, p.mined_height) as height, c.seen_height as newest_height,
  p.sent_at, coalesce(p.mined_txid, v.txid) as sent_txid
from (select ${COLUMNS}, null::integer as count, false as is_asked from entry where not is_small union all ${SMALL}) as history
left join incoming as i on history.type = 'deposit' and i.uuid = history.uuid
left join payments as p on history.type = 'withdrawal' and p.withdrawal_id = history.seq
left join lateral (select txid from payment_versions where payment_id = p.id order by version desc limit 1) as v on true
left join chain_cursors as c on c.stream = coalesce(i.stream, p.stream)
where ($2::text is null or history.type = $2)
  and ($3::integer is null or history.currency_id = $3 or history.to_currency_id = $3
    or $3 = ${USDT_ID} and history.type = 'convert' and history.details ->> 'change' <> '0')
  and ($4::uuid is null or history.uuid = $4 or history.is_asked)
order by history.at desc, history.uuid offset $5 limit $6`

/** Newest first; `next`: there are more. */
export async function historyPage(
  deps: HistoryDeps,
  user: UserId,
  { type, currency, uuid, offset, limit }: HistoryFilter,
): Promise<{ readonly transactions: readonly TransactionFacts[]; readonly next: boolean }> {
  await waitForOwnWrites(deps, user)
  const limits = await deps.sequencer.read((state) =>
    coins(state).map(({ id }) => ({ id, below: smallLimit(markets(state), id) })),
  )
  const parameters = [
    ...[user, type ?? null, currency ?? null, uuid ?? null, offset, limit + 1],
    ...[limits.map(({ id }) => id), limits.map(({ below }) => String(below))],
  ]
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
